package import Patience
import Wire

/// Where seats have piles of their own a deal is for so many; elsewhere everybody at the table plays the same cards.
extension Ruleset {
  private var hasOwnPiles: Bool { zones.contains { $0.owner == .seat } }

  /// For how many it is dealt at a table of so many seats.
  func players(atTableOf seats: Int) -> UInt8 { hasOwnPiles ? UInt8(clamping: seats) : 1 }

  /// - Throws: for a number of seats that the game is not for.
  func check(tableOf seats: Int) throws(BadMessage) {
    guard hasOwnPiles, let why = objection(toPlayers: seats) else { return }
    throw BadMessage(why)
  }

  /// Why it is not dealt for so many; nil where it is: "freecell is for one player, not 5".
  package func objection(toPlayers count: Int) -> String? {
    let (least, most) = (Int(seats.min), Int(seats.max))
    guard !(least...most).contains(count) else { return nil }
    let right = least < most ? "\(least) to \(most) players" : least == 1 ? "one player" : "\(least) players"
    return "\(id.text) is for \(right), not \(count)"
  }
}
