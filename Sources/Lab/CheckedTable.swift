import Cards
import Patience
import Rooms
import Wire

/// A real room with one player and one who watches, without sockets, whose journal has each record at once. Promise:
/// what everybody is told, and what the log holds, is kept in order.
final class CheckedTable {
  static let player = ConnectionID(loop: 0, slot: 0, generation: 1)
  static let watcher = ConnectionID(loop: 0, slot: 1, generation: 1)
  private static let entrance = ConnectionID(loop: 0, slot: 2, generation: 1)

  let room: Room
  private(set) var records: [Remembered]
  private(set) var now: Int64 = 1_000
  private var told: [[UInt8]] = []
  private var lastC = 0

  /// - Parameters:
  ///   - opening: with the id of a game that is built in.
  ///   - deal: other cards than those that the opening deals.
  ///   - projection: what is seen of it.
  ///   - random: 48 bytes, from which all that is left to chance comes.
  init(
    _ opening: RoomOpening, deal: Deal? = nil, seen projection: any Projection = WholeView(), random: [UInt8]
  ) throws(BadMessage) {
    let opened = try Room(id: RoomID(random: random), opening: opening, secret: [], now: now) { random }
    var game = opened.game
    if let deal, let dealt = game.patience {
      let board = PatienceBoard(
        ruleset: dealt.ruleset, dealing: dealt.dealing, deal: deal, options: dealt.options,
        players: dealt.engine.model.seats)
      game = Game(board)
    }
    room = Room(id: opened.id, game: game, opening: opening, seen: projection, now: now) { random }
    records = []
    var effects: [Effect] = []
    room.begin(c: nextC(), from: Self.entrance, opening: opening, into: &effects)
    apply(effects)
    sitDown()
  }

  /// A table that its log leads to.
  init(_ reopening: Reopening, records: [Remembered], now: Int64, random: [UInt8]) {
    self.records = records
    self.now = now
    room = Room(id: reopening.room, reopening: reopening, generation: 0, secret: [], now: now) { random }
    sitDown()
  }

  var game: Game { room.game }

  /// What lies here.
  ///
  /// - Precondition: it is a game of patience.
  var patience: PatienceBoard {
    guard let patience = game.patience else { preconditionFailure("this is no game of patience") }
    return patience
  }

  static let opener = GuestID(digest: Array("a player of games".utf8))

  private func sitDown() {
    hear(.join(c: nextC(), Self.visitor(Self.opener, "Ada"), as: .play, resume: nil), from: Self.player)
    let guest = GuestID(digest: Array("one who watches".utf8) + [0])
    hear(.join(c: nextC(), Self.visitor(guest, "Eve"), as: .watch, resume: nil), from: Self.watcher)
  }

  private static func visitor(_ guest: GuestID, _ name: String) -> Visitor {
    Visitor(
      guest: guest, visit: VisitID(random: Array("\(name)'s only visit ".utf8)), name: name, isBot: true,
      wantsDests: true, wantsDrag: true)
  }

  func nextC() -> Int {
    lastC += 1
    return lastC
  }

  func pass(milliseconds: Int64) { now += milliseconds }

  func hear(_ message: RoomMessage, from connection: ConnectionID) {
    var effects: [Effect] = []
    room.hear(message, from: connection, now: now, into: &effects)
    apply(effects)
  }

  /// The number of the drag that somebody was last leased, among what was told since the last call of `takeTold`.
  var drag: Int? {
    for line in told.reversed() {
      if case .lease(_, let lease)? = try? ServerMessage.read(Array(line.dropFirst())) { return lease.drag }
    }
    return nil
  }

  /// Whether a command of the player was agreed to.
  func agrees(to operation: Command.Operation) -> Bool {
    let version = room.version
    hear(.command(c: nextC(), Command(operation)), from: Self.player)
    return room.version == version + 1
  }

  /// What was told since the last call: each line behind a byte for whom.
  func takeTold() -> [[UInt8]] {
    defer { told.removeAll(keepingCapacity: true) }
    return told
  }

  /// Empties the records and the lines, which a long game would fill.
  func forgetWhatWasSaid() {
    records.removeAll()
    told.removeAll()
  }

  /// Told as well: what lists of tables say of this one, and what the rules in a browser are given.
  func tellAllElse() {
    told.append(ServerMessage.tables([room.summary]).line())
    told.append(patience.engine.model.sight.bytes)
  }

  private func apply(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .remember(let record):
        records.append(record)
        room.becameDurable(upTo: record.sequence)
      case .answer(let connection, let reply, _): tell(reply.line, to: connection)
      case .tell(let connection, let line):
        tell(line, to: connection)
      case .prime(let connection, _, let lines): tell(lines, to: connection)
      case .publish(_, let line, _), .crowd(let line), .talk(let line):
        tell(line, to: Self.player)
        tell(line, to: Self.watcher)
      case .hover(let line, let except):
        for connection in [Self.player, Self.watcher] where connection != except {
          tell(line, to: connection)
        }
      case .admit, .dismiss, .opened, .keep, .report, .won, .letter, .order, .ask: break
      }
    }
  }

  private func tell(_ line: [UInt8], to connection: ConnectionID) {
    told.append([UInt8(truncatingIfNeeded: connection.slot)] + line)
  }
}
