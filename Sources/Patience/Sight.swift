/// What a player sees of a game, with all that the rules need to go on from there. Promise: it is
/// made of what lies open, as the view in it is.
public struct Sight: Hashable, Sendable {
  public let view: TableView
  /// Which pass through the stock this is, from 1.
  public let pass: UInt16
  public let options: TableOptions

  public init(view: TableView, pass: UInt16, options: TableOptions) {
    self.view = view
    self.pass = pass
    self.options = options
  }
}
