/// A region as a source of drags: what may be lifted, what travels with it, who looks on.
extension Region {
  // MARK: reordering

  /// Items of the reorderable runs may be moved among them. `move` is called once, when the drag
  /// ends.
  public func reorderContainer(
    for item: Model.Item.Type = Model.Item.self,
    in collection: Model.CollectionID.Type = Model.CollectionID.self,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    move: @escaping @Sendable (inout Model, Difference) -> Bool
  ) -> Self {
    with { $0.reorder = Reorder(isEnabled: isEnabled, move: move) }
  }

  /// The same for items that are not identifiable: `itemID` names the items of the runs.
  public func reorderContainer(
    for item: Model.Item.Type = Model.Item.self,
    itemID: @escaping @Sendable (Model.Item) -> ItemID,
    in collection: Model.CollectionID.Type = Model.CollectionID.self,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    move: @escaping @Sendable (inout Model, Difference) -> Bool
  ) -> Self {
    reorderContainer(for: item, in: collection, isEnabled: isEnabled, move: move)
      .with { $0.itemID = itemID }
  }

  /// Who may move items of the runs with `onMove`, and when.
  public func editMode(_ mode: EditMode) -> Self {
    with { $0.editMode = mode }
  }

  // MARK: what travels

  /// What travels when these items are lifted. No items: they cannot be lifted.
  public func dragContainer(
    for item: Model.Item.Type = Model.Item.self,
    payload: @escaping @Sendable (Model, [ItemID]) -> [ItemID]
  ) -> Self {
    with { $0.payload = { model, ids, _ in payload(model, ids) } }
  }

  /// The same where people may lift different items: the closure is told who lifts.
  public func dragContainer(
    for item: Model.Item.Type = Model.Item.self,
    payloadForPlayer: @escaping @Sendable (Model, [ItemID], PlayerID) -> [ItemID]
  ) -> Self {
    with { $0.payload = payloadForPlayer }
  }

  /// What travels when this one item is lifted. No items: it cannot be lifted.
  @_disfavoredOverload
  public func dragContainer(
    for item: Model.Item.Type = Model.Item.self,
    payloadOfOne: @escaping @Sendable (Model, ItemID) -> [ItemID]
  ) -> Self {
    dragContainer(for: item) { model, ids in ids.flatMap { payloadOfOne(model, $0) } }
  }

  /// The same for items that are not identifiable: `itemID` names the items of the runs.
  public func dragContainer(
    for item: Model.Item.Type = Model.Item.self,
    itemID: @escaping @Sendable (Model.Item) -> ItemID,
    payload: @escaping @Sendable (Model, [ItemID]) -> [ItemID]
  ) -> Self {
    dragContainer(for: item, payload: payload).with { $0.itemID = itemID }
  }

  /// What each player has selected. A player who lifts a selected item lifts the whole selection, in the
  /// order of the board; another item travels alone.
  public func dragContainerSelection(
    _ selection: @escaping @Sendable (Model, PlayerID) -> [ItemID]
  ) -> Self {
    with { $0.selection = selection }
  }

  /// What the items of this region are offered for: copies only, unless it says more. Within
  /// its own
  /// reordering an item can always be moved.
  public func dragConfiguration(_ configuration: DragConfiguration) -> Self {
    with { $0.dragConfiguration = configuration }
  }

  /// Observes the drags that began here; `true` keeps what it changed in the model. What it changes
  /// at the end of a performed drop belongs to the drop's transaction, so that a source may take out
  /// what a destination has put in.
  public func onDragSessionUpdated(
    _ observe: @escaping @Sendable (inout Model, Drag) -> Bool
  ) -> Self {
    with { $0.observeDrag = observe }
  }
}
