/// The life of a drag after its lift: hover, drop or cancel.
extension BoardEngine {
  // MARK: hover

  /// What a drop here would do. Pure: it changes nothing.
  /// - Throws: `unknownSession`, `foreignSession` or `unknownRegion`.
  public func propose(
    _ session: DragSessionID, player: PlayerID, at pointer: Pointer
  ) throws(DragError) -> Configuration {
    let held = sessions[try place(of: session, by: player)]
    try check(pointer)
    return judged(held, at: pointer).verdict.configuration
  }

  /// Moves a drag above a target, or off all of them: keeps it alive, tells of entering and leaving,
  /// and springs what it has rested on for long enough.
  /// - Parameters:
  ///   - session: the drag's `id`.
  ///   - player: who drags.
  ///   - pointer: what lies under it; without a region the drag is off all targets but the board.
  ///   - tick: now, counted as for `beginDrag(_:player:tick:)`.
  /// - Returns: What a drop here would do.
  /// - Throws: `unknownSession`, `foreignSession` or `unknownRegion`.
  @discardableResult
  public mutating func hover(
    _ session: DragSessionID, player: PlayerID, at pointer: Pointer, tick: Tick = 0
  ) throws(DragError) -> Configuration {
    let at = try place(of: session, by: player)
    try check(pointer)
    sessions[at].touched = tick
    sessions[at].location = pointer.location
    sessions[at].phase = .active
    watch(sessions[at])
    enter(at, pointer)
    if sessions[at].target != nil { watchDrop(at, pointer, .active) }
    rest(at, pointer, tick: tick)
    assertInvariants()
    return judged(sessions[at], at: pointer).verdict.configuration
  }

  // MARK: drop, cancel

  /// Ends a drag. The session is gone afterwards, performed or refused; it goes on only where this throws.
  /// - Throws: `unknownSession`, `foreignSession` or `unknownRegion`.
  public mutating func drop(
    _ session: DragSessionID, player: PlayerID, at pointer: Pointer
  ) throws(DragError) -> DropOutcome {
    let at = try place(of: session, by: player)
    try check(pointer)
    sessions[at].location = pointer.location
    // Judged before anybody looks on, as a proposal is.
    let (drop, verdict) = judged(sessions[at], at: pointer)
    enter(at, pointer)
    let (outcome, isTransfer) = carryOut(drop, by: verdict)
    switch outcome {
    case .performed(let operation): end(at, operation, isTransfer: isTransfer)
    case .refused(.cancelled): giveUp(at, as: .cancel)
    case .refused: giveUp(at, as: .forbidden)
    }
    assertInvariants()
    return outcome
  }

  /// Ends a drag without a destination; everything returns to where it came from.
  /// - Throws: `unknownSession` or `foreignSession`.
  public mutating func cancel(_ session: DragSessionID, player: PlayerID) throws(DragError) {
    giveUp(try place(of: session, by: player), as: .cancel)
  }

  /// Ends the drags of a player who leaves, and what else they were at.
  public mutating func cancelSessions(of player: PlayerID) {
    while let at = sessions.firstIndex(where: { $0.player == player }) { giveUp(at, as: .cancel) }
    for editor in editors where editor.player == player {
      _ = setEditing(false, editor.region, player: player)
    }
  }

  /// Ends the drags that were last lifted or hovered before `tick`.
  public mutating func expireSessions(olderThan tick: Tick) {
    while let at = sessions.firstIndex(where: { $0.touched < tick }) { giveUp(at, as: .cancel) }
  }

  // MARK: queries

  /// What a player drags; `nil` for nothing.
  public func session(of player: PlayerID) -> Session? {
    sessions.first { $0.player == player }
  }

  /// A live drag by its `id`.
  public func session(_ id: DragSessionID) -> Session? {
    sessions.first { $0.id == id }
  }

  /// How the items of a drag look at a place: as the innermost destination there says, or else its
  /// board; off all destinations as their source says.
  public func formation(of session: Session, at pointer: Pointer) -> DragDropPreviewsFormation {
    guard session.source.index < declared.regions.count else { return .default }
    guard case .found(let route) = route(session, pointer) else {
      return declared.regions[session.source.index].dragFormation(in: model, for: session.player)
    }
    return declared.formation(at: route.target)
  }

  // MARK: the session's end

  private mutating func end(_ at: Int, _ operation: DropOperation, isTransfer: Bool) {
    let session = sessions.remove(at: at)
    if let target = session.target {
      events.append(.drop(session: session.id, target: target, phase: .ended(operation)))
    }
    events.append(.drag(session: session.id, player: session.player, phase: .ending(operation)))
    events.append(.drag(session: session.id, player: session.player, phase: .ended(operation)))
    guard isTransfer else { return }
    events.append(.drag(session: session.id, player: session.player, phase: .dataTransferCompleted))
  }

  private mutating func giveUp(_ at: Int, as operation: DropOperation) {
    enter(at, nil)
    var session = sessions.remove(at: at)
    session.phase = .ended(operation)
    watch(session)
    events.append(.drag(session: session.id, player: session.player, phase: session.phase))
  }

  /// One destination at a time: the old one is left before the new one is entered. Without a pointer
  /// there is no new one.
  private mutating func enter(_ at: Int, _ pointer: Pointer?) {
    var target: Target?
    if let pointer, case .found(let route) = route(sessions[at], pointer) { target = route.target }
    guard target != sessions[at].target else { return }
    let pointer = pointer ?? Pointer(at: sessions[at].location)
    if sessions[at].target != nil { watchDrop(at, pointer, .exiting) }
    sessions[at].target = target
    if target != nil { watchDrop(at, pointer, .entering) }
  }

  // MARK: who looks on

  /// Lets the source look at its drag outside of any transaction. What an observer would do to lose
  /// items is not done.
  mutating func watch(_ session: Session) {
    guard let observe = declared.regions[session.source.index].observeDrag else { return }
    var next = model
    if observe(&next, session) { _ = amend(next) }
  }

  /// Tells of a drag above its target, and lets the target look at it.
  private mutating func watchDrop(_ at: Int, _ pointer: Pointer, _ phase: Drop.Phase) {
    guard let target = sessions[at].target else { return }
    events.append(.drop(session: sessions[at].id, target: target, phase: phase))
    guard let observe = declared.observe(at: target) else { return }
    var next = model
    let routed = route(sessions[at], pointer)
    var session = Drop(sessions[at], pointer, phase, offered: offered(sessions[at], to: routed))
    // What is told is checked; what is not there is not told.
    if let place = pointer.destination, !isThere(place, for: routed) { session.reorderDestination = nil }
    if observe(&next, target.item, session) { _ = amend(next) }
  }

  private func isThere(_ place: Destination, for routed: Routed) -> Bool {
    guard case .found(let route) = routed else { return false }
    return (try? check(place, for: route)) != nil
  }

  // MARK: lookups that refuse

  private func place(of session: DragSessionID, by player: PlayerID) throws(DragError) -> Int {
    guard let at = sessions.firstIndex(where: { $0.id == session }) else { throw .unknownSession }
    guard sessions[at].player == player else { throw .foreignSession }
    return at
  }

  func check(_ pointer: Pointer) throws(DragError) {
    if let region = pointer.region, region.index >= declared.regions.count { throw .unknownRegion }
  }
}
