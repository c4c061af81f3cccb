/// How an accepted drop is carried out: on a copy of the model, which becomes the model only if
/// every item is accounted for.
extension BoardEngine {
  /// - Parameter payloads: the things' data, where they come from outside.
  /// - Returns: The outcome, and whether anything was really taken over.
  mutating func carryOut(
    _ drop: Drop, _ payloads: [[Payload]] = [], by verdict: Verdict
  ) -> (outcome: DropOutcome, isTransfer: Bool) {
    let configuration: Configuration
    let route: Route
    switch verdict {
    case .refused(let refusal): return (.refused(refusal), false)
    case .accepted(let answer, let found):
      configuration = answer
      route = found
    }
    let operation = configuration.operation
    let accepted = min(drop.itemsCount, configuration.acceptedItemCount ?? .max)
    var drop = drop
    drop.reorderDestination = configuration.destination
    drop.index = insertionIndex(configuration.destination, by: route)
    drop.itemsCount = accepted
    drop.localSession = drop.localSession?.prefix(accepted)
    drop.draggedItemIDs = Array(drop.draggedItemIDs.prefix(accepted))

    var next = model
    let isTransfer: Bool
    do throws(DropRefusal) {
      isTransfer = try deliver(drop, payloads.prefix(accepted), by: route, to: &next)
    } catch {
      return (.refused(error), false)
    }
    let isObserved = lookOn(&next, drop, at: route.target, after: operation, isTransfer: isTransfer)
    guard isTransfer || isObserved else { return (.performed(operation), false) }
    return (commit(next, as: operation, of: drop.draggedItemIDs), isTransfer)
  }

  /// Whether the action has done anything to the copy.
  private func deliver(
    _ drop: Drop, _ payloads: ArraySlice<[Payload]>, by route: Route, to next: inout Model
  ) throws(DropRefusal) -> Bool {
    let target = route.target
    switch route.kind {
    case .reorder:
      guard let region = target.region, let place = drop.reorderDestination,
        let reorder = declared.regions[region.index].reorder
      else { throw .badDestination(.unknownCollection) }
      let difference = ReorderDifference(sources: drop.draggedItemIDs, destination: place)
      guard try isChange(difference, in: region) else { return false }
      guard reorder.move(&next, difference) else { throw .actionDeclined }
    case .offsets:
      guard case .run(let region, let run) = target, let place = drop.reorderDestination,
        let move = declared.regions[region.index].runs[run.index].moveOffsets
      else { throw .badDestination(.unknownCollection) }
      let difference = ReorderDifference(sources: drop.draggedItemIDs, destination: place)
      let wanted = try offsetMove(difference, in: region, run)
      guard wanted.changes else { return false }
      guard move(&next, wanted.offsets, wanted.target) else { throw .actionDeclined }
    case .destination: try take(drop, payloads, at: target, to: &next)
    }
    return true
  }

  /// Gives the destination what it takes, with the values of now: an item that was edited during the
  /// drag arrives as it is.
  private func take(
    _ drop: Drop, _ payloads: ArraySlice<[Payload]>, at target: Target, to next: inout Model
  ) throws(DropRefusal) {
    guard let destination = declared.destination(at: target) else { throw .forbidden(reason: 0) }
    let isTaken: Bool
    do throws(TransferError) {
      let own = drop.draggedItemIDs.compactMap { model[id: $0] }
      switch destination.action {
      case .items(let action):
        let items =
          drop.localSession == nil ? try declared.transfer?.load(all: Array(payloads)) ?? [] : own
        isTaken = action(&next, target.item, items, drop)
      case .values(let values):
        let offers =
          drop.localSession == nil
          ? Array(payloads) : own.map { declared.transfer?.exported($0) ?? [] }
        isTaken = try values.action(&next, target.item, offers, drop)
      }
    } catch {
      throw .notTransferred(error)
    }
    if !isTaken { throw .actionDeclined }
  }

  /// Lets destination and source look on, and change their part, before anything is final. Answers
  /// whether they did.
  private func lookOn(
    _ next: inout Model, _ drop: Drop, at target: Target, after operation: DropOperation,
    isTransfer: Bool
  ) -> Bool {
    var isChange = false
    if let observe = declared.observe(at: target) {
      var ended = drop
      for phase in [Drop.Phase.ended(operation)] + (isTransfer ? [.dataTransferCompleted] : []) {
        ended.phase = phase
        var changed = next
        guard observe(&changed, target.item, ended) else { continue }
        next = changed
        isChange = true
      }
    }
    guard var session = drop.localSession,
      let observe = declared.regions[session.source.index].observeDrag
    else { return isChange }
    let phases: [Session.Phase] = [.ending(operation), .ended(operation)]
    for phase in phases + (isTransfer ? [.dataTransferCompleted] : []) {
      session.phase = phase
      var changed = next
      guard observe(&changed, session) else { continue }
      next = changed
      isChange = true
    }
    return isChange
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
    let listed = listing.index(of: run, in: region).map { listing.runs[$0].items }
    do throws(ReorderError) {
      return try OffsetMove(difference, in: listed ?? [])
    } catch {
      throw .badDestination(error)
    }
  }
}
