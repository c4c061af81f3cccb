public import DragDrop

/// The engine of a patience table, with refusals in the words of patience. All of it goes through
/// the referee.
extension BoardEngine where Model == Table {
  public init(table: Table, undoMax: Int = 1024) {
    self.init(board: Board(table.ruleset, seats: table.seats), model: table, undoMax: undoMax)
  }

  /// An engine that goes on from a table, without what it could go back to.
  package init?(restoring table: Table, forgotten: Int, undoMax: Int = 1024) {
    let board = Board(table.ruleset, seats: table.seats)
    self.init(
      board: board, restoring: table, forgotten: forgotten, editors: board.regions.map { _ in [] },
      undoMax: undoMax)
  }

  // MARK: drags

  /// Lifts a card with all that lies on it.
  public mutating func lift(
    _ handle: UInt16, player: PlayerID, tick: Tick = 0
  ) throws(Refusal) -> Session {
    if model.isForeign(handle, to: player) { throw .notYours }
    do throws(DragError) {
      return try beginDrag(handle, player: player, tick: tick)
    } catch {
      throw Refusal(error, lifting: handle, from: model)
    }
  }

  /// Drops what a player's session holds on a pile. The session is over afterwards, done or refused,
  /// but for a session that is somebody else's.
  public mutating func drop(_ session: DragSessionID, player: PlayerID, on pile: PileID) throws(Refusal) {
    let outcome: DropOutcome
    do throws(DragError) {
      let held = self.session(session)?.draggedItemIDs.first
      if model.isForeign(pile, to: player) {
        try cancel(session, player: player)
        outcome = .refused(.forbidden(reason: Refusal.notYours.rawValue))
      } else if let partner = held.flatMap({ model.partner(of: $0, on: pile) }),
        isHeld(partner, byOthersThan: player)
      {
        try cancel(session, player: player)
        outcome = .refused(.itemInUse)
      } else if let pointer = pointer(over: pile) {
        outcome = try drop(session, player: player, at: pointer)
      } else {
        try cancel(session, player: player)
        outcome = .refused(.forbidden(reason: whyNoRegion(shows: pile).rawValue))
      }
    } catch {
      throw error == .foreignSession ? .notYours : .noSuchDrag
    }
    if case .refused(let refusal) = outcome { throw Refusal(refusal) }
  }

  /// What would come of that drop: `nil` if it would be done.
  public func whyNotDrop(_ session: DragSessionID, on pile: PileID) -> Refusal? {
    guard let held = self.session(session) else { return .noSuchDrag }
    guard let pointer = pointer(over: pile) else { return whyNoRegion(shows: pile) }
    guard let answer = try? propose(session, player: held.player, at: pointer) else {
      return .noSuchDrag
    }
    return answer.operation == .forbidden
      ? Refusal(rawValue: answer.reason) ?? .notAllowedThere : nil
  }

  /// How dragged cards look above a pile, or off all of them.
  public func formation(of session: Session, over pile: PileID?) -> DragDropPreviewsFormation {
    formation(of: session, at: pile.flatMap { pointer(over: $0) } ?? Pointer())
  }

  private func pointer(over pile: PileID) -> Pointer? {
    region(of: pile).map {
      Pointer(over: $0, Destination(position: .end, collectionID: pile))
    }
  }

  private func whyNoRegion(shows pile: PileID) -> Refusal {
    model.pileIDs.contains(pile) ? .notAllowedThere : .noSuchPile
  }

  // MARK: other actions

  public mutating func turnStock(player: PlayerID) throws(Refusal) {
    if let refusal = model.whyNotTurnStock(model.stockIndex(of: player)) { throw refusal }
    guard let stock = board.regions.firstIndex(where: { $0.isButton }) else { throw .nothingThere }
    if case .refused(let refusal) = tap(RegionID(stock), player: player) { throw Refusal(refusal) }
  }

  /// Sends a card to the foundation that takes it.
  public mutating func sendToFoundation(_ handle: UInt16, player: PlayerID) throws(Refusal) -> PileID {
    if isHeld(handle, byOthersThan: player) { throw .inUse }
    if model.isForeign(handle, to: player) { throw .notYours }
    return try played { table throws(Refusal) in try table.sendToFoundation(handle) }
  }

  /// Plays everything to the foundations, if that is possible.
  public mutating func finish(player: PlayerID) throws(Refusal) {
    if sessions.contains(where: { $0.player != player }) { throw .inUse }
    try played { table throws(Refusal) in try table.finish(player: player) }
  }

  /// A won game is over: nothing of it is taken back.
  /// - Parameter count: of steps, 1 or more; nothing has changed if there are not so many.
  public mutating func takeBack(_ count: Int = 1) throws(Refusal) {
    if model.status == .won { throw .gameOver }
    if !undo(count) { throw .nothingToUndo }
    charge(steps: count)
  }

  /// - Parameter count: of steps, 1 or more; nothing has changed if there are not so many.
  public mutating func playAgain(_ count: Int = 1) throws(Refusal) {
    if model.status == .won { throw .gameOver }
    if !redo(count) { throw .nothingToRedo }
    charge(steps: count)
  }

  /// Going several steps at once costs what they cost one by one.
  private mutating func charge(steps: Int) {
    guard steps > 1 else { return }
    edit(itemsStay: true) {
      $0.count(steps: steps - 1)
      return true
    }
  }

  /// Tells the time, in seconds that do not go back. Answers whether it cost points.
  @discardableResult
  public mutating func elapse(to seconds: UInt32) -> Bool {
    edit(itemsStay: true) { $0.elapse(to: seconds) }
  }

  // MARK: helpers

  private mutating func played<Answer>(
    _ action: (inout Table) throws(Refusal) -> Answer
  ) throws(Refusal) -> Answer {
    var result: Result<Answer, Refusal> = .failure(.declined)
    let outcome = perform { table in
      do throws(Refusal) {
        result = .success(try action(&table))
        return true
      } catch {
        result = .failure(error)
        return false
      }
    }
    let answer = try result.get()
    if case .refused(let declined) = outcome { throw Refusal(declined) }
    return answer
  }

  func isHeld(_ handle: UInt16, byOthersThan player: PlayerID) -> Bool {
    sessions.contains { $0.player != player && $0.draggedItemIDs.contains(handle) }
  }
}

extension Refusal {
  /// A refused drop in the words of patience.
  public init(_ refusal: DropRefusal) {
    self =
      switch refusal {
      case .forbidden(let reason): Refusal(rawValue: reason) ?? .notAllowedThere
      case .disabled, .badDestination, .notEditing, .unknownRegion, .notTransferred, .cancelled:
        .notAllowedThere
      case .actionDeclined, .conservationBroken, .itemNotUnique: .declined
      case .itemInUse: .inUse
      case .unknownItem: .nothingThere
      case .itemVanished: .vanished
      }
  }

  /// A refused lift in the words of patience.
  init(_ error: DragError, lifting handle: UInt16, from table: Table) {
    self =
      switch error {
      case .playerBusy: .alreadyDragging
      case .itemInUse: .inUse
      case .unknownSession: .noSuchDrag
      case .foreignSession: .notYours
      case .unknownRegion: .noSuchPile
      case .tooManyItems: .tooMany
      case .unknownItem, .notDraggable, .disabled: table.whyNotLift(handle) ?? .staysThere
      }
  }
}
