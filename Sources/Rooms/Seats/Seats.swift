import Wire

/// Who may move. A set of places, each held by one guest who may be away for a while.
/// Who opened the table has a seat for as long as the table is kept, also before they come; others lose theirs when
/// they are away for long.
/// Invariant: a guest holds at most one seat; `connections` of a holder counts those that joined to play.
package struct Seats: Sendable {
  private struct Holder: Sendable {
    let guest: GuestID
    var person: Person
    var connections: Int
    var awaySince: Int64?
    /// Counts those who sat down: who has been here longest has the smallest.
    let order: Int
  }

  /// How long a seat is kept for somebody who is away.
  static let awayMillisecondsMax: Int64 = 120_000

  private var holders: [Holder?]
  /// Who sat there last, also of those who are gone.
  private var lastGuests: [GuestID?]
  /// Counts what the log has to know: who holds a seat, and who held it last.
  private(set) var changes = 0
  private(set) var opener: GuestID
  private var lastOrder = 0

  init(count: Int, opener: GuestID) {
    holders = Array(repeating: nil, count: count)
    lastGuests = Array(repeating: nil, count: count)
    self.opener = opener
  }

  /// The seats as the log has them: everybody has been away since now.
  init(_ logged: LogRecord.SeatsLogged?, count: Int, opener: GuestID, now: Int64) throws(Reopening.Fault) {
    self.init(count: count, opener: opener)
    guard let logged else { return }
    guard logged.holders.count == count else { throw .seatsDiffer }
    for index in 0..<count {
      if let id = logged.lastGuests[index] {
        guard let guest = GuestID(id) else { throw .seatsDiffer }
        lastGuests[index] = guest
      }
      guard let person = logged.holders[index] else { continue }
      guard let guest = GuestID(person.id) else { throw .seatsDiffer }
      // Nobody comes back to it.
      if guest.isErased { continue }
      // The log does not say in which order they came.
      holders[index] = Holder(guest: guest, person: person, connections: 0, awaySince: now, order: index)
    }
    lastOrder = count
  }

  /// What the log keeps of them; the clock is the game's.
  var logged: LogRecord.SeatsLogged {
    LogRecord.SeatsLogged(
      holders: holders.map { $0?.person }, lastGuests: lastGuests.map { $0?.text }, clockMilliseconds: 0)
  }

  var count: Int { holders.count }
  var isAnybodyHere: Bool { holders.contains { ($0?.connections ?? 0) > 0 } }

  /// All who have a seat.
  package var guests: [GuestID] { holders.compactMap { $0?.guest } }

  /// Those of them who are here.
  var guestsHere: [GuestID] { holders.compactMap { $0.flatMap { $0.connections > 0 ? $0.guest : nil } } }

  package func seat(of guest: GuestID) -> SeatNumber? {
    holders.firstIndex { $0?.guest == guest }.map(SeatNumber.init)
  }

  /// Seats a guest, on their own seat or a free one; nil when there is none. Seats of those who were away too long
  /// are to be released before.
  mutating func take(_ visitor: Visitor, now: Int64) -> SeatNumber? {
    guard let seat = seat(of: visitor.guest) ?? freeSeat(for: visitor.guest) else { return nil }
    let before = holders[seat.index].flatMap { $0.guest == visitor.guest ? $0 : nil }
    if before?.person != visitor.person { changes += 1 }
    if before == nil { lastOrder += 1 }
    holders[seat.index] = Holder(
      guest: visitor.guest, person: visitor.person, connections: (before?.connections ?? 0) + 1,
      awaySince: nil, order: before?.order ?? lastOrder)
    return seat
  }

  /// Notes who sits there.
  ///
  /// - Returns: whether somebody else sat there before.
  mutating func isNew(_ seat: SeatNumber, for guest: GuestID) -> Bool {
    defer { lastGuests[seat.index] = guest }
    if lastGuests[seat.index] != guest { changes += 1 }
    return lastGuests[seat.index].map { $0 != guest } ?? false
  }

  /// One of the guest's connections is no longer there.
  mutating func leave(_ seat: SeatNumber, now: Int64) {
    guard var holder = holders[seat.index] else { return }
    holder.connections -= 1
    precondition(holder.connections >= 0, "who leaves was there")
    if holder.connections == 0 { holder.awaySince = now }
    holders[seat.index] = holder
  }

  func isHere(_ seat: SeatNumber) -> Bool {
    (holders[seat.index]?.connections ?? 0) > 0
  }

  var told: [Seat] {
    holders.enumerated().map { index, holder in
      Seat(number: index, person: holder?.person, isConnected: (holder?.connections ?? 0) > 0)
    }
  }

  /// Somebody's seat is kept for a while, and not for as long as the table.
  var isAnybodyAway: Bool {
    holders.contains { $0.map { $0.awaySince != nil && $0.guest != opener } ?? false }
  }

  func holder(of seat: SeatNumber) -> (guest: GuestID, person: Person)? {
    guard holders.indices.contains(seat.index) else { return nil }
    return holders[seat.index].map { ($0.guest, $0.person) }
  }

  /// The seats of people, and not of programs.
  var people: [SeatNumber] {
    holders.indices.filter { holders[$0]?.person.kind == .guest }.map(SeatNumber.init)
  }

  /// The person who is here and has been seated longest.
  var longestHere: GuestID? {
    holders.compactMap { $0 }.filter { $0.connections > 0 && $0.person.kind == .guest }
      .min { $0.order < $1.order }?.guest
  }

  /// For how long somebody has been away; nil while they are here.
  func awaySince(_ seat: SeatNumber) -> Int64? { holders[seat.index]?.awaySince }

  /// Nobody sits there any more.
  mutating func free(_ seat: SeatNumber) {
    if holders[seat.index] != nil { changes += 1 }
    holders[seat.index] = nil
  }

  /// Somebody who sat here, or opened the table, is nobody from now on.
  mutating func erase(_ erasure: Erasure) {
    if opener == erasure.guest { opener = erasure.replacement }
    for index in holders.indices {
      if holders[index]?.guest == erasure.guest { holders[index] = nil }
      if lastGuests[index] == erasure.guest { lastGuests[index] = erasure.replacement }
    }
    changes += 1
  }

  /// Nobody else holds a seat, or held one last.
  func areOnly(_ guests: Set<GuestID>) -> Bool {
    holders.allSatisfy { $0.map { guests.contains($0.guest) } ?? true }
      && lastGuests.allSatisfy { $0.map { guests.contains($0) || $0.isErased } ?? true }
  }

  /// Frees the seats of those who were away too long, save for somebody who is just coming back.
  ///
  /// - Returns: those seats.
  mutating func release(keeping guest: GuestID? = nil, now: Int64) -> [SeatNumber] {
    let lapsed = holders.indices.filter { holders[$0]?.guest != guest && isLapsed($0, now: now) }
    for index in lapsed { holders[index] = nil }
    changes += lapsed.count
    return lapsed.map(SeatNumber.init)
  }

  /// Whether there is a free seat for somebody, or would be as soon as they want it.
  func hasRoom(now: Int64) -> Bool {
    holders.indices.count { holders[$0] == nil || isLapsed($0, now: now) } > keptForOpener
  }

  /// Whether somebody was away too long to keep their seat.
  private func isLapsed(_ index: Int, now: Int64) -> Bool {
    guard let holder = holders[index], let awaySince = holder.awaySince else { return false }
    return holder.guest != opener && now - awaySince > Self.awayMillisecondsMax
  }

  func checkInvariants() {
    precondition(lastGuests.count == holders.count, "it is known of each seat who sat there last")
    let guests = holders.compactMap { $0?.guest }
    precondition(Set(guests).count == guests.count, "a guest holds one seat at most")
    for case let holder? in holders {
      precondition((holder.connections == 0) == (holder.awaySince != nil), "a holder is connected, or away")
    }
  }

  private func freeSeat(for guest: GuestID) -> SeatNumber? {
    let free = holders.indices.filter { holders[$0] == nil }
    return free.dropFirst(guest == opener ? 0 : keptForOpener).first.map(SeatNumber.init)
  }

  /// The first free seat is theirs for as long as they have none.
  private var keptForOpener: Int { opener.isErased || seat(of: opener) != nil ? 0 : 1 }
}
