/// How several lifted items are drawn together. The engine only says the name; the client draws.
public enum DragDropPreviewsFormation: UInt8, Hashable, Sendable {
  /// The client decides.
  case `default`
  /// Each item keeps its place relative to the others.
  case none
  /// On top of each other, slightly turned.
  case pile
  /// One under the other, left edges aligned.
  case list
  /// Overlapping diagonally.
  case stack

  /// What clients are told.
  package var wireName: StaticString {
    switch self {
    case .default: "default"
    case .none: "none"
    case .pile: "pile"
    case .list: "list"
    case .stack: "stack"
    }
  }
}
