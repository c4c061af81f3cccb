/// What a destination does with dragged items.
public enum DropOperation: UInt8, Hashable, Sendable {
  /// The drag ends without any destination.
  case cancel
  /// The destination will not have them.
  case forbidden
  /// The destination gets copies. The model may only gain items.
  case copy
  /// The items go to the destination. The model neither gains nor loses any.
  case move
  /// The items are taken away. The model may lose them, and no others.
  case delete
  /// The destination refers to the items. The model may only gain items.
  case alias

  /// The operations that a source offers.
  public struct Set: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let copy = Set(rawValue: 1)
    public static let move = Set(rawValue: 2)
    public static let delete = Set(rawValue: 4)
    public static let alias = Set(rawValue: 8)

    /// The first of some operations that is offered, `forbidden` if none is. What most destinations
    /// want is `first(of: .move, .copy)`; a card game has nothing to fall back on.
    public func first(of preferred: DropOperation...) -> DropOperation {
      preferred.first { offers($0) } ?? .forbidden
    }

    /// Whether the operation is among those offered. `cancel` and `forbidden` never are.
    public func offers(_ operation: DropOperation) -> Bool {
      switch operation {
      case .cancel, .forbidden: false
      case .copy: contains(.copy)
      case .move: contains(.move)
      case .delete: contains(.delete)
      case .alias: contains(.alias)
      }
    }
  }
}
