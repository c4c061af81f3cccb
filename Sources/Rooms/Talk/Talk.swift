import Wire

/// What was said at a table of late, and who may say how much. None of it is in the log: over a restart it is gone.
///
/// Invariant: never more than `WireLimits.linesSaidMax` lines, whose numbers ascend by one; never more than
/// `WireLimits.bansMax` are muted.
struct Talk {
  struct Line {
    fileprivate(set) var told: LineTold
    fileprivate(set) var guest: GuestID
    /// Where they came from.
    let network: UInt32?
    /// Guests whose report of it was handed on.
    fileprivate(set) var reporters: [GuestID] = []
  }

  /// How much somebody may still say.
  private struct Speaker {
    var words = Allowance()
    var reactions = Allowance()
    var last: String?
  }

  /// What is said, and as often a reaction.
  private static let rate = Allowance.Rate(everyMilliseconds: 2_000, burst: 3)
  /// So many reports of one line are kept: more would say nothing new.
  static let reportsOfALineMax = 3

  private(set) var lines: [Line] = []
  private var lastNumber: Int
  /// Those who have a seat, or had one: nobody who only watches makes them be forgotten.
  private var speakers = Recent<GuestID, Speaker>(generationMax: 64)
  private var watchers = Recent<GuestID, Allowance>(generationMax: 512)
  private(set) var muted: [GuestID] = []
  var reactions = Reactions()

  /// - Parameter number: lines are numbered behind it. A table that wakes counts on behind what it may have said before
  ///   it slept, or a client that still has those would take new ones for old.
  init(after number: Int = 0) { lastNumber = number }

  var byteCount: Int {
    lines.reduce(0) { $0 + 160 + $1.told.text.utf8.count + $1.told.name.utf8.count }
      + (speakers.count + watchers.count) * 96
  }

  func line(_ number: Int) -> Line? { lines.first { $0.told.number == number } }
  func isMuted(_ guest: GuestID) -> Bool { muted.contains(guest) }
  /// A program is silent where its owner is.
  func isMuted(_ visitor: Visitor) -> Bool { isMuted(visitor.guest) || isMuted(visitor.payer) }

  // MARK: - Saying

  func saidLast(_ text: String, _ guest: GuestID) -> Bool { speakers[guest]?.last == text }

  /// - Returns: nil where it was said; otherwise the milliseconds to wait.
  mutating func say(_ text: TalkText, at seat: SeatNumber, by visitor: Visitor, now: Int64) -> Int? {
    var speaker = speakers[visitor.guest] ?? Speaker()
    if let wait = speaker.words.take(now: now, Self.rate) { return wait }
    speaker.last = text.text
    speakers.set(speaker, for: visitor.guest)
    lastNumber += 1
    let told = LineTold(
      number: lastNumber, seat: seat.index, id: visitor.guest.text, name: visitor.name, text: text.text)
    lines.append(Line(told: told, guest: visitor.guest, network: visitor.network))
    if lines.count > WireLimits.linesSaidMax { lines.removeFirst() }
    return nil
  }

  /// - Parameter seat: nil for somebody who watches.
  /// - Returns: nil where it counts; otherwise the milliseconds to wait.
  mutating func react(_ what: Reaction, at seat: SeatNumber?, by guest: GuestID, now: Int64) -> Int? {
    if seat != nil {
      var speaker = speakers[guest] ?? Speaker()
      if let wait = speaker.reactions.take(now: now, Self.rate) { return wait }
      speakers.set(speaker, for: guest)
    } else {
      var allowance = watchers[guest] ?? Allowance()
      if let wait = allowance.take(now: now, Self.rate) { return wait }
      watchers.set(allowance, for: guest)
    }
    reactions.add(what, of: seat)
    return nil
  }

  // MARK: - What a host does, and what is reported

  mutating func mute(_ guest: GuestID) {
    guard !isMuted(guest) else { return }
    muted.append(guest)
    // Who was muted first may talk again.
    if muted.count > WireLimits.bansMax { muted.removeFirst() }
  }

  mutating func unmute(_ guest: GuestID) { muted.removeAll { $0 == guest } }

  /// What somebody said was said by nobody, and what they reported stays reported.
  mutating func erase(_ erasure: Erasure) {
    unmute(erasure.guest)
    for place in lines.indices where lines[place].guest == erasure.guest {
      let told = lines[place].told
      lines[place].guest = erasure.replacement
      lines[place].told = LineTold(
        number: told.number, seat: told.seat, id: erasure.replacement.text, name: Erasure.name,
        text: told.text)
    }
  }

  /// - Returns: whether it says something new.
  mutating func report(_ number: Int, by guest: GuestID) -> Bool {
    guard let place = lines.firstIndex(where: { $0.told.number == number }),
      lines[place].reporters.count < Self.reportsOfALineMax, !lines[place].reporters.contains(guest)
    else { return false }
    lines[place].reporters.append(guest)
    return true
  }

  func checkInvariants() {
    precondition(lines.count <= WireLimits.linesSaidMax, "the last lines are kept")
    for (before, after) in zip(lines, lines.dropFirst()) {
      precondition(after.told.number == before.told.number + 1, "each line has its number")
    }
    precondition(muted.count <= WireLimits.bansMax && Set(muted).count == muted.count, "so many are muted")
    reactions.checkInvariants()
  }
}
