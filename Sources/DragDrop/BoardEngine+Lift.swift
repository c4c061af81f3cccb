/// How a drag begins: what may be lifted, and what comes along.
extension BoardEngine {
  /// Lifts an item with all that travels with it.
  /// - Parameter tick: now, in any unit that the caller counts in.
  /// - Throws: `DragError`; there is no session then.
  public mutating func beginDrag(
    _ item: ItemID, player: UInt32, tick: UInt32 = 0
  ) throws(DragError) -> Session {
    if sessions.contains(where: { $0.player == player }) { throw .playerBusy }
    let session = try lifted(item, by: player, as: lastSession &+ 1, tick: tick)
    lastSession = session.id
    sessions.append(session)
    watch(session)
    events.append(.drag(session: session.id, player: player, phase: .initial))
    return session
  }

  func lifted(
    _ item: ItemID, by player: UInt32, as id: UInt32, tick: UInt32
  ) throws(DragError) -> Session {
    guard model[id: item] != nil, let found = listing.run(of: item) else { throw .unknownItem }
    let region = board.regions[Int(found.region)]
    let origin = try origin(of: found, in: region, for: player)
    let items = travelling(with: item, from: found, of: region, for: player)
    guard !items.isEmpty else { throw .notDraggable }
    guard items.count <= Int(draggedItemsMax) else { throw .tooManyItems }
    if isHeld(items, byOthersThan: player) { throw .itemInUse }
    var offered = region.dragConfiguration.operationsWithinApp
    if origin != .source { offered.insert(.move) }
    return Session(
      id: id, player: player, phase: .initial, draggedItemIDs: items,
      draggedItemIndex: UInt16(items.firstIndex(of: item) ?? 0), location: .zero, offered: offered,
      source: found.region, origin: origin, target: nil, touched: tick)
  }

  func isHeld(_ items: [ItemID], byOthersThan player: UInt32) -> Bool {
    for session in sessions where session.player != player {
      if session.draggedItemIDs.contains(where: { items.contains($0) }) { return true }
    }
    return false
  }

  /// How a lifted item belongs to its run.
  private func origin(
    of found: Listing<Model>.Run, in region: Region<Model>, for player: UInt32
  ) throws(DragError) -> Session.Origin {
    let run = region.runs[Int(found.run)]
    if let reorder = region.reorder, run.isReorderable {
      guard reorder.isEnabled(model) else { throw .disabled }
      return .reorder
    }
    if run.content.isDraggable { return .source }
    if run.moveOffsets != nil, run.collectionID != nil {
      guard mayMoveOffsets(in: found.region, player: player) else { throw .disabled }
      return .offsets(found.run)
    }
    // Beside reorderable runs all others are inert.
    if region.reorder != nil || region.payload == nil { throw .notDraggable }
    return .source
  }

  /// Each item once, and none that is gone.
  private func travelling(
    with item: ItemID, from found: Listing<Model>.Run, of region: Region<Model>, for player: UInt32
  ) -> [ItemID] {
    var lifted = [item]
    if let selection = region.selection?(model, player), selection.contains(item) {
      lifted = listing.inOrder(selection.filter { model[id: $0] != nil }, of: found.region)
    }
    guard let payload = region.payload else { return lifted }
    var met = IdentifierSet<ItemID>()
    return payload(model, lifted).filter { model[id: $0] != nil && met.insert($0) }
  }
}
