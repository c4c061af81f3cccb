import Patience
import Wire

/// Where seats have piles of their own a deal is for so many; elsewhere everybody at the table plays the same cards.
extension Ruleset {
  private var hasOwnPiles: Bool { zones.contains { $0.owner == .seat } }

  /// For how many it is dealt at a table of so many seats.
  func players(atTableOf seats: Int) -> UInt8 { hasOwnPiles ? UInt8(clamping: seats) : 1 }

  /// - Throws: for a number of seats that the game is not for.
  func check(tableOf seats: Int) throws(BadMessage) {
    let (least, most) = (Int(self.seats.min), Int(self.seats.max))
    guard hasOwnPiles, !(least...most).contains(seats) else { return }
    let right = least == most ? "\(least)" : "\(least) to \(most)"
    throw BadMessage("\(title) is for \(right) players; open a table with that many \"seats\"")
  }
}
