/// What each item of a run is to its board: a source of its own, a destination, something to tap,
/// and what it is called. Promise: a declaration only; how it looks is the client's.
///
///     ForEach { $0.files } content: {
///       ItemView()
///         .accessibilityLabel { "\($0.name), draggable" }
///         .dropDestination(isEnabled: { $0[id: $1]?.isFolder ?? false }) {
///           drive, folder, files, _ in
///           drive.put(files, into: folder)
///         }
///     }
public struct ItemView<Model: BoardModel>: Sendable {
  public typealias ItemID = Model.ItemID
  public typealias Drop = DropSession<ItemID, Model.CollectionID>
  public typealias Configuration = DropConfiguration<ItemID, Model.CollectionID>

  private(set) var isDraggable = false
  private(set) var preview: StaticString = ""
  private(set) var label: (@Sendable (Model.Item) -> Text)?
  private(set) var tap: (@Sendable (inout Model, ItemID, PlayerID) -> Bool)?
  private(set) var springDelay: UInt32?
  private(set) var destination: DropDestination<Model>?
  private(set) var manner = DropManner<Model>()

  /// An item that is only shown.
  public init() {}

  // MARK: the source

  /// Carries itself, without a drag container. `preview` is the client's name for what is drawn
  /// under the pointer.
  public func draggable(preview: StaticString? = nil) -> Self {
    with {
      $0.isDraggable = true
      $0.preview = preview ?? $0.preview
    }
  }

  /// What is drawn under the pointer, by the client's name for it.
  public func dragPreview(_ name: StaticString) -> Self {
    with { $0.preview = name }
  }

  // MARK: the destination

  /// Takes items that are dropped onto its middle. Closures get the item that takes them.
  public func dropDestination(
    for item: Model.Item.Type = Model.Item.self,
    isEnabled: @escaping @Sendable (Model, ItemID) -> Bool = { _, _ in true },
    action: @escaping @Sendable (inout Model, ItemID, [Model.Item], Drop) -> Bool
  ) -> Self {
    with {
      $0.destination = DropDestination(
        isEnabled: { model, item in item.map { isEnabled(model, $0) } ?? false },
        action: .items { model, item, items, session in
          item.map { action(&model, $0, items, session) } ?? false
        })
    }
  }

  /// Has the last word on how, and whether, this item takes others.
  public func dropConfiguration(
    _ configure: @escaping @Sendable (Model, ItemID, Drop) -> Configuration
  ) -> Self {
    with {
      $0.manner.configure = { model, item, session in
        item.map { configure(model, $0, session) } ?? .forbidden()
      }
    }
  }

  /// Observes the drags above this item; `true` keeps what it changed in the model.
  public func onDropSessionUpdated(
    _ observe: @escaping @Sendable (inout Model, ItemID, Drop) -> Bool
  ) -> Self {
    with {
      $0.manner.observe = { model, item, session in
        item.map { observe(&model, $0, session) } ?? false
      }
    }
  }

  /// How dragged items look above this item.
  public func dropPreviewsFormation(_ formation: DragDropPreviewsFormation) -> Self {
    with { $0.manner.formation = formation }
  }

  // MARK: taps

  /// The item can be tapped, to be selected for example. The action gets the player. It is no step
  /// that undo takes back.
  public func onTap(
    _ action: @escaping @Sendable (inout Model, ItemID, PlayerID) -> Bool
  ) -> Self {
    with { $0.tap = action }
  }

  /// A drag that rests on the item for so many ticks taps it.
  public func springLoadingBehavior(after ticks: UInt32) -> Self {
    with { $0.springDelay = ticks }
  }

  // MARK: words

  /// What a screen reader calls the item.
  public func accessibilityLabel(_ label: @escaping @Sendable (Model.Item) -> Text) -> Self {
    with { $0.label = label }
  }
}
