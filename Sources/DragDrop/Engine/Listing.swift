/// What the runs of a board list for one state of its model: made once for each change, so that
/// nothing has to be made while a drag hovers. Invariant: runs in the order of regions, then of runs.
struct Listing<Model: BoardModel>: Sendable {
  struct Run: Sendable {
    let region: RegionID
    let run: RunID
    let collectionID: Model.CollectionID?
    let isReorderable: Bool
    let items: [Model.ItemID]
  }

  private(set) var runs: [Run] = []

  init(_ board: Board<Model>, _ model: Model) {
    runs.reserveCapacity(board.regions.indices.reduce(0) { $0 + board.regions[$1].runs.count })
    // By index, so that no declaration with all its closures is copied.
    for region in board.regions.indices {
      for run in board.regions[region].runs.indices {
        runs.append(
          Run(
            region: RegionID(region), run: RunID(run),
            collectionID: board.regions[region].runs[run].collectionID,
            isReorderable: board.regions[region].runs[run].isReorderable,
            items: board.regions[region].items(of: run, in: model)))
      }
    }
  }

  // Lookups go by index: a run that is passed by is not copied.

  /// The first run that lists an item, in one region or in any.
  func index(of item: Model.ItemID, in region: RegionID? = nil) -> Int? {
    for index in runs.indices where region == nil || runs[index].region == region {
      if runs[index].items.contains(item) { return index }
    }
    return nil
  }

  /// The first run of a collection.
  func index(of collection: Model.CollectionID, in region: RegionID) -> Int? {
    runs.indices.first { runs[$0].region == region && runs[$0].collectionID == collection }
  }

  func index(of run: RunID, in region: RegionID) -> Int? {
    runs.indices.first { runs[$0].region == region && runs[$0].run == run }
  }

  /// Whether a run is one that items of that origin come from.
  private func isSource(
    _ index: Int, in region: RegionID, as origin: DragSession<Model.ItemID>.Origin
  ) -> Bool {
    guard runs[index].region == region else { return false }
    switch origin {
    case .source: return true
    case .reorder: return runs[index].isReorderable
    case .offsets(let run): return runs[index].run == run
    }
  }

  /// The first of some items that is not where items of that origin come from.
  func firstMissing(
    of items: [Model.ItemID], in region: RegionID, as origin: DragSession<Model.ItemID>.Origin
  ) -> Int? {
    if items.count <= IdentifierSet<Model.ItemID>.listedMax {
      return items.firstIndex { item in
        !runs.indices.contains { isSource($0, in: region, as: origin) && runs[$0].items.contains(item) }
      }
    }
    var there = IdentifierSet<Model.ItemID>()
    for index in runs.indices where isSource(index, in: region, as: origin) {
      for item in runs[index].items { _ = there.insert(item) }
    }
    return items.firstIndex { !there.contains($0) }
  }

  /// Those of the given items that come from where items of that origin do, in the order of the board.
  func inOrder(
    _ items: [Model.ItemID], of region: RegionID, as origin: DragSession<Model.ItemID>.Origin
  ) -> [Model.ItemID] {
    let wanted = IdentifierSet(items)
    var met = IdentifierSet<Model.ItemID>()
    var ordered: [Model.ItemID] = []
    for index in runs.indices where isSource(index, in: region, as: origin) {
      for item in runs[index].items where wanted.contains(item) && met.insert(item) { ordered.append(item) }
    }
    return ordered
  }

  /// Whether no region's reordering holds an item twice.
  var isReorderingUnique: Bool {
    var region: RegionID?
    var met = IdentifierSet<Model.ItemID>()
    for run in runs where run.isReorderable {
      if run.region != region {
        region = run.region
        met = IdentifierSet()
      }
      for item in run.items where !met.insert(item) { return false }
    }
    return true
  }
}

extension Region {
  func items(of run: Int, in model: Model) -> [ItemID] {
    switch runs[run].source {
    case .identifiers(let identifiers): return identifiers(model)
    case .items(let items):
      // Whether there is a name for each item was checked when the board was declared.
      guard let itemID else { return [] }
      return items(model).map { itemID($0) }
    }
  }
}
