package import Cards
package import Patience
package import Wire

/// A room as a client knows it, built from what the server tells. Promise: whenever it is not syncing, it
/// equals the server's view at `version`: the hash of each event was compared. Invariant: each handle lies in
/// one pile.
package struct TableMirror: Sendable {
  /// What a message did to the mirror.
  package enum Change: Equatable, Sendable {
    /// Not about this room, or old.
    case none
    case snapshot(Snapshot.Reason)
    case event(Event)
    case dests
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

  package let room: String
  package private(set) var epoch = ""
  /// −1 before the first snapshot.
  package private(set) var version = -1
  package private(set) var game: GameTold?
  package private(set) var deal: DealTold?
  package private(set) var status: Status?
  package private(set) var seats: [Seat] = []
  package private(set) var watching = 0
  /// Where cards may go, if that was told for the present version.
  package private(set) var dests: Dests?
  package private(set) var isSyncing = false
  /// How often a hash was not the server's.
  package private(set) var mismatches = 0

  private var piles: [(id: PileID, cards: [TableView.CardView])] = []

  package init(room: String) {
    self.room = room
  }

  package var hasState: Bool { version >= 0 && !isSyncing }

  /// What to say in `resume`. Without a state to go on from it is version 0, which no room has: that brings a
  /// snapshot.
  package var position: Hello.Position {
    Hello.Position(room: room, epoch: epoch, version: hasState ? version : 0)
  }

  // MARK: - Hearing

  package mutating func hear(_ message: ServerMessage) -> Change {
    switch message {
    case .snapshot(let snapshot) where snapshot.room == room: take(snapshot)
    case .event(let event) where event.room == room: take(event)
    case .dests(let dests) where dests.room == room: take(dests)
    case .crowd(room, let seats, let watching, _, _):
      take(seats, watching: watching)
    case .heartbeat(_, let versions): compare(versions)
    case .gone(room, let why): .ended(why: why)
    default: .none
    }
  }

  private mutating func take(_ snapshot: Snapshot) -> Change {
    var fresh: [(id: PileID, cards: [TableView.CardView])] = []
    for run in snapshot.regions.flatMap(\.runs) {
      guard let id = PileID(wireName: run.collection.utf8) else { return wrong() }
      let place = fresh.firstIndex { $0.id == id } ?? fresh.count
      if place == fresh.count { fresh.append((id, [])) }
      for item in run.items {
        guard let card = TableView.CardView(item) else { return wrong() }
        fresh[place].cards.append(card)
      }
    }
    epoch = snapshot.epoch
    version = snapshot.version
    game = snapshot.game
    deal = snapshot.deal
    status = snapshot.status
    seats = snapshot.seats
    watching = snapshot.watching
    dests = nil
    piles = fresh
    isSyncing = false
    guard hash == snapshot.hash else { return wrong() }
    checkInvariants()
    return .snapshot(snapshot.why)
  }

  private mutating func take(_ event: Event) -> Change {
    guard !isSyncing, event.to > version else { return .none }
    guard event.from == version else {
      isSyncing = true
      return .wantsSync(.gap)
    }
    guard apply(event) else { return wrong() }
    version = event.to
    status = event.status
    if let reveal = event.reveal, case .sealed(let commit, _)? = deal {
      deal = .sealed(commit: commit, reveal: reveal)
    }
    guard hash == event.hash else { return wrong() }
    checkInvariants()
    return .event(event)
  }

  private mutating func take(_ dests: Dests) -> Change {
    guard !isSyncing, dests.version >= version else { return .none }
    self.dests = dests
    return .dests
  }

  private mutating func take(_ seats: [Seat], watching: Int) -> Change {
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
  private mutating func apply(_ event: Event) -> Bool {
    for move in event.moves where !apply(move) { return false }
    for item in event.up {
      guard item.face != nil, let card = TableView.CardView(item), turn(card) else { return false }
    }
    for handle in event.down {
      guard let card = TableView.CardView(ItemTold(handle: handle)), turn(card) else { return false }
    }
    return true
  }

  private mutating func apply(_ move: ItemsMoved) -> Bool {
    guard let id = PileID(wireName: move.collection.utf8),
      let target = piles.firstIndex(where: { $0.id == id })
    else { return false }
    var taken: [TableView.CardView] = []
    for handle in move.items {
      guard let (pile, index) = find(handle) else { return false }
      taken.append(piles[pile].cards.remove(at: index))
    }
    var index = piles[target].cards.count
    if let before = move.before {
      guard let place = find(before), place.pile == target else { return false }
      index = place.index
    }
    piles[target].cards.insert(contentsOf: taken, at: index)
    return true
  }

  private mutating func turn(_ card: TableView.CardView) -> Bool {
    guard let (pile, index) = find(Int(card.handle)) else { return false }
    piles[pile].cards[index] = card
    return true
  }

  private func find(_ handle: Int) -> (pile: Int, index: Int)? {
    for (pile, stack) in piles.enumerated() {
      if let index = stack.cards.firstIndex(where: { $0.handle == handle }) { return (pile, index) }
    }
    return nil
  }

  func checkInvariants() {
    let handles = piles.flatMap { $0.cards.map(\.handle) }
    assert(Set(handles).count == handles.count, "each handle lies in one pile")
  }

  // MARK: - Questions

  /// What a strategy may look at, and whoever else wants to see the table.
  package var view: TableView {
    TableView(
      piles: piles.map { TableView.PileView(id: $0.id, cards: $0.cards) },
      score: Int32(clamping: status?.score ?? 0),
      moves: UInt32(clamping: status?.moves ?? 0), passesLeft: passesLeft, status: gameStatus,
      elapsed: UInt32(clamping: (status?.clockMilliseconds ?? 0) / 1000))
  }

  private var passesLeft: UInt16? {
    guard let game, let status, game.passes >= 0 else { return nil }
    return UInt16(clamping: game.passes - 1 - status.pass)
  }

  private var gameStatus: GameStatus {
    switch status?.status {
    case .won: .won
    case .stuck: .deadEnd
    case .playing, nil: .playing
    }
  }

  /// Eight hex digits.
  package var hash: String {
    let digits = String(view.hash32, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Where a card lies: the collection, how many cards travel when it is taken with all on it, and its face
  /// if that is known.
  package func place(of handle: Int) -> (collection: String, count: Int, face: Card?)? {
    guard let (pile, index) = find(handle) else { return nil }
    let cards = piles[pile].cards
    return (piles[pile].id.text, cards.count - index, cards[index].face)
  }

  /// The last item of a collection as a player acts on it.
  package func top(of collection: String) -> Command.Top? {
    guard let pile = piles.first(where: { $0.id.text == collection }) else { return nil }
    return Command.Top(collection: collection, item: pile.cards.last.map { Int($0.handle) })
  }

  /// The destinations as strategies take them; nil unless they were told for this version.
  package var choices: Choices? {
    guard hasState, let dests, dests.version == version else { return nil }
    return Choices(dests)
  }
}

extension TableView.CardView {
  /// nil for a handle or a face that no card has.
  fileprivate init?(_ item: ItemTold) {
    guard let handle = UInt16(exactly: item.handle) else { return nil }
    guard let text = item.face else {
      self.init(handle: handle, face: nil)
      return
    }
    guard let face = Card(text) else { return nil }
    self.init(handle: handle, face: face)
  }
}

extension Choices {
  /// What cannot be understood is no choice.
  package init(_ dests: Dests) {
    let drops = dests.sources.flatMap { source in
      let places = source.destinations.compactMap { place in
        PileID(wireName: place.collection.utf8).map { Place(pile: $0, reveals: place.reveals) }
      }
      return source.items.compactMap { UInt16(exactly: $0) }.map { Drop(handle: $0, places: places) }
    }
    let sends = dests.sends.compactMap { send in
      UInt16(exactly: send.item).flatMap { handle in
        PileID(wireName: send.collection.utf8).map { Send(handle: handle, pile: $0) }
      }
    }
    self.init(drops: drops, canTapStock: !dests.taps.isEmpty, sends: sends, canFinish: dests.canFinish)
  }
}
