/// What is done to a board without carrying anything: taps, targets that spring, edit mode.
extension BoardEngine {
  /// A player who edits a region.
  struct Editor: Hashable, Sendable {
    let region: RegionID
    let player: PlayerID
  }

  // MARK: taps

  /// Presses the button that a region is. That is a step that undo takes back.
  /// - Returns: `performed(.move)`, or a refusal: `unknownRegion`, `forbidden` where there is no
  ///   button, `disabled`, or what `perform(_:)` refuses.
  public mutating func tap(_ region: RegionID, player: PlayerID) -> DropOutcome {
    guard region.index < declared.regions.count else { return .refused(.unknownRegion) }
    guard let button = declared.regions[region.index].button else {
      return .refused(.forbidden(reason: 0))
    }
    guard button.isEnabled(model) else { return .refused(.disabled) }
    return perform { button.action(&$0, player) }
  }

  /// Taps an item. It is no step that undo takes back.
  /// - Returns: `performed(.move)`, or a refusal: `unknownRegion`, `unknownItem`, `forbidden` where
  ///   there is nothing to tap, `actionDeclined`, `conservationBroken`, `itemNotUnique`.
  public mutating func tap(_ item: ItemID, in region: RegionID, player: PlayerID) -> DropOutcome {
    guard region.index < declared.regions.count else { return .refused(.unknownRegion) }
    guard let found = listing.index(of: item, in: region) else { return .refused(.unknownItem) }
    let run = listing.runs[found].run.index
    guard let tap = declared.regions[region.index].runs[run].content.tap else {
      return .refused(.forbidden(reason: 0))
    }
    var next = model
    guard tap(&next, item, player) else { return .refused(.actionDeclined) }
    if let refusal = amend(next) { return .refused(refusal) }
    return .performed(.move)
  }

  // MARK: springs

  /// Whether any target opens under a drag that rests on it.
  package var hasSprings: Bool {
    declared.regions.contains { region in
      region.springDelay != nil || region.runs.contains { $0.content.springDelay != nil }
    }
  }

  /// Springs what drags have rested on for long enough, whether or not their pointers move. Call it
  /// now and then, with `tick` counted as for `beginDrag(_:player:tick:)`.
  public mutating func springTargets(at tick: Tick) {
    for at in sessions.indices { spring(at, tick: tick) }
  }

  /// Remembers above what a drag rests, and since when.
  mutating func rest(_ at: Int, _ pointer: Pointer, tick: Tick) {
    let target = springTarget(at: pointer, for: sessions[at])
    if target != sessions[at].rest?.target {
      sessions[at].rest = target.map { Session.Rest(target: $0, since: tick) }
    }
    spring(at, tick: tick)
  }

  private func springTarget(at pointer: Pointer, for session: Session) -> Target? {
    guard let region = pointer.region else { return nil }
    if let item = pointer.item, !session.holds(item), let found = listing.index(of: item, in: region) {
      let target = Target.item(region, listing.runs[found].run, item)
      if springDelay(of: target) != nil { return target }
    }
    return springDelay(of: .region(region)).map { _ in .region(region) }
  }

  private func springDelay(of target: Target) -> UInt32? {
    switch target {
    case .item(let region, let run, _):
      declared.regions[region.index].runs[run.index].content.springDelay
    case .region(let region): declared.regions[region.index].springDelay
    case .run, .board: nil
    }
  }

  private mutating func spring(_ at: Int, tick: Tick) {
    guard let rest = sessions[at].rest, !rest.hasSprung, let delay = springDelay(of: rest.target),
      tick >= rest.since, tick.rawValue - rest.since.rawValue >= delay
    else { return }
    sessions[at].rest?.hasSprung = true
    let outcome: DropOutcome
    switch rest.target {
    case .item(let region, _, let item):
      outcome = tap(item, in: region, player: sessions[at].player)
    case .region(let region): outcome = tap(region, player: sessions[at].player)
    case .run, .board: return
    }
    guard case .performed = outcome else { return }
    events.append(.sprung(session: sessions[at].id, target: rest.target))
  }

  // MARK: edit mode

  /// Begins or ends to edit a region, for one player.
  /// - Returns: Why not: `unknownRegion`, or `forbidden` where nothing is edited by toggling; `nil` if
  ///   it is so now.
  public mutating func setEditing(
    _ isOn: Bool, _ region: RegionID, player: PlayerID
  ) -> DropRefusal? {
    guard region.index < declared.regions.count else { return .unknownRegion }
    guard declared.regions[region.index].editMode == .toggle else { return .forbidden(reason: 0) }
    guard isOn != isEditing(region, player: player) else { return nil }
    if isOn {
      editors.append(Editor(region: region, player: player))
    } else {
      editors.removeAll { $0 == Editor(region: region, player: player) }
    }
    events.append(.editing(region, player: player, isOn: isOn))
    assertInvariants()
    return nil
  }

  /// Whether a player edits a region.
  public func isEditing(_ region: RegionID, player: PlayerID) -> Bool {
    editors.contains(Editor(region: region, player: player))
  }

  /// The players who edit a region, in the order in which they began.
  public func editors(of region: RegionID) -> [PlayerID] {
    editors.filter { $0.region == region }.map { $0.player }
  }

  /// Without an edit mode items can be moved at any time, as in a list that is held and dragged.
  func mayMoveOffsets(in region: RegionID, player: PlayerID) -> Bool {
    repetition != nil || declared.regions[region.index].editMode != .toggle
      || isEditing(region, player: player)
  }

  /// Moves items of a run by offsets, all counted before the move; `target` may be 0 up to the number
  /// of items. The order of `offsets` does not matter.
  /// - Returns: `performed(.move)`, or a refusal: `unknownRegion`, `forbidden`, `notEditing`,
  ///   `badDestination`, `itemInUse`, or what `perform(_:)` refuses.
  public mutating func move(
    in region: RegionID, run: RunID = .first, fromOffsets offsets: [Int], toOffset target: Int,
    player: PlayerID
  ) -> DropOutcome {
    guard region.index < declared.regions.count else { return .refused(.unknownRegion) }
    guard let found = listing.index(of: run, in: region),
      let action = declared.regions[region.index].runs[run.index].moveOffsets
    else { return .refused(.forbidden(reason: 0)) }
    let items = listing.runs[found].items
    guard mayMoveOffsets(in: region, player: player) else { return .refused(.notEditing) }
    let wanted: OffsetMove
    do throws(ReorderError) {
      wanted = try OffsetMove(offsets, to: target, count: items.count)
    } catch {
      return .refused(.badDestination(error))
    }
    if isHeld(wanted.offsets.map { items[$0] }, byOthersThan: player) {
      return .refused(.itemInUse)
    }
    guard wanted.changes else { return .performed(.move) }
    return perform { action(&$0, wanted.offsets, wanted.target) }
  }
}
