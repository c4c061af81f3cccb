import Cards
import Load
import Patience
import Wire

/// Tables of FreeCell at which people make moves at random, each from a deal of its own. After each move they ask
/// whether the game can still be won. At the end of a game it begins anew.
struct AskingTables {
  private static let game = "freecell"
  /// Moves of a game before it begins anew.
  private static let movesMax = 60

  let fleet: Fleet
  private let rooms: [String]
  private let scripts: [[Command.Operation]]
  private let asks: Bool
  private let spoken: BenchTables.Spoken

  /// - Parameter asks: false: the same moves without the questions.
  init(_ count: Int, asks: Bool, on target: Target) throws {
    let seats = try BenchTables.seats(count, on: target) {
      OpenTable(game: Self.game, deal: .open(UInt64($0 + 1)), access: .public)
    }
    let greetings = seats.map { seat in
      BenchTables.greeting(token: seat.token)
        + ClientFrame.text(ClientMessage.subscribe(c: 1, room: seat.room, as: .play).line())
    }
    // Only verdicts count.
    var style = BenchTables.tableStyle(counting: "{\"t\":\"ve")
    style.greeting = { greetings[$0] }
    fleet = try Fleet(target, path: "/ws", count: count, style: style)
    rooms = seats.map(\.room)
    scripts = (0..<count).map { Self.script(deal: UInt64($0 + 1)) }
    self.asks = asks
    spoken = BenchTables.Spoken(count)
  }

  /// A move of one table after the other.
  func voice(perSecond: Double) -> SteadyWork.Voice {
    SteadyWork.Voice(fleet, perSecond: perSecond) { number, _ in
      let table = number % rooms.count
      let (script, step) = (scripts[table], spoken.next(table))
      let c = 2 + 2 * step
      let command = Command(script[step % script.count])
      var bytes = ClientFrame.text(ClientMessage.command(c: c, room: rooms[table], command).line())
      if asks {
        bytes += ClientFrame.text(
          ClientMessage.query(c: c + 1, room: rooms[table], .verdict(.none)).line())
      }
      return bytes
    }
  }

  /// Moves at random, and the deal begun anew.
  private static func script(deal: UInt64) -> [Command.Operation] {
    guard let ruleset = Catalogue.ruleset(id: game) else { preconditionFailure("there is FreeCell") }
    var table = Table(ruleset: ruleset, deal: Deal(number: deal, of: ruleset))
    var (moves, dice) = ([Command.Operation](), SplitMix64(seed: deal))
    while moves.count < movesMax {
      let drops = table.choices(whileOthersHold: []).drops.flatMap { drop in
        drop.places.map { (drop.handle, $0.pile) }
      }
      guard let (handle, pile) = drops.randomElement(using: &dice),
        (try? table.move(table.stack(from: handle), to: pile)) != nil
      else { break }
      moves.append(.move(item: Int(handle), into: pile.text))
    }
    return moves + [.restart]
  }
}
