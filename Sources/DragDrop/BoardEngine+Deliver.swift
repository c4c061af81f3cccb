/// How an accepted drop is carried out: on a copy of the model, which becomes the model only if
/// every item is accounted for.
extension BoardEngine {
  /// - Parameter payloads: the things' data, where they come from outside.
  mutating func carriedOut(
    _ cargo: Cargo, _ payloads: [[Payload]] = [], at pointer: Pointer
  ) -> DropOutcome {
    let configuration: Configuration
    var drop: Drop
    let route: Route
    switch judged(cargo, at: pointer) {
    case .refused(let refusal): return .refused(refusal)
    case .accepted(let answer, let judged, let found):
      configuration = answer
      drop = judged
      route = found
    }
    let operation = configuration.operation
    let accepted = min(drop.itemsCount, configuration.acceptedItemCount.map { Int($0) } ?? .max)
    guard accepted > 0 else { return .refused(.forbidden(reason: 0)) }
    drop.itemsCount = accepted
    drop.draggedItemIDs = Array(drop.draggedItemIDs.prefix(accepted))

    var next = model
    do throws(DropRefusal) {
      let isChange = try deliver(drop, payloads.prefix(accepted), by: route, as: operation, to: &next)
      guard isChange else { return .performed(operation) }
    } catch {
      return .refused(error)
    }
    lookOn(&next, drop, at: route.target, after: operation)
    return commit(next, as: operation, of: drop.draggedItemIDs)
  }

  /// Whether the action has done anything to the copy.
  private func deliver(
    _ drop: Drop, _ payloads: ArraySlice<[Payload]>, by route: Route, as operation: DropOperation,
    to next: inout Model
  ) throws(DropRefusal) -> Bool {
    switch route {
    case .reorder(let region):
      let declared = board.regions[Int(region)]
      guard operation == .move, let reorder = declared.reorder else {
        // Reordering only moves; what else is answered is for an explicit destination.
        guard let destination = declared.destination else { throw .forbidden(reason: 0) }
        try take(drop, payloads, destination, nil, to: &next)
        return true
      }
      guard let place = drop.reorderDestination else { throw .badDestination(.unknownCollection) }
      let difference = ReorderDifference(sources: drop.draggedItemIDs, destination: place)
      guard try isChange(difference, in: region) else { return false }
      guard reorder.move(&next, difference) else { throw .actionDeclined }
    case .offsets(let region, let run):
      guard operation == .move, let place = drop.reorderDestination,
        let move = board.regions[Int(region)].runs[Int(run)].moveOffsets
      else { throw .forbidden(reason: 0) }
      let difference = ReorderDifference(sources: drop.draggedItemIDs, destination: place)
      let wanted = try offsetMove(difference, in: region, run)
      guard wanted.changes else { return false }
      guard move(&next, wanted.offsets, wanted.target) else { throw .actionDeclined }
    case .destination(let target, let destination):
      try take(drop, payloads, destination, target.item, to: &next)
    }
    return true
  }

  /// Gives the destination what it takes, with the values of now: an item that was edited during the
  /// drag arrives as it is.
  private func take(
    _ drop: Drop, _ payloads: ArraySlice<[Payload]>, _ destination: DropDestination<Model>,
    _ item: ItemID?, to next: inout Model
  ) throws(DropRefusal) {
    let isTaken: Bool
    do throws(TransferError) {
      let own = drop.draggedItemIDs.compactMap { model[id: $0] }
      switch destination.action {
      case .items(let action):
        let items =
          drop.localSession == nil ? try board.transfer?.load(all: Array(payloads)) ?? [] : own
        isTaken = action(&next, item, items, drop)
      case .values(let values):
        let offers =
          drop.localSession == nil
          ? Array(payloads) : own.map { board.transfer?.exported($0) ?? [] }
        isTaken = try values.action(&next, item, offers, drop)
      }
    } catch {
      throw .notTransferred(error)
    }
    if !isTaken { throw .actionDeclined }
  }

  /// Lets destination and source look on, and change their part, before anything is final.
  private func lookOn(
    _ next: inout Model, _ drop: Drop, at target: Target, after operation: DropOperation
  ) {
    if let observe = manner(of: target).observe {
      var ended = drop
      for phase in [Drop.Phase.ended(operation), .dataTransferCompleted] {
        ended.phase = phase
        var changed = next
        if observe(&changed, target.item, ended) { next = changed }
      }
    }
    guard var session = drop.localSession,
      let observe = board.regions[Int(session.source)].observeDrag
    else { return }
    for phase in [Session.Phase.ending(operation), .ended(operation), .dataTransferCompleted] {
      session.phase = phase
      var changed = next
      if observe(&changed, session) { next = changed }
    }
  }

  // MARK: differences that fit

  /// Whether a difference would change anything in a region's reordering.
  private func isChange(
    _ difference: ReorderDifference<ItemID, Model.CollectionID>, in region: RegionID
  ) throws(DropRefusal) -> Bool {
    var collections: [Arrangement<ItemID, Model.CollectionID>.Collection] = []
    for run in listing.runs where run.region == region && run.isReorderable {
      if let id = run.collectionID { collections.append(.init(id: id, items: run.items)) }
    }
    do throws(ReorderError) {
      var arrangement = try Arrangement(checking: collections)
      return try arrangement.apply(difference).changes
    } catch {
      throw .badDestination(error)
    }
  }

  private func offsetMove(
    _ difference: ReorderDifference<ItemID, Model.CollectionID>, in region: RegionID, _ run: RunID
  ) throws(DropRefusal) -> OffsetMove {
    let listed = listing.runs.first { $0.region == region && $0.run == run }
    do throws(ReorderError) {
      return try OffsetMove(difference, in: listed?.items ?? [])
    } catch {
      throw .badDestination(error)
    }
  }
}
