/// A part of a board with runs of items, and what may be done with them. Promise: a declaration
/// only; it holds no state.
///
/// Modifiers return a changed copy and may stand in any order. Actions work on a copy of the model
/// and answer whether they did anything: `false` throws the copy away.
public struct Region<Model: BoardModel>: Sendable {
  public typealias ItemID = Model.Item.ID
  public typealias Difference = ReorderDifference<ItemID, Model.CollectionID>
  public typealias Drop = DropSession<ItemID, Model.CollectionID>
  public typealias Configuration = DropConfiguration<ItemID, Model.CollectionID>

  struct Reorder: Sendable {
    let isEnabled: @Sendable (Model) -> Bool
    let move: @Sendable (inout Model, Difference) -> Bool
  }

  struct Destination: Sendable {
    let isEnabled: @Sendable (Model) -> Bool
    let action: @Sendable (inout Model, [Model.Item], Drop) -> Bool
  }

  struct Button: Sendable {
    let label: @Sendable (Model) -> StaticString
    let isEnabled: @Sendable (Model) -> Bool
    let action: @Sendable (inout Model, UInt32) -> Bool
  }

  public let name: StaticString
  let runs: [ForEach<Model>]
  private(set) var reorder: Reorder?
  private(set) var payload: (@Sendable (Model, [ItemID]) -> [ItemID])?
  private(set) var dragConfiguration = DragConfiguration()
  private(set) var observeDrag: (@Sendable (inout Model, DragSession<ItemID>) -> Void)?
  private(set) var destination: Destination?
  private(set) var configure: (@Sendable (Model, Drop) -> Configuration)?
  /// How the items of this region look when they are lifted.
  public private(set) var dragFormation = DragDropPreviewsFormation.default
  private(set) var dropFormation: DragDropPreviewsFormation?
  private(set) var label: (@Sendable (Model) -> [UInt8])?
  private(set) var button: Button?

  public init(_ name: StaticString, @RunBuilder<Model> runs: () -> [ForEach<Model>] = { [] }) {
    self.name = name
    self.runs = runs()
  }

  /// Whether a drag can find a destination here.
  public var isDestination: Bool { reorder != nil || destination != nil }

  // MARK: what clients are told

  public var isButton: Bool { button != nil }

  public func isButtonEnabled(in model: Model) -> Bool {
    button?.isEnabled(model) ?? false
  }

  /// What is written on the button; nothing on a region that is none.
  public func buttonLabel(in model: Model) -> StaticString {
    button?.label(model) ?? ""
  }

  /// What a screen reader calls the region, as UTF-8; empty if nothing was declared.
  public func accessibilityLabel(in model: Model) -> [UInt8] {
    label?(model) ?? []
  }

  // MARK: reordering

  /// Items of the reorderable runs may be moved among them. `move` is called once, when the drag
  /// ends.
  public func reorderContainer(
    for item: Model.Item.Type = Model.Item.self,
    in collection: Model.CollectionID.Type = Model.CollectionID.self,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    move: @escaping @Sendable (inout Model, Difference) -> Bool
  ) -> Self {
    var region = self
    region.reorder = Reorder(isEnabled: isEnabled, move: move)
    return region
  }

  // MARK: the source

  /// What travels when these items are lifted. No items: they cannot be lifted.
  public func dragContainer(
    for item: Model.Item.Type = Model.Item.self,
    payload: @escaping @Sendable (Model, [ItemID]) -> [ItemID]
  ) -> Self {
    var region = self
    region.payload = payload
    return region
  }

  /// What travels when this one item is lifted. No items: it cannot be lifted.
  public func dragContainer(
    for item: Model.Item.Type = Model.Item.self,
    payloadOfOne: @escaping @Sendable (Model, ItemID) -> [ItemID]
  ) -> Self {
    dragContainer(for: item) { model, ids in ids.flatMap { payloadOfOne(model, $0) } }
  }

  public func dragConfiguration(_ configuration: DragConfiguration) -> Self {
    var region = self
    region.dragConfiguration = configuration
    return region
  }

  /// Observes the drags that began here. With `ended` of a performed drop it runs inside the drop's
  /// transaction, so that a source may take out what a destination has put in.
  public func onDragSessionUpdated(
    _ observe: @escaping @Sendable (inout Model, DragSession<ItemID>) -> Void
  ) -> Self {
    var region = self
    region.observeDrag = observe
    return region
  }

  // MARK: the destination

  /// Takes items that come from outside this region's own reordering.
  public func dropDestination(
    for item: Model.Item.Type = Model.Item.self,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, [Model.Item], Drop) -> Bool
  ) -> Self {
    var region = self
    region.destination = Destination(isEnabled: isEnabled, action: action)
    return region
  }

  /// Has the last word on how, and where, items are taken.
  public func dropConfiguration(
    _ configure: @escaping @Sendable (Model, Drop) -> Configuration
  ) -> Self {
    var region = self
    region.configure = configure
    return region
  }

  // MARK: buttons

  /// The region is a button. The action gets the player who pressed it.
  public func button(
    label: @escaping @Sendable (Model) -> StaticString,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, UInt32) -> Bool
  ) -> Self {
    var region = self
    region.button = Button(label: label, isEnabled: isEnabled, action: action)
    return region
  }

  /// The region can be tapped: a button without a label of its own.
  public func onTap(
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, UInt32) -> Bool
  ) -> Self {
    button(label: { _ in "" }, isEnabled: isEnabled, action: action)
  }

  // MARK: looks and words

  public func dragPreviewsFormation(_ formation: DragDropPreviewsFormation) -> Self {
    var region = self
    region.dragFormation = formation
    return region
  }

  public func dropPreviewsFormation(_ formation: DragDropPreviewsFormation) -> Self {
    var region = self
    region.dropFormation = formation
    return region
  }

  /// What a screen reader calls the region, as UTF-8.
  public func accessibilityLabel(_ label: @escaping @Sendable (Model) -> [UInt8]) -> Self {
    var region = self
    region.label = label
    return region
  }
}
