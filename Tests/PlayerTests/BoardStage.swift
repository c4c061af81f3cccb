import Boards
import Cards
import Descriptions
import Player
import Rooms
import Wire

/// A table in memory with two bots at it and a spectator, and every line that goes to and fro. The seeds decide
/// everything that is random.
final class BoardStage {
  final class Guest {
    let name: String
    let connection: ConnectionID
    let visitor: Visitor
    var numbers = RequestNumbers()
    var bot: (any Bot)?
    var waiting: [BotAct] = []
    /// The table as this guest sees it; a spectator has no bot that would keep one.
    var mirror: TableMirror

    init(_ name: String, slot: UInt32, bot: (any Bot)?) {
      self.name = name
      self.bot = bot
      connection = ConnectionID(loop: 0, slot: slot, generation: 1)
      visitor = Visitor(
        guest: GuestID(digest: sixteen(name)), visit: VisitID(random: sixteen(name)), name: name,
        isBot: bot != nil,
        wantsDests: bot != nil, wantsDrag: true)
      mirror = TableMirror(room: BoardStage.roomName)
    }

    /// What they know of the table.
    var known: TableMirror { bot?.mirror ?? mirror }
  }

  static let roomName = "rBoardAAA"
  static let pictures = [
    Picture(type: "image/png", blob: String(repeating: "0a", count: 32), fileName: "cat.png"),
    Picture(type: "image/jpeg", blob: String(repeating: "1b", count: 32), fileName: "cat.png"),
    Picture(type: "image/gif", blob: String(repeating: "2c", count: 32), fileName: "dog.gif"),
  ]

  let guests: [Guest]
  private(set) var room: Room?
  /// "> ada {…}" was said by Ada, "< ada {…}" to her.
  private(set) var lines: [String] = []
  /// Longer than this nothing is kept of them.
  private let linesMax: Int
  private var members: [ConnectionID] = []
  private var dice: SplitMix64
  private var now: Int64 = 1_000

  /// - Parameter bots: those who sit down, the first of whom opens the table; somebody who watches comes when all sit.
  init(_ bots: [any Bot], seed: UInt64, linesMax: Int = 0) {
    self.linesMax = linesMax
    dice = SplitMix64(seed: seed)
    guests =
      zip(["ada", "bob", "cyd"], bots).enumerated().map { index, guest in
        Guest(guest.0, slot: UInt32(index), bot: guest.1)
      } + [Guest("eve", slot: 9, bot: nil)]
  }

  /// Bots with seeds of their own at a board of a kind.
  convenience init(_ kind: String, seed: UInt64, players: Int = 2, steps: Int, linesMax: Int = 0) {
    let bots = (0..<players).map { index in
      BoardBot.playing(
        kind, seats: 4, room: index == 0 ? nil : Self.roomName, steps: steps, seed: seed + UInt64(index),
        pictures: Self.pictures)
    }
    self.init(bots, seed: seed, linesMax: linesMax)
  }

  /// Bots at a board that somebody described, which was opened before they come.
  convenience init(describedBy text: [UInt8], seed: UInt64, steps: Int, linesMax: Int = 0) throws {
    let bots = (0..<2).map { index in
      BoardBot(.at(Invitation(room: Self.roomName)), kind: nil, steps: steps, seed: seed + UInt64(index))
    }
    self.init(bots, seed: seed, linesMax: linesMax)
    let board = try BoardDescription.read(text)
    let opening = RoomOpening(
      table: OpenTable(game: board.name, deal: nil, seats: board.seats), opener: guests[0].visitor.guest,
      described: .board(board.kind, text: text))
    var effects: [Effect] = []
    try open(opening, c: 0, from: guests[0], into: &effects)
  }

  private var bots: [Guest] { guests.filter { $0.bot != nil } }
  var isOver: Bool { bots.allSatisfy { $0.bot?.isOver ?? true } }

  // MARK: - The course of things

  /// Goes on until all bots have done what they wanted, or so many lines are written.
  func play(untilLines: Int = .max) throws {
    try arrive()
    while !isOver, lines.count < untilLines {
      let busy = bots.filter { !$0.waiting.isEmpty }
      if busy.isEmpty {
        now += 1_000
        for guest in bots where !(guest.bot?.isOver ?? true) {
          guest.waiting += try guest.bot?.quiet(&guest.numbers) ?? []
        }
      } else {
        try perform(busy[Int(dice.next() % UInt64(busy.count))])
      }
    }
  }

  /// One after the other, so that the first opens the table and all see the others come.
  private func arrive() throws {
    for guest in bots {
      guest.waiting += guest.bot?.begin(&guest.numbers) ?? []
      while guest.known.version < 0, !guest.waiting.isEmpty { try perform(guest) }
    }
    guard let eve = guests.last else { return }
    try say(.subscribe(c: eve.numbers.next(), room: Self.roomName, as: .watch), by: eve)
  }

  private func perform(_ guest: Guest) throws {
    switch guest.waiting.removeFirst() {
    case .tell(let message), .play(let message): try say(message, by: guest)
    case .hold(let milliseconds):
      now += Int64(milliseconds)
      guest.waiting = (guest.bot?.proceed(&guest.numbers) ?? []) + guest.waiting
    }
  }

  // MARK: - To and fro

  private func say(_ message: ClientMessage, by guest: Guest) throws {
    let line = message.line()
    write(">", guest, line)
    now += 40
    var effects: [Effect] = []
    // As a server reads it.
    try hear(try ClientMessage.read(Array(line.dropLast())), from: guest, into: &effects)
    try deliver(effects)
    var later: [Effect] = []
    room?.tick(now: now, into: &later)
    try deliver(later)
  }

  private func hear(_ message: ClientMessage, from guest: Guest, into effects: inout [Effect]) throws {
    if case .open(let c, let table) = message {
      return try open(
        RoomOpening(table: table, opener: guest.visitor.guest), c: c, from: guest, into: &effects)
    }
    guard let told = RoomMessage(message, from: guest.visitor) else { return }
    room?.hear(told, from: guest.connection, now: now, into: &effects)
  }

  private func open(_ opening: RoomOpening, c: Int, from guest: Guest, into effects: inout [Effect]) throws {
    guard let id = RoomID(Self.roomName) else { return }
    var entropy = SplitMix64(seed: 4)
    let fresh = try Room(id: id, opening: opening, secret: [], now: now) {
      (0..<48).map { _ in UInt8(truncatingIfNeeded: entropy.next()) }
    }
    fresh.begin(c: c, from: guest.connection, opening: opening, into: &effects)
    room = fresh
  }

  /// A journal that never waits: what is told is durable.
  private func deliver(_ effects: [Effect]) throws {
    guard let room else { return }
    room.becameDurable(upTo: room.sequence)
    for effect in effects {
      switch effect {
      case .answer(let connection, let reply, _): try tell(reply.line, connection)
      case .tell(let connection, let line): try tell(line, connection)
      case .publish(_, let line, _), .crowd(let line), .talk(let line):
        for member in members { try tell(line, member) }
      case .hover(let line, let except):
        for member in members where member != except { try tell(line, member) }
      case .admit(let connection, _, _, _, _): members = members.filter { $0 != connection } + [connection]
      case .prime(let connection, _, let lines):
        for line in lines.split(separator: UInt8(ascii: "\n")) {
          try tell(Array(line) + [UInt8(ascii: "\n")], connection)
        }
      case .dismiss(let connection): members.removeAll { $0 == connection }
      case .remember, .opened, .keep, .report, .won, .letter, .order, .ask: break
      }
    }
    room.checkInvariants()
  }

  private func tell(_ line: some Collection<UInt8>, _ connection: ConnectionID) throws {
    let line = Array(line)
    guard let guest = guests.first(where: { $0.connection == connection }) else { return }
    write("<", guest, line)
    guard let message = try ServerMessage.read(Array(line.dropLast())) else { return }
    guest.waiting += try guest.bot?.hear(message, &guest.numbers) ?? []
    if guest.bot == nil { _ = guest.mirror.hear(message) }
  }

  private func write(_ direction: String, _ guest: Guest, _ line: [UInt8]) {
    guard lines.count < linesMax else { return }
    lines.append("\(direction) \(guest.name) \(String(decoding: line.dropLast(), as: UTF8.self))")
  }
}

extension RoomMessage {
  /// What a server makes of a message about a room; nil for what is not about one.
  fileprivate init?(_ message: ClientMessage, from visitor: Visitor) {
    switch message {
    case .subscribe(let c, _, let presence, _):
      self = .join(c: c, visitor, as: RoomMessage.Presence(presence), resume: nil)
    case .unsubscribe(let c, _): self = .leave(c: c)
    case .command(let c, _, let command): self = .command(c: c, command)
    case .query(let c, _, let query): self = .query(c: c, query)
    case .lift(let c, _, let item): self = .lift(c: c, item: item)
    case .hover(_, let hover): self = .hover(hover)
    case .cancel(let c, _, let drag): self = .cancel(c: c, drag: drag)
    case .host(let c, _, let command): self = .host(c: c, command)
    case .answer(let c, _, let question, let yes): self = .answer(c: c, question: question, yes: yes)
    case .say(let c, _, let text): self = .say(c: c, text, isKnown: true)
    case .react(let c, _, let what): self = .react(c: c, what)
    case .report(let c, _, let line, let why): self = .report(c: c, line: line, why)
    case .sync: self = .sync
    case .hello, .open, .lobby, .heartbeat: return nil
    }
  }
}
