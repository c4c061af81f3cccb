import Console
import Load
import Player
import Wire

/// Players at tables of their own, who take a move back and play it again for ever. Each step is an event for the
/// spectators.
struct BenchTables {
  /// Below what a server allows one visit, so that nothing is refused.
  static let commandsPerSecond = 15.0
  private static let opensAtOnce = 10
  /// Of these one is the answer to an opening; each is waited for a second.
  private static let messagesMax = 10

  let fleet: Fleet
  let rooms: [String]
  private let spoken: Spoken

  /// How many commands each player has given, over all runs: a number that was used before would be answered and
  /// not carried out.
  final class Spoken {
    private var counts: [Int]

    init(_ players: Int) { counts = [Int](repeating: 0, count: players) }

    func next(_ player: Int) -> Int {
      defer { counts[player] += 1 }
      return counts[player]
    }
  }

  /// Opens the tables, and sits down at each.
  ///
  /// - Parameter windows: so many connections has each player, who moves in all of them.
  static func players(_ count: Int, windows: Int = 1, on target: Target) throws -> BenchTables {
    let seats = try seats(count, on: target) { _ in
      OpenTable(game: "klondike1", deal: .open(7), access: .public)
    }
    let greetings = seats.map { seat in
      greeting(token: seat.token)
        + [
          ClientMessage.subscribe(c: 1, room: seat.room, as: .play),
          .command(c: 2, room: seat.room, Command(.tap(place: "stock", item: nil))),
        ].flatMap { ClientFrame.text($0.line()) }
    }
    var style = tableStyle(counting: "{\"t\":\"ok")
    style.greeting = { greetings[$0 / windows] }
    let fleet = try Fleet(target, path: "/ws", count: count * windows, style: style)
    let rooms = seats.flatMap { [String](repeating: $0.room, count: windows) }
    return BenchTables(fleet: fleet, rooms: rooms, spoken: Spoken(count * windows))
  }

  /// So many tables, and the tokens of those who opened them.
  static func seats(
    _ count: Int, on target: Target, _ table: (Int) -> OpenTable
  ) throws -> [(room: String, token: String)] {
    var seats: [(room: String, token: String)] = []
    while seats.count < count {
      seats += try open(seats.count..<min(count, seats.count + opensAtOnce), on: target, table)
    }
    return seats
  }

  /// `perSecond` commands of each player.
  func voice(perSecond: Double) -> SteadyWork.Voice {
    SteadyWork.Voice(fleet, perSecond: perSecond * Double(fleet.count)) { _, index in
      let number = spoken.next(index)
      let operation: Command.Operation = number % 2 == 0 ? .undo : .redo
      return ClientFrame.text(
        ClientMessage.command(c: 3 + number, room: rooms[index], Command(operation)).line())
    }
  }

  /// The stock turned, so many times a second of each connection: what nobody at the table can make impossible.
  func turns(perSecond: Double) -> SteadyWork.Voice {
    SteadyWork.Voice(fleet, perSecond: perSecond * Double(fleet.count)) { _, index in
      let turn = Command(.tap(place: "stock", item: nil))
      return ClientFrame.text(
        ClientMessage.command(c: 3 + spoken.next(index), room: rooms[index], turn).line())
    }
  }

  /// Spectators of the first table.
  func watchers(_ count: Int, on target: Target, deflate: Bool = false, isDeaf: Bool = false) throws -> Fleet
  {
    var style = Self.tableStyle(counting: "{\"t\":\"ev")
    style.offersDeflate = deflate
    style.isDeaf = isDeaf
    let words = Self.watched([rooms[0]])
    style.greeting = { _ in words[0] }
    return try Fleet(target, path: "/ws", count: count, style: style)
  }

  /// What a spectator of each of the rooms says first.
  static func watched(_ rooms: [String]) -> [[UInt8]] {
    rooms.map { room in
      greeting(token: nil) + ClientFrame.text(ClientMessage.subscribe(c: 1, room: room, as: .watch).line())
    }
  }

  static func tableStyle(counting: StaticString) -> Fleet.Style {
    var style = Fleet.Style()
    style.subprotocol = WireProtocol.name
    style.counting = counting
    return style
  }

  static func greeting(token: String?) -> [UInt8] {
    var hello = Hello()
    hello.token = token
    hello.name = "Bench"
    hello.role = .bot
    hello.app = "bench"
    return ClientFrame.text(ClientMessage.hello(hello).line())
  }

  private static func open(
    _ numbers: Range<Int>, on target: Target, _ table: (Int) -> OpenTable
  ) throws -> [(room: String, token: String)] {
    do throws(PlayerFailure) {
      let client = try PlayerClient(ServerAddress("ws://\(target.place)"), name: "Bench")
      defer { client.close() }
      var opened: [(room: String, token: String)] = []
      for number in numbers {
        opened.append((try open(table(number), over: client), client.welcome.token))
      }
      return opened
    } catch {
      throw Complaint.fail("\(error)")
    }
  }

  private static func open(
    _ table: OpenTable, over client: PlayerClient
  ) throws(PlayerFailure) -> String {
    let c = client.numbers.next()
    try client.tell(.open(c: c, table))
    for _ in 0..<messagesMax {
      switch try client.next(withinMilliseconds: 1000) {
      case .ok(c, let agreement)?: if let room = agreement.opened { return room }
      case .no(let refusal)?: throw .refused(refusal.code, why: refusal.why, what: "to open a table")
      default: continue
      }
    }
    throw .silent(seconds: messagesMax)
  }
}
