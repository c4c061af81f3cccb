/// How a drag begins: what may be lifted, and what comes along.
extension BoardEngine {
  /// Lifts an item with all that travels with it.
  /// - Parameters:
  ///   - item: what is under the finger.
  ///   - player: who lifts; anybody holds one drag at a time.
  ///   - tick: now, in any unit that the caller counts in.
  /// - Throws: `playerBusy`, `unknownItem`, `notDraggable`, `disabled`, `tooManyItems` or `itemInUse`;
  ///   there is no session then.
  public mutating func beginDrag(
    _ item: ItemID, player: PlayerID, tick: Tick = 0
  ) throws(DragError) -> Session {
    if sessions.contains(where: { $0.player == player }) { throw .playerBusy }
    let session = try lifted(item, by: player, as: lastSession.next, tick: tick)
    lastSession = session.id
    sessions.append(session)
    watch(session)
    events.append(.drag(session: session.id, player: player, phase: .initial))
    assertInvariants()
    return session
  }

  func lifted(
    _ item: ItemID, by player: PlayerID, as id: DragSessionID, tick: Tick
  ) throws(DragError) -> Session {
    guard model[id: item] != nil, let found = listing.index(of: item) else { throw .unknownItem }
    let source = listing.runs[found].region
    let origin = try origin(of: listing.runs[found].run, in: source, for: player)
    let items = try travelling(with: item, of: origin, from: source, for: player)
    guard !items.isEmpty else { throw .notDraggable }
    guard items.count <= draggedItemsMax else { throw .tooManyItems }
    if isHeld(items, byOthersThan: player) { throw .itemInUse }
    return Session(
      id: id, player: player, phase: .initial, draggedItemIDs: items,
      draggedItemIndex: items.firstIndex(of: item) ?? 0, location: .zero,
      offered: declared.regions[source.index].dragConfiguration.operationsWithinApp,
      source: source, origin: origin, target: nil, touched: tick)
  }

  func isHeld(_ items: [ItemID], byOthersThan player: PlayerID) -> Bool {
    for session in sessions where session.player != player {
      if session.draggedItemIDs.contains(where: { items.contains($0) }) { return true }
    }
    return false
  }

  /// How an item of a run belongs to where it comes from.
  private func origin(
    of run: RunID, in region: RegionID, for player: PlayerID
  ) throws(DragError) -> Session.Origin {
    let isReorderable = declared.regions[region.index].runs[run.index].isReorderable
    if isReorderable, let reorder = declared.regions[region.index].reorder {
      guard reorder.isEnabled(model) else { throw .disabled }
      return .reorder
    }
    if declared.regions[region.index].runs[run.index].content.isDraggable { return .source }
    if declared.regions[region.index].runs[run.index].isMovedByOffsets {
      guard mayMoveOffsets(in: region, player: player) else { throw .disabled }
      return .offsets(run)
    }
    // Beside reorderable runs all others are inert.
    if declared.regions[region.index].reorder != nil || declared.regions[region.index].payload == nil {
      throw .notDraggable
    }
    return .source
  }

  /// Each item once, and none that is gone.
  private func travelling(
    with item: ItemID, of origin: Session.Origin, from region: RegionID, for player: PlayerID
  ) throws(DragError) -> [ItemID] {
    var lifted = [item]
    if let repeated = repetition?.items {
      lifted = repeated.filter { model[id: $0] != nil }
    } else if let selected = declared.regions[region.index].selection?(model, player), selected.contains(item)
    {
      // Selected items that cannot be reordered with this one stay where they are.
      lifted = listing.inOrder(selected, of: region, as: origin).filter { model[id: $0] != nil }
      guard lifted.count <= draggedItemsMax else { throw .tooManyItems }
    }
    guard let payload = declared.regions[region.index].payload else { return lifted }
    var met = IdentifierSet<ItemID>()
    return payload(model, lifted, player).filter { model[id: $0] != nil && met.insert($0) }
  }
}
