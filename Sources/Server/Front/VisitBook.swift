import Rooms

/// The visits of a server, in some thirty bytes each beside the visitor. Invariant: every visit is found by its name;
/// `holdings` are of visits that are known, and of those that hold something; never more than `visitsMax`, and of one
/// network never more than `restingPerNetworkMax` that rest without a seat, and some times as many in all.
struct VisitBook {
  private struct Entry {
    /// The one that is there now, or was last.
    let visitor: Visitor
    let connection: ConnectionID
    /// Seconds on the clock; `isThere` while the visit is connected.
    var restsSince: UInt32 = Self.isThere

    static let isThere = UInt32.max
  }

  /// What a visit has that only watches rarely does.
  private struct Holdings {
    var seats: [RoomID: Int] = [:]
    /// What the last connection had left to spend on commands when it ended, if not everything: coming back does not
    /// fill it up.
    var commands: Allowance?

    var isEmpty: Bool { seats.isEmpty && commands == nil }
  }

  /// What a visit that rests has to come back to. A newcomer is worth more than all but a seat.
  private enum Worth: Comparable {
    case nothing
    /// It has not yet got back all that it may spend.
    case commands
    case seat
  }

  private var entries: [Entry] = []
  private var byVisit = PlaceIndex { (entry: Entry) in entry.visitor.visit }
  private var holdings: [VisitID: Holdings] = [:]
  /// How many rest, by network.
  private var resting: [UInt32: Int] = [:]
  /// Where the sweep goes on.
  private var sweepAt = 0
  private let visitsMax: Int
  private let restingPerNetworkMax: Int

  init(visitsMax: Int, restingPerNetworkMax: Int = .max) {
    self.visitsMax = visitsMax
    self.restingPerNetworkMax = restingPerNetworkMax
  }

  var count: Int { entries.count }

  /// Who was on the visits of a guest last.
  ///
  /// - Complexity: O(n).
  func visitors(of guest: GuestID) -> [Visitor] { entries.map(\.visitor).filter { $0.guest == guest } }

  // MARK: - A visit's life

  /// - Returns: false when there are too many.
  mutating func begin(_ visitor: Visitor, on connection: ConnectionID, now: Int64) -> Bool {
    guard entries.count < visitsMax || makeRoom(now: now) else { return false }
    // By eighths: many visits leave little room to spare.
    if entries.count == entries.capacity {
      entries.reserveCapacity(entries.count + max(16, entries.count / 8))
    }
    entries.append(Entry(visitor: visitor, connection: connection))
    byVisit.insert(entries.count - 1, in: entries)
    return true
  }

  mutating func resume(_ visitor: Visitor, rooms: [RoomID], on connection: ConnectionID) -> Visits.Answer {
    let visit = visitor.visit
    guard let place = byVisit.place(of: visit, in: entries) else { return .unknown }
    guard entries[place].visitor.guest == visitor.guest else { return .anothers }
    let before = entries[place].connection
    countResting(place, -1)
    entries[place] = Entry(visitor: visitor, connection: connection)
    let commands = holdings[visit]?.commands
    change(visit) { held in
      held.seats = held.seats.filter { rooms.contains($0.key) }
      held.commands = nil
    }
    let seats = holdings[visit]?.seats ?? [:]
    let known = Set(rooms).map { (room: $0, seat: seats[$0] ?? -1) }.sorted { $0.room.text < $1.room.text }
    return .known(Visits.Resumed(rooms: known, commands: commands, before: before))
  }

  mutating func rest(
    _ visit: VisitID, _ connection: ConnectionID, with commands: Allowance, now: Int64
  ) {
    // A later connection knows better what is left.
    guard let place = byVisit.place(of: visit, in: entries), entries[place].connection == connection else {
      return
    }
    countResting(place, -1)
    entries[place].restsSince = Self.seconds(now)
    countResting(place, +1)
    change(visit) { $0.commands = commands.isFull(now: now) ? nil : commands }
    // A guest who comes and goes all the time fills the book with visits that nobody resumes.
    let count = entries[place].visitor.network.flatMap { resting[$0] } ?? 0
    let times = worth(of: place, now: now) == .seat ? Self.seatsTimes : 1
    if count / times > restingPerNetworkMax { forget(place) }
  }

  /// Of those who have a seat so many times as many may rest.
  static let seatsTimes = 5

  mutating func expire(before: Int64, lookingAt countMax: Int) {
    let before = Self.seconds(before)
    for _ in 0..<min(countMax, entries.count) {
      if sweepAt >= entries.count { sweepAt = 0 }
      // Into the place of one that is forgotten comes another, which is looked at next.
      if entries[sweepAt].restsSince < before { forget(sweepAt) } else { sweepAt += 1 }
    }
  }

  /// Forgets a visit that rests: one that has nothing, if there is one among the next few, else one that has no seat.
  /// Where neither is found among some thousands, who comes next looks on from there.
  private mutating func makeRoom(now: Int64) -> Bool {
    var lesser: Int?
    for looked in 0..<min(entries.count, Visits.soughtMax) {
      if looked >= Visits.sweptMax, lesser != nil { break }
      if sweepAt >= entries.count { sweepAt = 0 }
      if entries[sweepAt].restsSince != Entry.isThere {
        switch worth(of: sweepAt, now: now) {
        case .nothing:
          forget(sweepAt)
          return true
        case .commands: lesser = lesser ?? sweepAt
        case .seat: break
        }
      }
      sweepAt += 1
    }
    if let lesser { forget(lesser) }
    return lesser != nil
  }

  /// What a visit that rests is worth keeping for.
  private func worth(of place: Int, now: Int64) -> Worth {
    guard let held = holdings[entries[place].visitor.visit] else { return .nothing }
    // The tables have let go of its seats by then.
    let isSeatKept = Int64(entries[place].restsSince) * 1000 + Room.seatMillisecondsMax > now
    if !held.seats.isEmpty, isSeatKept { return .seat }
    return held.commands?.isFull(now: now) ?? true ? .nothing : .commands
  }

  /// Counts a visit, if it rests.
  private mutating func countResting(_ place: Int, _ change: Int) {
    guard entries[place].restsSince != Entry.isThere, let network = entries[place].visitor.network else {
      return
    }
    let count = (resting[network] ?? 0) + change
    resting[network] = count > 0 ? count : nil
  }

  private mutating func forget(_ place: Int) {
    countResting(place, -1)
    let visit = entries[place].visitor.visit
    byVisit.remove(visit, in: entries)
    holdings[visit] = nil
    let last = entries[entries.count - 1]
    if place < entries.count - 1 {
      byVisit.move(last.visitor.visit, to: place, in: entries)
      entries[place] = last
    }
    entries.removeLast()
  }

  private static func seconds(_ milliseconds: Int64) -> UInt32 {
    UInt32(clamping: min(milliseconds / 1000, Int64(Entry.isThere) - 1))
  }

  // MARK: - Holdings

  mutating func sit(_ seat: Int, in room: RoomID, visit: VisitID) {
    change(visit) { $0.seats[room] = seat }
  }

  /// A seat is given up, if there was one.
  mutating func rise(from room: RoomID, visit: VisitID) {
    if holdings[visit]?.seats[room] != nil { change(visit) { $0.seats[room] = nil } }
  }

  /// Changes what a visit holds, if it is known.
  private mutating func change(_ visit: VisitID, _ change: (inout Holdings) -> Void) {
    var held = holdings[visit] ?? Holdings()
    change(&held)
    if held.isEmpty {
      holdings[visit] = nil
    } else if byVisit.place(of: visit, in: entries) != nil {
      holdings[visit] = held
    }
  }

  /// - Complexity: O(n).
  func checkInvariants() {
    byVisit.checkInvariants(in: entries)
    precondition(byVisit.count == entries.count, "every visit is found")
    precondition(entries.count <= visitsMax, "no more are kept than may be")
    var restingNow: [UInt32: Int] = [:]
    for entry in entries where entry.restsSince != Entry.isThere {
      if let network = entry.visitor.network { restingNow[network, default: 0] += 1 }
    }
    precondition(restingNow == resting, "those who rest are counted by network")
    for (visit, held) in holdings {
      precondition(byVisit.place(of: visit, in: entries) != nil, "what is held is held by somebody")
      precondition(!held.isEmpty, "only what there is takes space")
    }
  }
}
