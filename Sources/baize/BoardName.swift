import Boards

/// Names of boards as people type them.
enum BoardName {
  /// Not a board of its own: its table is a game of Klondike.
  static let solitaire = "solitaire"

  /// "four-aces, free-piles, …": what to type.
  static var known: String {
    (BoardCatalogue.kinds.map(\.name) + [solitaire]).joined(separator: ", ")
  }

  static func isKnown(_ name: String) -> Bool { BoardCatalogue.kind(named: name) != nil }
}
