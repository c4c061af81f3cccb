/// The life of a drag: begin, hover, drop or cancel.
extension BoardEngine {
  // MARK: begin

  /// Lifts an item and all that travels with it.
  /// - Parameter tick: the time, in whatever unit `expireSessions` is called with.
  public mutating func beginDrag(
    _ item: ItemID, player: UInt32, tick: UInt32 = 0
  ) throws(DragError) -> Session {
    if sessions.contains(where: { $0.player == player }) { throw .playerBusy }
    let session = try lifted(item, by: player, as: lastSession &+ 1, tick: tick, from: listing())
    lastSession = session.id
    sessions.append(session)
    observe(session)
    events.append(.drag(session: session.id, player: player, phase: .initial))
    return session
  }

  // MARK: hover

  /// What would come of a drop here. Pure: it changes nothing.
  public func propose(
    _ session: UInt32, over region: RegionID, at location: Point = .zero, destination: Destination?
  ) throws(DragError) -> Configuration {
    let session = try sessions[place(of: session)]
    let target = try known(region)
    return judged(session, over: target, at: location, destination: destination).configuration
  }

  /// Moves a drag above a region, or off all of them: keeps it alive, tells of entering and
  /// leaving.
  @discardableResult
  public mutating func hover(
    _ session: UInt32, over region: RegionID?, at location: Point = .zero,
    destination: Destination? = nil,
    tick: UInt32 = 0
  ) throws(DragError) -> Configuration {
    let at = try place(of: session)
    if let region { _ = try known(region) }
    sessions[at].touched = tick
    sessions[at].location = location
    sessions[at].phase = .active
    enter(region, by: at)
    guard let region else { return .forbidden() }
    if let target = sessions[at].over {
      events.append(.drop(session: session, region: target, phase: .active))
    }
    return judged(sessions[at], over: region, at: location, destination: destination).configuration
  }

  // MARK: drop, cancel

  /// Ends a drag above a region. The session is gone afterwards, performed or refused; only a region
  /// that is not there leaves it alive.
  public mutating func drop(
    _ session: UInt32, over region: RegionID, at location: Point = .zero, destination: Destination?
  ) throws(DragError) -> DropOutcome {
    let at = try place(of: session)
    let target = try known(region)
    sessions[at].location = location
    enter(target, by: at)
    let outcome = carriedOut(sessions[at], over: target, at: location, destination: destination)
    end(at, outcome)
    return outcome
  }

  /// Ends a drag without a destination; everything returns to where it came from.
  public mutating func cancel(_ session: UInt32) throws(DragError) {
    let at = try place(of: session)
    giveUp(at, as: .cancel)
  }

  /// Ends the drags of a player who leaves.
  public mutating func cancelSessions(of player: UInt32) {
    while let at = sessions.firstIndex(where: { $0.player == player }) { giveUp(at, as: .cancel) }
  }

  /// Ends the drags that were last heard of before `tick`.
  public mutating func expireSessions(olderThan tick: UInt32) {
    while let at = sessions.firstIndex(where: { $0.touched < tick }) { giveUp(at, as: .cancel) }
  }

  // MARK: queries

  public func session(of player: UInt32) -> Session? {
    sessions.first { $0.player == player }
  }

  public func session(_ id: UInt32) -> Session? {
    sessions.first { $0.id == id }
  }

  /// How the items of a drag look above a region, or off all of them.
  public func formation(of session: Session, over region: RegionID?) -> DragDropPreviewsFormation {
    if let region, Int(region) < board.regions.count, board.regions[Int(region)].isDestination {
      return board.regions[Int(region)].dropFormation ?? board.dropFormation ?? .default
    }
    return board.regions[Int(session.source)].dragFormation
  }

  // MARK: the session's end

  private mutating func end(_ at: Int, _ outcome: DropOutcome) {
    guard case .performed(let operation) = outcome else {
      giveUp(at, as: .forbidden)
      return
    }
    let session = sessions.remove(at: at)
    if let region = session.over {
      events.append(.drop(session: session.id, region: region, phase: .ended(operation)))
    }
    events.append(.drag(session: session.id, player: session.player, phase: .ending(operation)))
    events.append(.drag(session: session.id, player: session.player, phase: .ended(operation)))
    events.append(.drag(session: session.id, player: session.player, phase: .dataTransferCompleted))
  }

  private mutating func giveUp(_ at: Int, as operation: DropOperation) {
    enter(nil, by: at)
    var session = sessions.remove(at: at)
    session.phase = .ended(operation)
    observe(session)
    events.append(.drag(session: session.id, player: session.player, phase: session.phase))
  }

  /// One destination at a time: the old one is left before the new one is entered.
  private mutating func enter(_ region: RegionID?, by at: Int) {
    let target = region.flatMap { board.regions[Int($0)].isDestination ? $0 : nil }
    guard target != sessions[at].over else { return }
    let id = sessions[at].id
    if let old = sessions[at].over {
      events.append(.drop(session: id, region: old, phase: .exiting))
    }
    if let target { events.append(.drop(session: id, region: target, phase: .entering)) }
    sessions[at].over = target
  }

  /// Lets the source look at its drag outside of any transaction. An observer that would lose items
  /// is not listened to.
  private mutating func observe(_ session: Session) {
    guard let observe = board.regions[Int(session.source)].observeDrag else { return }
    var next = model
    observe(&next, session)
    if keepsAll(next) { model = next }
  }

  // MARK: lookups that refuse

  private func place(of session: UInt32) throws(DragError) -> Int {
    guard let at = sessions.firstIndex(where: { $0.id == session }) else { throw .unknownSession }
    return at
  }

  private func known(_ region: RegionID) throws(DragError) -> RegionID {
    guard Int(region) < board.regions.count else { throw .unknownRegion }
    return region
  }
}
