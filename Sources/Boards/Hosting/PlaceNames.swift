import DragDrop

/// The names of a board's regions and collections. Invariant: no two places have one name, but a region and
/// its only collection may share theirs.
struct PlaceNames<Model: BoardModel>: Sendable {
  struct Place: Sendable {
    let region: RegionID
    let collection: Model.CollectionID?
  }

  private var places: [String: Place] = [:]
  private var names: [Model.CollectionID: String] = [:]
  private var regionNames: [String] = []

  init(_ board: Board<Model>, runs: [BoardEngine<Model>.ShownRun], named: (Model.CollectionID) -> String) {
    regionNames = board.regions.map { $0.name.description }
    for (region, name) in regionNames.enumerated() {
      places[name] = Place(region: RegionID(region), collection: nil)
    }
    for run in runs {
      guard let collection = run.collectionID else { continue }
      let name = named(collection)
      names[collection] = name
      let known = places[name]
      precondition(
        known.map { $0.region == run.region && ($0.collection == nil || $0.collection == collection) }
          ?? true,
        "two places of a board are called \(name)")
      places[name] = Place(region: run.region, collection: collection)
    }
  }

  subscript(_ name: String) -> Place? { places[name] }

  func name(of region: RegionID) -> String { regionNames[region.index] }

  /// What a run is called: as its collection, or else as its region.
  func name(of collection: Model.CollectionID?, in region: RegionID) -> String {
    collection.flatMap { names[$0] } ?? name(of: region)
  }
}
