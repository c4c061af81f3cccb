import Bytes
package import Wire

/// A room as a client knows it, whatever lies on its table, built from what the server tells. Promise: whenever
/// it is not syncing, it equals the server's view at `version`: the hash of each event was compared. Invariant:
/// each handle lies in one place.
package struct TableMirror: Sendable {
  /// What a message did to the mirror.
  package enum Change: Equatable, Sendable {
    /// Not about this room, or old.
    case none
    case snapshot(Snapshot.Reason)
    case event(Event)
    case dests
    case drags
    case crowd
    /// Send `sync`; everything but a snapshot is let pass until one comes.
    case wantsSync(SyncReason)
    case ended(why: String)
  }

  package enum SyncReason: String, Sendable {
    /// An event is missing.
    case gap
    /// What we have is not what the server has.
    case hash
  }

  /// A collection, or a region without one, with what lies there, deepest first.
  package struct Place: Equatable, Sendable {
    package let name: String
    package var items: [ItemTold]
  }

  package let room: String
  package private(set) var epoch = ""
  /// −1 before the first snapshot.
  package private(set) var version = -1
  package private(set) var game: GameTold?
  package private(set) var deal: DealTold?
  /// Whose table it is in a race; nil for any other.
  package private(set) var entry: RaceEntry?
  package private(set) var status: Status?
  package private(set) var seats: [Seat] = []
  package private(set) var watching = 0
  /// In the order of the snapshot; runs of one collection are joined.
  package private(set) var places: [Place] = []
  /// What else is known of the regions; their runs are those of the snapshot, without items.
  package private(set) var regions: [RegionTold] = []
  package private(set) var selections: [SelectionTold] = []
  /// What others have in hand, if that was asked for.
  package private(set) var drags: [LiveDrag] = []
  /// What may be done, if that was told for the present version.
  package private(set) var dests: Dests?
  package private(set) var isSyncing = false
  /// How often a hash was not the server's.
  package private(set) var mismatches = 0

  package init(room: String) {
    self.room = room
  }

  package var hasState: Bool { version >= 0 && !isSyncing }
  /// What may be done was told for the present version.
  var knowsDests: Bool { hasState && dests?.version == version }

  /// What to say in `resume`. Without a state to go on from it is version 0, which no room has: that brings a
  /// snapshot.
  package var position: Hello.Position {
    Hello.Position(room: room, epoch: epoch, version: hasState ? version : 0)
  }

  // MARK: - Hearing

  package mutating func hear(_ message: ServerMessage) -> Change {
    switch message {
    case .snapshot(let snapshot) where snapshot.room == room: apply(snapshot)
    case .event(let event) where event.room == room: apply(event)
    case .dests(let dests) where dests.room == room: apply(dests)
    case .drag(room, let live, let titles): apply(live, titles)
    case .crowd(room, let seats, let watching, _, _, _): apply(seats, watching: watching)
    case .heartbeat(_, let versions): compare(versions)
    case .gone(room, let why): .ended(why: why)
    default: .none
    }
  }

  /// A line could not be read: what it told is not known.
  package mutating func missed() -> Change {
    guard !isSyncing else { return .none }
    isSyncing = true
    return .wantsSync(.gap)
  }

  private mutating func apply(_ snapshot: Snapshot) -> Change {
    if contains(snapshot) { return .none }
    var fresh: [Place] = []
    for run in snapshot.regions.flatMap(\.runs) {
      let at = fresh.firstIndex { $0.name == run.collection } ?? fresh.count
      if at == fresh.count { fresh.append(Place(name: run.collection, items: [])) }
      fresh[at].items += run.items
    }
    epoch = snapshot.epoch
    version = snapshot.version
    game = snapshot.game
    deal = snapshot.deal
    entry = snapshot.entry
    status = snapshot.status
    seats = snapshot.seats
    watching = snapshot.watching
    selections = snapshot.selections
    drags = snapshot.live
    dests = nil
    places = fresh
    regions = snapshot.regions
    for region in regions.indices {
      for run in regions[region].runs.indices { regions[region].runs[run].items = [] }
    }
    isSyncing = false
    guard isOfOnePiece, isUnderstood, hash == snapshot.hash else { return wrong() }
    return .snapshot(snapshot.why)
  }

  /// A snapshot that everybody is told is one of the steps of a table: like an event it may come when we have it
  /// already.
  private func contains(_ snapshot: Snapshot) -> Bool {
    guard [.deal, .fallback, .start].contains(snapshot.why) else { return false }
    return hasState && snapshot.epoch == epoch && snapshot.version <= version
  }

  private mutating func apply(_ event: Event) -> Change {
    guard !isSyncing, event.to > version else { return .none }
    guard event.from == version else {
      isSyncing = true
      return .wantsSync(.gap)
    }
    guard applyChanges(of: event) else { return wrong() }
    version = event.to
    status = event.status
    if let reveal = event.reveal, case .sealed(let commit, _)? = deal?.cards {
      deal?.cards = .sealed(commit: commit, reveal: reveal)
    }
    guard isOfOnePiece, isUnderstood, hash == event.hash else { return wrong() }
    return .event(event)
  }

  private mutating func apply(_ dests: Dests) -> Change {
    guard !isSyncing, dests.version >= version else { return .none }
    self.dests = dests
    return .dests
  }

  private mutating func apply(_ live: [LiveDrag], _ titles: [RegionChange]) -> Change {
    drags = live
    for title in titles { apply(title) }
    return .drags
  }

  private mutating func apply(_ seats: [Seat], watching: Int) -> Change {
    self.seats = seats
    self.watching = watching
    return .crowd
  }

  /// The server has told more than we have heard, or not what we asked for: a `sync` too many is not heard.
  private mutating func compare(_ versions: [RoomVersion]) -> Change {
    guard let told = versions.first(where: { $0.room == room }) else { return .none }
    guard isSyncing || hasState && told.version > version else { return .none }
    isSyncing = true
    return .wantsSync(.gap)
  }

  private mutating func wrong() -> Change {
    mismatches += 1
    isSyncing = true
    return .wantsSync(.hash)
  }

  // MARK: - Changing

  /// False when the event speaks of what is not here.
  private mutating func applyChanges(of event: Event) -> Bool {
    for handle in event.gone where remove(handle) == nil { return false }
    // What is new lies somewhere before it is told what it is.
    let fresh = Set(event.up.map(\.handle))
    for move in event.moves where !apply(move, new: fresh) { return false }
    for item in event.up where item.hashed == nil || !turn(item) { return false }
    for handle in event.down where !turn(ItemTold(handle: handle)) { return false }
    for change in event.regions { apply(change) }
    if let told = event.selections { selections = told }
    return true
  }

  private mutating func apply(_ move: ItemsMoved, new: Set<Int>) -> Bool {
    guard let target = places.firstIndex(where: { $0.name == move.collection }) else { return false }
    var taken: [ItemTold] = []
    for handle in move.items {
      guard let item = remove(handle) ?? (new.contains(handle) ? ItemTold(handle: handle) : nil) else {
        return false
      }
      taken.append(item)
    }
    var index = places[target].items.count
    if let before = move.before {
      guard let at = find(before), at.place == target else { return false }
      index = at.index
    }
    places[target].items.insert(contentsOf: taken, at: index)
    return true
  }

  private mutating func remove(_ handle: Int) -> ItemTold? {
    guard let (place, index) = find(handle) else { return nil }
    return places[place].items.remove(at: index)
  }

  private mutating func turn(_ item: ItemTold) -> Bool {
    guard let (place, index) = find(item.handle) else { return false }
    places[place].items[index] = item
    return true
  }

  private mutating func apply(_ change: RegionChange) {
    guard let at = regions.firstIndex(where: { $0.name == change.name }) else { return }
    if let title = change.title { regions[at].title = title }
    if let label = change.label { regions[at].label = label }
    if let formation = change.formation { regions[at].formation = formation }
    if let button = change.button { regions[at].button = button }
    if let editing = change.editing { regions[at].editing = editing }
  }

  func find(_ handle: Int) -> (place: Int, index: Int)? {
    for (place, stack) in places.enumerated() {
      if let index = stack.items.firstIndex(where: { $0.handle == handle }) { return (place, index) }
    }
    return nil
  }

  /// Each handle lies in one place.
  private var isOfOnePiece: Bool {
    let handles = places.flatMap { $0.items.map(\.handle) }
    return Set(handles).count == handles.count
  }

  // MARK: - Questions

  /// The hash of all that is shown, as events tell it.
  package var hash: String {
    var hash = ViewHash()
    for place in places { hash.add(place.name, place.items) }
    return hex(hash.value)
  }

  /// What lies in a place; nothing if there is no such place.
  package func items(in place: String) -> [ItemTold] { places.first { $0.name == place }?.items ?? [] }

  /// The last item of a collection as a player acts on it.
  package func top(of collection: String) -> Command.Top? {
    guard let place = places.first(where: { $0.name == collection }) else { return nil }
    return Command.Top(collection: collection, item: place.items.last?.handle)
  }
}
