/// Which operations a source offers. A destination may choose among them and cannot invent others.
public struct DragConfiguration: Hashable, Sendable {
  /// What destinations of the same board may choose from.
  public var operationsWithinApp: DropOperation.Set
  /// What is offered to those outside it. Without `copy` nothing is given away as data.
  public var operationsOutsideApp: DropOperation.Set

  /// Copy, and move or delete only if they are allowed.
  public init(allowMove: Bool = false, allowDelete: Bool = false) {
    var operations: DropOperation.Set = .copy
    if allowMove { operations.insert(.move) }
    if allowDelete { operations.insert(.delete) }
    self.init(operationsWithinApp: operations, operationsOutsideApp: operations)
  }

  /// Any operations, for both sides apart.
  public init(
    operationsWithinApp: DropOperation.Set, operationsOutsideApp: DropOperation.Set = .copy
  ) {
    self.operationsWithinApp = operationsWithinApp
    self.operationsOutsideApp = operationsOutsideApp
  }
}
