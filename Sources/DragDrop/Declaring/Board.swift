/// A whole board, declared: its regions in order. Promise: a declaration only; `BoardEngine` gives
/// it a model and a life.
public struct Board<Model: BoardModel>: Sendable {
  /// What a destination of this board may know of a drag.
  public typealias Drop = DropSession<Model.ItemID, Model.CollectionID>
  /// What a destination of this board answers.
  public typealias Configuration = DropConfiguration<Model.ItemID, Model.CollectionID>

  /// In the order of their declaration.
  public let regions: [Region<Model>]
  /// How items travel as data; `nil`: they stay on the board.
  package let transfer: Transfer<Model.Item>?
  private(set) var destination: DropDestination<Model>?
  private(set) var manner = DropManner<Model>()

  /// A board whose items travel as `transfer` says, or not at all.
  /// - Precondition: every run's items have identifiers, their own or their container's, and no two
  ///   reorderable runs of a region are one collection.
  public init(
    transfer: Transfer<Model.Item>? = nil, @BoardBuilder<Model> _ regions: () -> [Region<Model>]
  ) {
    self.regions = regions()
    self.transfer = transfer
    precondition(
      self.regions.count <= RegionID.countMax, "a board has more regions than a RegionID can count")
    for (index, region) in self.regions.enumerated() {
      let isNamedTwice = self.regions[..<index].contains { $0.isCalled(Text(region.name)) }
      precondition(!isNamedTwice, "two regions of a board have one name")
      precondition(region.runs.count <= RunID.countMax, "a region has more runs than a RunID can count")
      precondition(
        region.hasUniqueCollections, "two reorderable runs of a region are one collection")
      precondition(
        region.itemID != nil || region.runs.allSatisfy { $0.namesItems },
        "a run's items have no identifiers: give it `id:`, or its container `itemID:`")
    }
  }

  /// How dragged items look above a destination that says nothing about it.
  public func dropPreviewsFormation(_ formation: DragDropPreviewsFormation) -> Self {
    with { $0.manner.formation = formation }
  }

  /// Takes items that no region takes. The action gets the items with their values of now, in the
  /// order in which they travelled; `false` from it declines.
  public func dropDestination(
    for item: Model.Item.Type = Model.Item.self,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, [Model.Item], Drop) -> Bool
  ) -> Self {
    with {
      $0.destination = DropDestination(
        isEnabled: { model, _ in isEnabled(model) },
        action: .items { model, _, items, session in action(&model, items, session) })
    }
  }

  /// Has the last word on how items are taken that no region takes.
  public func dropConfiguration(
    _ configure: @escaping @Sendable (Model, Drop) -> Configuration
  ) -> Self {
    with { $0.manner.configure = { model, _, session in configure(model, session) } }
  }

  /// Observes the drags above it that no region hears; `true` keeps what it changed in the model.
  public func onDropSessionUpdated(
    _ observe: @escaping @Sendable (inout Model, Drop) -> Bool
  ) -> Self {
    with { $0.manner.observe = { model, _, session in observe(&model, session) } }
  }

  // MARK: lookups

  /// The region of that name; `nil` if there is no such region.
  public func region(named name: Text) -> RegionID? {
    regions.firstIndex { $0.isCalled(name) }.map { RegionID($0) }
  }
}

extension Board where Model.Item: Transferable {
  /// A board whose items travel as their type declares.
  public init(@BoardBuilder<Model> _ regions: () -> [Region<Model>]) {
    self.init(transfer: Model.Item.transferRepresentation.transfer, regions)
  }
}

/// Collects the regions of a board; `for`, `if` and `switch` may stand among them.
@resultBuilder
public enum BoardBuilder<Model: BoardModel> {
  public static func buildExpression(_ region: Region<Model>) -> [Region<Model>] { [region] }
  public static func buildBlock(_ regions: [Region<Model>]...) -> [Region<Model>] {
    regions.flatMap { $0 }
  }
  public static func buildArray(_ regions: [[Region<Model>]]) -> [Region<Model>] {
    regions.flatMap { $0 }
  }
  public static func buildOptional(_ regions: [Region<Model>]?) -> [Region<Model>] { regions ?? [] }
  public static func buildEither(first regions: [Region<Model>]) -> [Region<Model>] { regions }
  public static func buildEither(second regions: [Region<Model>]) -> [Region<Model>] { regions }
}
