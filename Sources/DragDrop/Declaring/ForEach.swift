/// A run of items on a board, in order: the declaration of what a region shows. Invariant: only a
/// run with a collection can be named by a destination, and only a reorderable one takes part in
/// its region's reordering.
public struct ForEach<Model: BoardModel>: Sendable {
  public typealias ItemID = Model.ItemID

  enum Source: Sendable {
    case identifiers(@Sendable (Model) -> [ItemID])
    /// Items that only the region's container can name.
    case items(@Sendable (Model) -> [Model.Item])
  }

  let source: Source
  let content: ItemView<Model>
  private(set) var collectionID: Model.CollectionID?
  private(set) var isReorderable = false
  private(set) var moveOffsets: (@Sendable (inout Model, [Int], Int) -> Bool)?
  private(set) var destination: DropDestination<Model>?
  private(set) var manner = DropManner<Model>()

  // MARK: what it shows

  /// Items by their identifiers.
  public init(
    _ identifiers: @escaping @Sendable (Model) -> [ItemID],
    content: () -> ItemView<Model> = { ItemView() }
  ) {
    source = .identifiers(identifiers)
    self.content = content()
  }

  /// Items that know their identifiers.
  public init(
    _ items: @escaping @Sendable (Model) -> [Model.Item],
    content: () -> ItemView<Model> = { ItemView() }
  ) where Model.Item: Identifiable, Model.Item.ID == ItemID {
    source = .identifiers { model in items(model).map { $0.id } }
    self.content = content()
  }

  /// Items by any property that tells them apart.
  public init(
    _ items: @escaping @Sendable (Model) -> [Model.Item],
    id: @escaping @Sendable (Model.Item) -> ItemID,
    content: () -> ItemView<Model> = { ItemView() }
  ) {
    source = .identifiers { model in items(model).map { id($0) } }
    self.content = content()
  }

  /// Items that the region's `reorderContainer(for:itemID:)` or `dragContainer(for:itemID:)` names.
  @_disfavoredOverload
  public init(
    _ items: @escaping @Sendable (Model) -> [Model.Item],
    content: () -> ItemView<Model> = { ItemView() }
  ) {
    source = .items(items)
    self.content = content()
  }

  /// Whether a drag in it is a move by offsets.
  var isMovedByOffsets: Bool { moveOffsets != nil && collectionID != nil }

  var namesItems: Bool {
    if case .identifiers = source { true } else { false }
  }

  // MARK: reordering

  /// Takes part in its region's reordering, as one collection of several.
  public func reorderable(collectionID: Model.CollectionID) -> Self {
    with {
      $0.collectionID = collectionID
      $0.isReorderable = true
    }
  }

  /// Takes part in its region's reordering as the only collection.
  public func reorderable() -> Self
  where Model.CollectionID == ReorderableSingleCollectionIdentifier {
    reorderable(collectionID: ReorderableSingleCollectionIdentifier())
  }

  /// Can be named by a destination without taking part in reordering.
  public func collection(_ id: Model.CollectionID) -> Self {
    with { $0.collectionID = id }
  }

  /// Can be named by a destination as the only collection.
  public func collection() -> Self
  where Model.CollectionID == ReorderableSingleCollectionIdentifier {
    collection(ReorderableSingleCollectionIdentifier())
  }

  /// Its items may be moved by offsets, as `move(fromOffsets:toOffset:)` takes them. Whether a drag
  /// does so too depends on a collection by which the run can be named.
  public func onMove(perform action: @escaping @Sendable (inout Model, [Int], Int) -> Bool) -> Self {
    with { $0.moveOffsets = action }
  }

  // MARK: the run as a destination

  /// Takes items at an offset in the run: in front of the item under the pointer, or at its end.
  public func dropDestination(
    for item: Model.Item.Type = Model.Item.self,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, [Model.Item], Int) -> Bool
  ) -> Self {
    with {
      $0.destination = DropDestination(
        isEnabled: { model, _ in isEnabled(model) },
        action: .items { model, _, items, session in action(&model, items, session.index ?? 0) })
    }
  }

  /// Has the last word on how items are taken into this run.
  public func dropConfiguration(
    _ configure:
      @escaping @Sendable (Model, DropSession<ItemID, Model.CollectionID>) ->
      DropConfiguration<ItemID, Model.CollectionID>
  ) -> Self {
    with { $0.manner.configure = { model, _, session in configure(model, session) } }
  }

  /// Observes the drags above this run; `true` keeps what it changed in the model.
  public func onDropSessionUpdated(
    _ observe: @escaping @Sendable (inout Model, DropSession<ItemID, Model.CollectionID>) -> Bool
  ) -> Self {
    with { $0.manner.observe = { model, _, session in observe(&model, session) } }
  }

  /// How dragged items look above this run.
  public func dropPreviewsFormation(_ formation: DragDropPreviewsFormation) -> Self {
    with { $0.manner.formation = formation }
  }
}

/// Collects the runs of a region; `for`, `if` and `switch` may stand among them.
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
