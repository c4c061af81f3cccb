import Cards
package import Patience
import Rooms
package import Wire

/// A table of patience at which somebody plays at random for long, takes back, and tries otherwise: what such a table
/// takes in memory is measured on it. What it says is heard by nobody.
package final class LongTable {
  private let table: CheckedTable
  private var dice: SplitMix64
  package private(set) var steps = 0

  /// - Parameter ruleset: of a game that is built in.
  package init(_ ruleset: Ruleset, seed: UInt64) throws(BadMessage) {
    dice = SplitMix64(seed: seed)
    var random: [UInt8] = []
    for _ in 0..<48 { random.append(UInt8(truncatingIfNeeded: dice.next() >> 32)) }
    let open = OpenTable(game: ruleset.id.text, deal: .open(seed), auto: .off, timed: false)
    table = try CheckedTable(RoomOpening(table: open, opener: CheckedTable.opener), random: random)
  }

  /// What the table says that it takes, in bytes.
  package var byteCount: Int { table.room.byteCount }

  /// Plays so many commands that are accepted; a game that is won or stuck is dealt anew.
  package func play(_ count: Int) {
    for _ in 0..<count {
      let version = table.room.version
      while table.room.version == version {
        table.pass(milliseconds: 500)
        table.hear(.command(c: table.nextC(), Command(operation)), from: CheckedTable.player)
      }
      steps += 1
      table.forgetWhatWasSaid()
    }
  }

  private var operation: Command.Operation {
    if table.room.isOver { return .deal(.open(dice.next() % 1_000_000), game: nil) }
    let dests = table.game.dests(room: "", version: 0, seat: SeatNumber(0))
    let moves =
      dests.sources.flatMap { source in
        source.destinations.map { Command.Operation.move(item: source.items[0], to: Landing($0.collection)) }
      } + dests.taps.map { .tap(place: $0, item: nil) }
    let chance = dice.next() % 10
    if dests.canUndo, chance == 0 || moves.isEmpty { return .undo }
    if dests.canRedo, chance == 1 { return .redo }
    guard !moves.isEmpty else { return .restart }
    return moves[Int(dice.next() % UInt64(moves.count))]
  }
}
