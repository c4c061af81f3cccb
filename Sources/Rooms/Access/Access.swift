import Wire

/// Who may come to a table, who is its host, and whom that host has let in or banned.
/// Invariant: nobody is banned and let in; never more than `WireLimits.bansMax` of each.
struct Access: Sendable {
  /// Somebody whom the host has named.
  struct Guest: Equatable, Sendable {
    let id: GuestID
    let name: String
  }

  /// What somebody who comes may do, or why not.
  enum Admission: Equatable {
    case admitted
    /// They may watch, and the host is asked.
    case knocking
    /// So many knock that nobody else may.
    case full
    case refused(Refused)
  }

  /// Why somebody may not come, or not do what they want: the word that they are told.
  enum Refused: String {
    /// A key is missing, opens nothing, or not as much as this.
    case key
    case locked, banned
    /// Only the host may.
    case host
    /// The host has refused them of late.
    case refused
    /// Nobody is there who could let them in.
    case hostAway
    /// Not to the person who opened the table.
    case opener
    /// They play in the same race, and see no cards but their own.
    case stillPlaying
  }

  private(set) var level: AccessLevel
  private(set) var isLocked = false
  private(set) var host: GuestID
  /// Of the keys that open something.
  private(set) var number = 0
  /// The room whose keys to play and to watch they are; nil: its own. Races that follow one another are opened by the
  /// same links.
  private(set) var ring: RoomID?
  /// With the numbers that the host knows them by.
  private(set) var bans: [(number: Int, guest: Guest)] = []
  private var lastBan = 0
  /// The host has let them in.
  private(set) var guests: [Guest] = []
  /// They came with the host's key.
  private(set) var coHosts: [GuestID] = []
  /// Whether a host wants talk; nil where none has said so.
  private(set) var chat: Bool?
  /// Counts what the log has to know.
  private(set) var changes = 0
  /// Since when the host has been away; nil while they are here.
  var hostAwaySince: Int64?

  /// For so long the host may be away.
  static let hostAwayMillisecondsMax: Int64 = 120_000

  init(_ level: AccessLevel, host: GuestID, now: Int64) {
    (self.level, self.host, hostAwaySince) = (level, host, now)
  }

  // MARK: - Who may come

  func isBanned(_ guest: GuestID) -> Bool { bans.contains { $0.guest.id == guest } }
  func isLetIn(_ guest: GuestID) -> Bool { guests.contains { $0.id == guest } }

  /// Whether somebody who has no seat here may watch.
  ///
  /// - Parameter key: what their key opens; nil without one.
  func admitsToWatch(_ guest: GuestID, key: KeyRole?) -> Admission {
    if isBanned(guest) { return .refused(.banned) }
    if level != .link || key != nil || guest == host || isLetIn(guest) { return .admitted }
    return .refused(.key)
  }

  /// Whether somebody who has no seat here may take one.
  func admitsToPlay(_ guest: GuestID, key: KeyRole?) -> Admission {
    if isBanned(guest) { return .refused(.banned) }
    if guest == host || key == .host { return .admitted }
    if isLocked { return .refused(.locked) }
    if level == .public || key == .play || isLetIn(guest) { return .admitted }
    // A key to watch opens here what is open without one.
    return level == .knock ? .knocking : .refused(.key)
  }

  // MARK: - What a host does

  mutating func set(_ level: AccessLevel) {
    guard level != self.level else { return }
    self.level = level
    changes += 1
  }

  mutating func lock(_ isLocked: Bool) {
    guard isLocked != self.isLocked else { return }
    self.isLocked = isLocked
    changes += 1
  }

  /// Those who came by a link know each other; anybody may come to other tables.
  func isChatOn(seats: Int) -> Bool { chat ?? (level == .link && seats > 1) }

  mutating func turnChat(on isOn: Bool) {
    guard chat != isOn else { return }
    chat = isOn
    changes += 1
  }

  mutating func pass(to guest: GuestID) {
    guard guest != host else { return }
    host = guest
    hostAwaySince = nil
    changes += 1
  }

  /// What lets guests into another room lets them in here.
  mutating func take(_ keys: (ring: RoomID, number: Int)) {
    (ring, number) = keys
    changes += 1
  }

  /// All keys so far open nothing any more.
  mutating func renewKeys() {
    // With the next number another room of the ring may have keys of its own already.
    ring = nil
    number += 1
    coHosts = []
    changes += 1
  }

  /// Somebody came with the host's key, and is a host until all keys are void or they are sent away.
  mutating func add(coHost guest: GuestID) {
    guard guest != host, !coHosts.contains(guest) else { return }
    coHosts.append(guest)
    if coHosts.count > WireLimits.bansMax { coHosts.removeFirst() }
    changes += 1
  }

  mutating func ban(_ guest: Guest) {
    guard !isBanned(guest.id) else { return }
    lastBan += 1
    bans.append((lastBan, guest))
    // Who was banned first may come again.
    if bans.count > WireLimits.bansMax { bans.removeFirst() }
    forget(guest.id)
    changes += 1
  }

  /// Nothing but a key lets them in any more.
  private mutating func forget(_ guest: GuestID) {
    guests.removeAll { $0.id == guest }
    coHosts.removeAll { $0 == guest }
  }

  /// - Returns: false when nobody is banned under that number.
  mutating func unban(_ number: Int) -> Bool {
    guard let place = bans.firstIndex(where: { $0.number == number }) else { return false }
    bans.remove(at: place)
    changes += 1
    return true
  }

  mutating func letIn(_ guest: Guest) {
    guard !isLetIn(guest.id) else { return }
    guests.append(guest)
    if guests.count > WireLimits.bansMax { guests.removeFirst() }
    changes += 1
  }

  /// Somebody was sent away: they have to ask again.
  mutating func sendAway(_ guest: GuestID) {
    guard isLetIn(guest) || coHosts.contains(guest) else { return }
    forget(guest)
    changes += 1
  }

  /// Somebody whom it names is nobody from now on.
  mutating func erase(_ erasure: Erasure) {
    let guest = erasure.guest
    if host == guest { host = erasure.replacement }
    bans.removeAll { $0.guest.id == guest }
    guests.removeAll { $0.id == guest }
    coHosts.removeAll { $0 == guest }
    changes += 1
  }

  // MARK: - In the log

  var logged: LogRecord.AccessLogged {
    LogRecord.AccessLogged(
      level: level, host: host.text, isLocked: isLocked, number: number, ring: ring?.text,
      bans: bans.map { [$0.guest.id.text, $0.guest.name] }, guests: guests.map { [$0.id.text, $0.name] },
      coHosts: coHosts.map(\.text), chat: chat)
  }

  /// - Throws: `Reopening.Fault.seatsDiffer` for a guest who cannot be one.
  init(_ logged: LogRecord.AccessLogged, now: Int64) throws(Reopening.Fault) {
    guard let host = GuestID(logged.host) else { throw .seatsDiffer }
    self.init(logged.level, host: host, now: now)
    (isLocked, number) = (logged.isLocked, logged.number)
    ring = logged.ring.flatMap(RoomID.init)
    for pair in logged.bans { bans.append((bans.count + 1, try Self.guest(pair))) }
    for pair in logged.guests { guests.append(try Self.guest(pair)) }
    for text in logged.coHosts {
      guard let guest = GuestID(text) else { throw .seatsDiffer }
      coHosts.append(guest)
    }
    lastBan = bans.count
    chat = logged.chat
  }

  private static func guest(_ pair: [String]) throws(Reopening.Fault) -> Guest {
    guard pair.count == 2, let id = GuestID(pair[0]) else { throw .seatsDiffer }
    return Guest(id: id, name: pair[1])
  }

  func checkInvariants() {
    precondition(
      [bans.count, guests.count, coHosts.count].allSatisfy { $0 <= WireLimits.bansMax }, "so many are named")
    precondition(!guests.contains { isBanned($0.id) }, "who is banned is not let in")
    precondition(!coHosts.contains(where: isBanned), "who is banned is no host")
  }
}
