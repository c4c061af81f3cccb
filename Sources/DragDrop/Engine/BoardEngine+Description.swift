/// A description of a board for clients that do not know its types: what its runs show, what may be done
/// with them, and which data comes in and goes out. Pure.
extension BoardEngine {
  /// A run as it is now.
  package struct ShownRun: Sendable {
    package let region: RegionID
    /// `nil`: no destination can name it.
    package let collectionID: Model.CollectionID?
    /// What it shows, in order; an item may be shown more than once.
    package let items: [ItemID]
    /// Whether its items can be lifted, by somebody at some time.
    package let isSource: Bool
    /// Whether a drop says where among its items they go.
    package let isOrdered: Bool
    /// Whether its items can be tapped.
    package let hasTaps: Bool
    /// The client's name for what is drawn under the pointer; empty if items are drawn as they lie.
    package let preview: StaticString
    let label: (@Sendable (Model.Item) -> Text)?

    /// What a screen reader calls an item where this run shows it; empty if nothing was declared.
    package func accessibilityLabel(of item: Model.Item) -> Text {
      label?(item) ?? ""
    }
  }

  /// All runs, in the order of the board.
  package var shownRuns: [ShownRun] {
    listing.runs.map { listed in
      let region = declared.regions[listed.region.index]
      let run = region.runs[listed.run.index]
      let isReordered = run.isReorderable && region.reorder != nil
      return ShownRun(
        region: listed.region, collectionID: listed.collectionID, items: listed.items,
        isSource: region.isSource(run),
        isOrdered: isReordered || run.isMovedByOffsets || run.destination != nil,
        hasTaps: run.content.tap != nil, preview: run.content.preview, label: run.content.label)
    }
  }

  /// What a player has selected in a region, in the order of selecting; nothing where nothing can be.
  package func selection(in region: RegionID, of player: PlayerID) -> [ItemID] {
    guard region.index < declared.regions.count else { return [] }
    return declared.regions[region.index].selection?(model, player) ?? []
  }

  /// How dragged items look above a region, unless a run or an item of it says otherwise.
  package func dropFormation(over region: RegionID) -> DragDropPreviewsFormation {
    guard region.index < declared.regions.count else { return .default }
    return declared.formation(at: .region(region))
  }

  /// The kinds of data that a region takes from outside the board, the best first.
  package func importedContentTypes(of region: RegionID) -> [ContentType] {
    guard region.index < declared.regions.count else { return [] }
    let declared = declared.regions[region.index]
    var types: [ContentType] = []
    for destination in [declared.destination] + declared.runs.map({ $0.destination }) {
      let imported = destination?.importedContentTypes(self.declared.transfer) ?? []
      for type in imported where !types.contains(type) { types.append(type) }
    }
    return types
  }

  /// Whether a region's items may leave the board as data.
  package func givesData(_ region: RegionID) -> Bool {
    guard region.index < declared.regions.count, declared.transfer != nil else { return false }
    let region = declared.regions[region.index]
    return region.dragConfiguration.operationsOutsideApp.contains(.copy)
      && region.runs.contains { region.isSource($0) }
  }
}

extension Region {
  /// Whether items of a run may be lifted, by somebody at some time.
  func isSource(_ run: ForEach<Model>) -> Bool {
    if run.isReorderable && reorder != nil { return true }
    if run.content.isDraggable || run.isMovedByOffsets { return true }
    return reorder == nil && payload != nil
  }
}
