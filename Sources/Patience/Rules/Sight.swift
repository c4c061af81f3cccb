/// What a player sees of a game, with all that the rules need to go on from there. Promise: it is
/// made of what lies open, as the view in it is.
public struct Sight: Hashable, Sendable {
  public internal(set) var view: TableView
  /// How many people play.
  public internal(set) var seats: UInt8
  /// By stock: which pass through it this is, from 1.
  public internal(set) var passes: [UInt16]
  /// How many cards were played since the stock was turned, where that counts.
  public internal(set) var streak: UInt16
  public internal(set) var options: TableOptions

  public init(
    view: TableView, seats: UInt8 = 1, passes: [UInt16], streak: UInt16 = 0, options: TableOptions
  ) {
    self.view = view
    self.seats = seats
    self.passes = passes
    self.streak = streak
    self.options = options
  }
}
