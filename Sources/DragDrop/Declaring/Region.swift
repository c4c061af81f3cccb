/// A part of a board with runs of items, and what may be done with them. Promise: a declaration
/// only; it holds no state.
///
/// Modifiers return a changed copy and may stand in any order. Actions work on a copy of the model
/// and answer whether they did anything: `false` throws the copy away.
public struct Region<Model: BoardModel>: Sendable {
  public typealias ItemID = Model.ItemID
  public typealias Difference = ReorderDifference<ItemID, Model.CollectionID>
  public typealias Drag = DragSession<ItemID>
  public typealias Drop = DropSession<ItemID, Model.CollectionID>
  public typealias Configuration = DropConfiguration<ItemID, Model.CollectionID>

  struct Reorder: Sendable {
    let isEnabled: @Sendable (Model) -> Bool
    let move: @Sendable (inout Model, Difference) -> Bool
  }

  struct Button: Sendable {
    let label: @Sendable (Model) -> Text
    let isEnabled: @Sendable (Model) -> Bool
    let action: @Sendable (inout Model, PlayerID) -> Bool
  }

  /// What clients call it; unique on its board.
  public let name: StaticString
  let runs: [ForEach<Model>]
  var itemID: (@Sendable (Model.Item) -> ItemID)?
  var reorder: Reorder?
  /// Who may move items of its runs by offsets; `nil`: every player who may drag them.
  package internal(set) var editMode: EditMode?
  var payload: (@Sendable (Model, [ItemID], PlayerID) -> [ItemID])?
  var selection: (@Sendable (Model, PlayerID) -> [ItemID])?
  var dragConfiguration = DragConfiguration()
  var observeDrag: (@Sendable (inout Model, Drag) -> Bool)?
  /// How the items of this region look when they are lifted, unless the model decides.
  package internal(set) var dragFormation = DragDropPreviewsFormation.default
  var chosenFormation: (@Sendable (Model, PlayerID) -> DragDropPreviewsFormation)?
  var destination: DropDestination<Model>?
  var manner = DropManner<Model>()
  var button: Button?
  var springDelay: UInt32?
  var label: (@Sendable (Model) -> Text)?

  /// A region with its runs; one without any may still be a destination or a button.
  public init(_ name: StaticString, @RunBuilder<Model> runs: () -> [ForEach<Model>] = { [] }) {
    self.name = name
    self.runs = runs()
  }

  func isCalled(_ name: Text) -> Bool {
    self.name.withUTF8Buffer { $0.elementsEqual(name.bytes) }
  }

  var hasUniqueCollections: Bool {
    var met = IdentifierSet<Model.CollectionID>()
    return runs.allSatisfy { run in
      guard run.isReorderable, let id = run.collectionID else { return true }
      return met.insert(id)
    }
  }

  // MARK: what clients are told

  /// Whether any drag can find a destination here.
  package var isDestination: Bool {
    reorder != nil || destination != nil
      || runs.contains { $0.destination != nil || $0.content.destination != nil || $0.moveOffsets != nil }
  }

  /// Whether it can be pressed.
  package var isButton: Bool { button != nil }

  /// Whether it can be pressed now.
  public func isButtonEnabled(in model: Model) -> Bool {
    button?.isEnabled(model) ?? false
  }

  /// What is written on the button; empty for a region that is not a button.
  public func buttonLabel(in model: Model) -> Text {
    button?.label(model) ?? ""
  }

  /// What a screen reader calls the region; empty if nothing was declared.
  public func accessibilityLabel(in model: Model) -> Text {
    label?(model) ?? ""
  }

  // MARK: buttons, springs

  /// The region is a button. The action gets the player who pressed it.
  public func button(
    label: @escaping @Sendable (Model) -> Text,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, PlayerID) -> Bool
  ) -> Self {
    with { $0.button = Button(label: label, isEnabled: isEnabled, action: action) }
  }

  /// The region can be tapped: a button without a label of its own.
  public func onTap(
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, PlayerID) -> Bool
  ) -> Self {
    button(label: { _ in "" }, isEnabled: isEnabled, action: action)
  }

  /// A drag that rests above the button for so many ticks presses it. What a tick is, the caller of `hover` decides:
  /// it names the tick each time.
  public func springLoadingBehavior(after ticks: UInt32) -> Self {
    with { $0.springDelay = ticks }
  }

  // MARK: looks and words

  /// How the items of this region look when they are lifted, off all destinations.
  public func dragPreviewsFormation(_ formation: DragDropPreviewsFormation) -> Self {
    with { $0.dragFormation = formation }
  }

  /// The same where the formation depends on the model, or on the player who lifts.
  public func dragPreviewsFormation(
    _ formation: @escaping @Sendable (Model, PlayerID) -> DragDropPreviewsFormation
  ) -> Self {
    with { $0.chosenFormation = formation }
  }

  /// How the items of this region look when a player lifts them.
  package func dragFormation(in model: Model, for player: PlayerID) -> DragDropPreviewsFormation {
    chosenFormation?(model, player) ?? dragFormation
  }

  /// How dragged items look above this region.
  public func dropPreviewsFormation(_ formation: DragDropPreviewsFormation) -> Self {
    with { $0.manner.formation = formation }
  }

  /// What a screen reader calls the region.
  public func accessibilityLabel(_ label: @escaping @Sendable (Model) -> Text) -> Self {
    with { $0.label = label }
  }
}

/// Whether the items of a region can be moved by offsets.
public enum EditMode: UInt8, Hashable, Sendable {
  /// Each player begins and ends editing, as an edit button does.
  case toggle
  /// Always.
  case active
}
