import Player
import Rooms
import Wire

/// Somebody with a device and a line that may break: a bot of the product, over the messages that it sends in earnest.
struct Client {
  enum Mind {
    case racer(RaceBot)
    case player(BotGame)
    case watcher(WatchingBot)
    /// Taken out while it thinks, so that nothing of it is copied.
    case thinking
  }

  let number: Int
  let guest: GuestID
  let visit: VisitID
  let isProgram: Bool
  var mind: Mind
  var dice: Dice
  var numbers = RequestNumbers()
  /// Counts its connections; 0 before the first.
  var life: UInt32 = 0
  var isOnline = false
  /// The server has not noticed yet that its last connection is gone.
  var isMissed = false
  /// Gone for good.
  var isErased = false
  /// Nothing overtakes anything on a line.
  var upAt: Int64 = 0
  var downAt: Int64 = 0
  var heardAt: Int64 = 0
  var unanswered: [ClientMessage] = []
  /// Its rooms, as the server has them.
  var rooms: Set<RoomID> = []
  /// How often each message was answered, and what commands were.
  var answers: [Int: Int] = [:]
  var agreed: [Int: (room: String, version: Int)] = [:]
  /// What may be agreed to without a change, since it may be done already: to be ready, to open a salt, to want another
  /// race.
  var still: Set<Int> = []
  /// Commands that it sent, by their numbers.
  var commands: Set<Int> = []
  /// All that it was told before the race began, for worlds that are compared.
  var transcript: [(at: Int64, line: [UInt8])] = []

  var connection: ConnectionID { ConnectionID(loop: 0, slot: UInt32(number), generation: life) }

  var visitor: Visitor {
    Visitor(
      guest: guest, visit: visit, name: "P\(number)", isBot: isProgram, wantsDests: true, wantsDrag: true)
  }

  var isOver: Bool {
    switch mind {
    case .racer(let bot): bot.isOver
    case .player(let bot): bot.isOver
    case .watcher, .thinking: true
    }
  }

  /// What it knows of each room.
  var mirrors: [TableMirror] {
    switch mind {
    case .racer(let bot): [bot.mirror, bot.tableMirror].compactMap(\.self)
    case .player(let bot): [bot.mirror].compactMap(\.self)
    case .watcher(let bot): bot.mirrors
    case .thinking: []
    }
  }

  /// What a mind wants, and after what.
  mutating func think(_ thought: Thought) throws(PlayerFailure) -> [BotAct] {
    switch mind {
    case .racer(var bot):
      mind = .thinking
      defer { mind = .racer(bot) }
      return try bot.take(thought, &numbers)
    case .player(var bot):
      mind = .thinking
      defer { mind = .player(bot) }
      return try bot.take(thought, &numbers)
    case .watcher(var bot):
      mind = .thinking
      defer { mind = .watcher(bot) }
      return try bot.take(thought, &numbers)
    case .thinking: preconditionFailure("one thought at a time")
    }
  }

  var positions: [Hello.Position] {
    switch mind {
    case .racer(let bot): bot.positions
    case .player(let bot): bot.positions
    case .watcher(let bot): bot.positions
    case .thinking: []
    }
  }
}

enum Thought {
  case begin
  case heard(ServerMessage)
  case proceed
  case quiet
}

extension Bot {
  fileprivate mutating func take(
    _ thought: Thought, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    switch thought {
    case .begin: begin(&numbers)
    case .heard(let message): try hear(message, &numbers)
    case .proceed: proceed(&numbers)
    case .quiet: try quiet(&numbers)
    }
  }
}

/// Somebody who watches a race, or a table, and all its boards as small ones.
struct WatchingBot: Bot {
  private(set) var mirrors: [TableMirror]
  private var asked: Set<String> = []
  private let key: String?

  init(_ invitation: Invitation) {
    mirrors = [TableMirror(room: invitation.room)]
    key = invitation.key
  }

  var mirror: TableMirror? { mirrors.first }
  var isOver: Bool { false }
  var positions: [Hello.Position] { mirrors.filter { $0.version >= 0 }.map(\.position) }

  mutating func begin(_ numbers: inout RequestNumbers) -> [BotAct] {
    mirrors.first.map { [.tell(.subscribe(c: numbers.next(), room: $0.room, as: .watch, key: key))] } ?? []
  }

  mutating func hear(
    _ message: ServerMessage, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    var acts: [BotAct] = []
    for place in mirrors.indices {
      if case .wantsSync(let why) = mirrors[place].hear(message) {
        acts.append(.tell(.sync(room: mirrors[place].room, why: why.rawValue)))
      }
    }
    let race: RaceTold? =
      switch message {
      case .snapshot(let snapshot): snapshot.race
      case .event(let event): event.race
      default: nil
      }
    for room in race?.entrants.compactMap(\.room) ?? [] where asked.insert(room).inserted {
      mirrors.append(TableMirror(room: room))
      acts.append(.tell(.subscribe(c: numbers.next(), room: room, as: .mini)))
    }
    // A table that is being opened, or whose race has not said yet who plays, is asked for again.
    if case .no(let refusal) = message, let room = refusal.room,
      refusal.code == .gone || refusal.code == .role
    {
      asked.remove(room)
      mirrors.removeAll { $0.room == room && $0.version < 0 }
    }
    return acts
  }

  mutating func missed() -> [BotAct] { [] }
  mutating func proceed(_ numbers: inout RequestNumbers) -> [BotAct] { [] }
  mutating func quiet(_ numbers: inout RequestNumbers) throws(PlayerFailure) -> [BotAct] { [] }
}
