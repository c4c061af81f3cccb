/// Things that come from outside the board, and items that leave it as data.
extension BoardEngine {
  // MARK: in

  /// What dropping things here would do. Pure.
  /// - Parameters:
  ///   - types: for each thing, the kinds of data as which it is offered.
  ///   - player: who drags them.
  ///   - pointer: what lies under it.
  /// - Throws: `unknownRegion` or `tooManyItems`.
  public func propose(
    offering types: [[ContentType]], player: PlayerID, at pointer: Pointer
  ) throws(DragError) -> Configuration {
    try check(pointer)
    guard types.count <= draggedItemsMax else { throw .tooManyItems }
    let offered = Things<ItemID>(player: player, types: readable(types, at: pointer) { $0 })
    return judged(Drop(offered, pointer, .active), by: route(offered, pointer)).configuration
  }

  /// Drops things, each in all the ways in which it is offered. Only an explicit destination takes
  /// them, always as copies.
  /// - Throws: `unknownRegion` or `tooManyItems`.
  public mutating func drop(
    _ things: [[Payload]], player: PlayerID, at pointer: Pointer
  ) throws(DragError) -> DropOutcome {
    try check(pointer)
    guard things.count <= draggedItemsMax else { throw .tooManyItems }
    let payloads = readable(things, at: pointer) { thing in thing.map { $0.contentType } }
    let types = payloads.map { thing in thing.map { $0.contentType } }
    let offered = Things<ItemID>(player: player, types: types)
    let drop = Drop(offered, pointer, .active)
    return carryOut(drop, payloads, by: judged(drop, by: route(offered, pointer))).outcome
  }

  /// Those of the things that the destination of their drop can read; all of them if there is no destination.
  private func readable<Thing>(
    _ things: [Thing], at pointer: Pointer, types: (Thing) -> [ContentType]
  ) -> [Thing] {
    // Whose they are decides nothing here.
    let offered = Things<ItemID>(player: 0, types: things.map(types))
    guard case .found(let route) = route(offered, pointer),
      let destination = declared.destination(at: route.target)
    else { return things }
    return things.filter { destination.canRead(types($0), declared.transfer) }
  }

  // MARK: out

  /// The kinds of data that each item of a drag can be sent as, off the board; nothing if its source
  /// does not give copies away.
  /// - Throws: `unknownSession` or `foreignSession`.
  public func exportedContentTypes(
    of session: DragSessionID, player: PlayerID
  ) throws(DragError) -> [[ContentType]] {
    try exported(from: session, player: player) { transfer, item in
      transfer.exportedContentTypes(of: item)
    }
  }

  /// The items of a drag as data of a kind, with the values of now; those that cannot be sent so are
  /// left out.
  /// - Throws: `unknownSession` or `foreignSession`.
  public func exported(
    _ session: DragSessionID, player: PlayerID, as type: ContentType
  ) throws(DragError) -> [Payload] {
    try exported(from: session, player: player) { transfer, item in transfer.exported(item, as: type) }
      .compactMap { $0 }
  }

  /// Empty if the source does not give copies away.
  private func exported<Sent>(
    from session: DragSessionID, player: PlayerID,
    _ send: (Transfer<Model.Item>, Model.Item) -> Sent
  ) throws(DragError) -> [Sent] {
    guard let held = self.session(session) else { throw .unknownSession }
    guard held.player == player else { throw .foreignSession }
    let offered = declared.regions[held.source.index].dragConfiguration.operationsOutsideApp
    guard let transfer = declared.transfer, offered.contains(.copy) else { return [] }
    return held.draggedItemIDs.compactMap { model[id: $0] }.map { send(transfer, $0) }
  }
}
