/// A board as the engine reads it: one reference, however many closures were declared, so that nothing
/// is copied while a drag hovers. Invariant: it never changes.
final class Declaration<Model: BoardModel>: Sendable {
  let board: Board<Model>
  // The parts of it that are asked often, so that asking copies no more than the part.
  let regions: [Region<Model>]
  let transfer: Transfer<Model.Item>?
  let destination: DropDestination<Model>?
  let manner: DropManner<Model>
  /// Regions that can take anything, in order.
  let destinationRegions: [RegionID]
  /// By region: its only run that is a destination, if exactly one is.
  let onlyDestinationRuns: [RunID?]

  init(_ board: Board<Model>) {
    self.board = board
    regions = board.regions
    transfer = board.transfer
    destination = board.destination
    manner = board.manner
    destinationRegions = board.regions.indices.compactMap {
      board.regions[$0].isDestination ? RegionID($0) : nil
    }
    onlyDestinationRuns = board.regions.map { region in
      let takers = region.runs.indices.filter { region.runs[$0].destination != nil }
      return takers.count == 1 ? takers.first.map { RunID($0) } : nil
    }
  }

  // MARK: what stands where

  func destination(at target: DropTarget<Model.ItemID>) -> DropDestination<Model>? {
    switch target {
    case .board: destination
    case .region(let region): regions[region.index].destination
    case .run(let region, let run): regions[region.index].runs[run.index].destination
    case .item(let region, let run, _):
      regions[region.index].runs[run.index].content.destination
    }
  }

  func configure(at target: DropTarget<Model.ItemID>) -> DropManner<Model>.Configure? {
    switch target {
    case .board: manner.configure
    case .region(let region): regions[region.index].manner.configure
    case .run(let region, let run): regions[region.index].runs[run.index].manner.configure
    case .item(let region, let run, _):
      regions[region.index].runs[run.index].content.manner.configure
    }
  }

  func observe(at target: DropTarget<Model.ItemID>) -> DropManner<Model>.Observe? {
    switch target {
    case .board: manner.observe
    case .region(let region): regions[region.index].manner.observe
    case .run(let region, let run): regions[region.index].runs[run.index].manner.observe
    case .item(let region, let run, _):
      regions[region.index].runs[run.index].content.manner.observe
    }
  }

  /// What the innermost of the places around a target says, and never what the source says.
  func formation(at target: DropTarget<Model.ItemID>) -> DragDropPreviewsFormation {
    var said: DragDropPreviewsFormation?
    switch target {
    case .board, .region: break
    case .run(let region, let run): said = regions[region.index].runs[run.index].manner.formation
    case .item(let region, let run, _):
      let declared = regions[region.index].runs[run.index]
      said = declared.content.manner.formation ?? declared.manner.formation
    }
    if let region = target.region { said = said ?? regions[region.index].manner.formation }
    return said ?? manner.formation ?? .default
  }
}
