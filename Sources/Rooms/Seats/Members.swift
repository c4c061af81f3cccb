/// Who is in a room: some fifty bytes for each beside the visitor, and the same work to come and to go however many
/// there are. Invariant: everybody is found by connection; `watching` counts persons without a seat, each once.
struct Members {
  struct Member {
    let connection: ConnectionID
    /// −1: none. Fits into what alignment leaves free.
    private let seatIndex: Int16
    /// Not counted among those who watch.
    let isMini: Bool
    let visitor: Visitor
    /// The first version that its visit was told of.
    let since: Int

    init(
      _ visitor: Visitor, on connection: ConnectionID, seat: SeatNumber?, isMini: Bool, since version: Int
    ) {
      self.visitor = visitor
      self.isMini = isMini
      self.connection = connection
      seatIndex = Int16(seat?.index ?? -1)
      since = version
    }

    var seat: SeatNumber? { seatIndex < 0 ? nil : SeatNumber(Int(seatIndex)) }
    var isCounted: Bool { seatIndex < 0 && !isMini }
  }

  /// In no order.
  private var list: [Member] = []
  private var byConnection = PlaceIndex { (member: Member) in member.connection }
  /// Spectators with one window; those with more are counted in `windows`.
  private var byGuest = PlaceIndex { (member: Member) in member.visitor.guest }
  private var windows: [GuestID: Int] = [:]
  /// Those who hold seats, in the order in which they joined, so that what they are told has an order.
  private(set) var seated: [ConnectionID] = []
  /// Members by loop and the raw values of encodings.
  private var counts: [[Int]] = []
  /// The loops that have members, in order.
  private(set) var loops: [Int] = []

  var isEmpty: Bool { list.isEmpty }
  var count: Int { list.count }
  var anyVisitor: Visitor? { list.first?.visitor }
  /// Guests who have a seat and are here.
  var seatedGuests: Set<GuestID> { Set(seated.compactMap { self[$0]?.visitor.guest }) }

  func isWatching(_ guest: GuestID) -> Bool {
    windows[guest] != nil || byGuest.place(of: guest, in: list) != nil
  }
  var connections: [ConnectionID] { list.map(\.connection) }

  /// Spectators as persons: two windows of one guest count once.
  var watching: Int { byGuest.count + windows.count }

  subscript(connection: ConnectionID) -> Member? {
    byConnection.place(of: connection, in: list).map { list[$0] }
  }

  /// Members whose connections can be told in this way.
  func count(taking encoding: Encoding) -> Int {
    loops.reduce(0) { $0 + count(taking: encoding, on: $1) }
  }

  func count(taking encoding: Encoding, on loop: Int) -> Int {
    counts.indices.contains(loop) ? counts[loop][Int(encoding.rawValue)] : 0
  }

  // MARK: - Coming and going

  /// - Parameter version: the first that its visit was told of.
  /// - Precondition: no member has this connection.
  mutating func join(
    _ visitor: Visitor, on connection: ConnectionID, seat: SeatNumber?, isMini: Bool = false,
    since version: Int
  ) {
    // By eighths: a large audience has little room to spare.
    if list.count == list.capacity { list.reserveCapacity(list.count + max(4, list.count / 8)) }
    list.append(Member(visitor, on: connection, seat: seat, isMini: isMini, since: version))
    byConnection.insert(list.count - 1, in: list)
    if seat != nil { seated.append(connection) } else if !isMini { beginWatching(visitor.guest) }
    count(visitor.encoding, on: connection.loop, by: 1)
  }

  /// - Returns: who that was; nil when nobody.
  mutating func leave(_ connection: ConnectionID) -> Member? {
    guard let place = byConnection.place(of: connection, in: list) else { return nil }
    let member = list[place]
    byConnection.remove(connection, in: list)
    if member.seat != nil {
      seated.removeAll { $0 == connection }
    } else if !member.isMini {
      endWatching(member.visitor.guest)
    }
    if place < list.count - 1 { moveLast(to: place) }
    list.removeLast()
    if list.capacity > 64, list.count < list.capacity / 4 { shrink() }
    count(member.visitor.encoding, on: connection.loop, by: -1)
    return member
  }

  private mutating func beginWatching(_ guest: GuestID) {
    if let others = windows[guest] {
      windows[guest] = others + 1
    } else if byGuest.place(of: guest, in: list) != nil {
      byGuest.remove(guest, in: list)
      windows[guest] = 2
    } else {
      byGuest.insert(list.count - 1, in: list)
    }
  }

  private mutating func endWatching(_ guest: GuestID) {
    if let these = windows[guest] {
      windows[guest] = these > 1 ? these - 1 : nil
    } else {
      byGuest.remove(guest, in: list)
    }
  }

  private mutating func moveLast(to place: Int) {
    let last = list[list.count - 1]
    byConnection.move(last.connection, to: place, in: list)
    if last.isCounted, windows[last.visitor.guest] == nil {
      byGuest.move(last.visitor.guest, to: place, in: list)
    }
    list[place] = last
  }

  private mutating func shrink() {
    var fresh: [Member] = []
    fresh.reserveCapacity(list.count + list.count / 8)
    fresh += list
    list = fresh
  }

  private mutating func count(_ encoding: Encoding, on loop: UInt16, by change: Int) {
    let loop = Int(loop)
    while counts.count <= loop { counts.append(Array(repeating: 0, count: Encoding.allCases.count)) }
    counts[loop][Int(encoding.rawValue)] += change
    let isUsed = counts[loop].contains { $0 > 0 }
    if isUsed != loops.contains(loop) {
      if isUsed { loops = (loops + [loop]).sorted() } else { loops.removeAll { $0 == loop } }
    }
  }

  // MARK: - Invariants

  /// - Complexity: O(n).
  func checkInvariants() {
    byConnection.checkInvariants(in: list)
    byGuest.checkInvariants(in: list)
    precondition(byConnection.count == list.count, "everybody is found by connection")
    let spectators = list.filter(\.isCounted)
    precondition(watching == Set(spectators.map(\.visitor.guest)).count, "persons are counted once")
    precondition(
      windows.values.reduce(byGuest.count, +) == spectators.count, "each window of a person is counted")
    precondition(
      Set(seated) == Set(list.filter { $0.seat != nil }.map(\.connection))
        && seated.count == list.count - spectators.count - list.count(where: \.isMini),
      "each seated member is listed once")
    precondition(loops == Set(list.map { Int($0.connection.loop) }).sorted(), "loops with members are known")
    for encoding in Encoding.allCases {
      precondition(
        count(taking: encoding) == list.count(where: { $0.visitor.encoding == encoding }),
        "members are counted by encoding")
    }
  }
}
