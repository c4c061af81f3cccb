/// A run of items on a board, in order: the declaration of what a region shows. Invariant: only a
/// run with a collection can be named by a destination, and only a reorderable one takes part in
/// its region's reordering.
public struct ForEach<Model: BoardModel>: Sendable {
  public typealias ItemID = Model.Item.ID

  let items: @Sendable (Model) -> [ItemID]
  private(set) var collectionID: Model.CollectionID?
  private(set) var isReorderable = false

  public init(_ items: @escaping @Sendable (Model) -> [ItemID]) {
    self.items = items
  }

  /// Takes part in its region's reordering, as one collection of several.
  public func reorderable(collectionID: Model.CollectionID) -> Self {
    var run = self
    run.collectionID = collectionID
    run.isReorderable = true
    return run
  }

  /// Takes part in its region's reordering as the only collection.
  public func reorderable() -> Self
  where Model.CollectionID == ReorderableSingleCollectionIdentifier {
    reorderable(collectionID: ReorderableSingleCollectionIdentifier())
  }

  /// Can be named by a destination without taking part in reordering.
  public func collection(_ id: Model.CollectionID) -> Self {
    var run = self
    run.collectionID = id
    return run
  }
}

@resultBuilder
public enum RunBuilder<Model: BoardModel> {
  public static func buildExpression(_ run: ForEach<Model>) -> [ForEach<Model>] { [run] }
  public static func buildBlock(_ runs: [ForEach<Model>]...) -> [ForEach<Model>] {
    runs.flatMap { $0 }
  }
  public static func buildArray(_ runs: [[ForEach<Model>]]) -> [ForEach<Model>] {
    runs.flatMap { $0 }
  }
  public static func buildOptional(_ runs: [ForEach<Model>]?) -> [ForEach<Model>] { runs ?? [] }
  public static func buildEither(first runs: [ForEach<Model>]) -> [ForEach<Model>] { runs }
  public static func buildEither(second runs: [ForEach<Model>]) -> [ForEach<Model>] { runs }
}
