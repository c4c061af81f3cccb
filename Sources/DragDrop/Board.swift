/// A whole board, declared: its regions in order. Promise: a declaration only; `BoardEngine` gives
/// it a model and a life.
public struct Board<Model: BoardModel>: Sendable {
  public let regions: [Region<Model>]
  private(set) var dropFormation: DragDropPreviewsFormation?

  public init(@BoardBuilder<Model> _ regions: () -> [Region<Model>]) {
    self.regions = regions()
    precondition(
      self.regions.count <= Int(RegionID.max), "a board has more regions than a RegionID can count")
  }

  /// How dragged items look above a destination that says nothing about it.
  public func dropPreviewsFormation(_ formation: DragDropPreviewsFormation) -> Self {
    var board = self
    board.dropFormation = formation
    return board
  }

  /// The region whose name has these UTF-8 bytes.
  public func region(named name: some Sequence<UInt8>) -> RegionID? {
    for (index, region) in regions.enumerated() {
      let same = region.name.withUTF8Buffer { $0.elementsEqual(name) }
      if same { return RegionID(index) }
    }
    return nil
  }

  /// The first region that shows this collection.
  public func region(of collection: Model.CollectionID) -> RegionID? {
    regions.firstIndex { $0.runs.contains { $0.collectionID == collection } }.map { RegionID($0) }
  }
}

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
