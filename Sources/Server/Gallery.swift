import Reactor

/// The members of one room on one loop, and what they are told: a log of frames with a cursor for each
/// member.
///
/// A frame is written into the log once, however many members read it. A member's lack is a slice of the log,
/// so all of it leaves in one send. Invariant: base ≤ each cursor ≤ end, or the member is `behind`; cursors
/// stand between frames.
final class Gallery {
  struct Member {
    let connection: Token
    let isSeated: Bool
    let wantsDrag: Bool
    /// Offset in the endless log of the next byte to send.
    var cursor: Int
    var hoverTold: Int
    var crowdTold: Int
  }

  /// A frame of which only the latest counts. `serial` grows with each.
  struct Slot {
    var frame: [UInt8] = []
    var serial = 0
  }

  /// Seated members first: players are told before spectators.
  private(set) var members: [Member] = []
  private var seatedCount = 0
  /// Where each connection stands in `members`.
  private var places: [Token: Int] = [:]
  private(set) var hover = Slot()
  private(set) var crowd = Slot()
  /// The room's version after the last frame of the log.
  private(set) var version: Int

  /// Tells galleries apart that follow each other in one room.
  let serial: Int

  private var log: [UInt8] = []
  private var frameEnds: [Int] = []
  private var base = 0
  private let logBytesMax: Int
  /// Where the sweep goes on, and how many are still to be visited. It goes round and round: frames that come
  /// faster than it does may not keep those at the end waiting for ever.
  private var sweepAt = 0
  private var toVisit = 0

  var isSwept: Bool { toVisit == 0 }

  init(serial: Int = 0, version: Int, logBytesMax: Int) {
    self.serial = serial
    self.version = version
    self.logBytesMax = logBytesMax
  }

  private var end: Int { base + log.count }

  // MARK: - Members

  func admit(_ connection: Token, isSeated: Bool, wantsDrag: Bool) {
    dismiss(connection)
    members.append(
      Member(
        connection: connection, isSeated: isSeated, wantsDrag: wantsDrag, cursor: end,
        hoverTold: hover.serial,
        crowdTold: crowd.serial))
    places[connection] = members.count - 1
    guard isSeated else { return }
    // The first spectator makes room; among spectators there is no order to keep.
    swap(seatedCount, members.count - 1)
    seatedCount += 1
  }

  func dismiss(_ connection: Token) {
    guard var place = places[connection] else { return }
    if members[place].isSeated {
      seatedCount -= 1
      swap(place, seatedCount)
      place = seatedCount
    }
    swap(place, members.count - 1)
    members.removeLast()
    places[connection] = nil
    // Somebody who was not yet visited may have moved to where the sweep has been.
    if !isSwept { beginRound() }
  }

  private func swap(_ a: Int, _ b: Int) {
    members.swapAt(a, b)
    places[members[a].connection] = a
    places[members[b].connection] = b
  }

  func index(of connection: Token) -> Int? {
    places[connection]
  }

  // MARK: - What is told

  func publish(_ frame: [UInt8], version: Int) {
    log.append(contentsOf: frame)
    frameEnds.append(end)
    self.version = version
    trim()
    beginRound()
  }

  /// - Parameter except: the connection whose hand moved. It is left out only if it knows the list before, or
  ///   it would miss what became of other hands.
  func setHover(_ frame: [UInt8], except: Token?) {
    if let except, let place = places[except], members[place].hoverTold == hover.serial {
      members[place].hoverTold = hover.serial + 1
    }
    hover = Slot(frame: frame, serial: hover.serial + 1)
    beginRound()
  }

  func setCrowd(_ frame: [UInt8]) {
    crowd = Slot(frame: frame, serial: crowd.serial + 1)
    beginRound()
  }

  /// Old frames go in lumps, so that the log is not shifted at each one.
  private func trim() {
    guard log.count > logBytesMax else { return }
    let wanted = end - logBytesMax / 2
    guard let cut = frameEnds.firstIndex(where: { $0 >= wanted }) else { return }
    let newBase = frameEnds[cut]
    log.removeFirst(newBase - base)
    frameEnds.removeFirst(cut + 1)
    base = newBase
  }

  // MARK: - Reading

  /// Where a personal line that is told now stands among the frames.
  var mark: Int { end }

  enum Lack {
    case nothing
    case some
    /// What the member lacks is no longer in the log: a snapshot must come first.
    case behind
  }

  /// Appends the frames that the member lacks, up to `mark`, and moves its cursor.
  func read(_ place: Int, upTo mark: Int, into bytes: inout [UInt8]) -> Lack {
    let cursor = members[place].cursor
    guard cursor < mark else { return .nothing }
    guard cursor >= base else {
      members[place].cursor = end
      return .behind
    }
    bytes.append(contentsOf: log[(cursor - base)..<(min(mark, end) - base)])
    members[place].cursor = min(mark, end)
    return .some
  }

  /// Appends the replaceable frames that changed since the member was told.
  func readSlots(_ place: Int, into bytes: inout [UInt8]) {
    if members[place].crowdTold < crowd.serial {
      members[place].crowdTold = crowd.serial
      bytes.append(contentsOf: crowd.frame)
    }
    if members[place].hoverTold < hover.serial {
      members[place].hoverTold = hover.serial
      if members[place].wantsDrag { bytes.append(contentsOf: hover.frame) }
    }
  }

  // MARK: - Sweeping

  private func beginRound() {
    toVisit = members.count
  }

  /// The next member to visit; nil when everybody was since something new came.
  func nextToVisit() -> Token? {
    guard toVisit > 0 else { return nil }
    toVisit -= 1
    if sweepAt >= members.count { sweepAt = 0 }
    defer { sweepAt += 1 }
    return members[sweepAt].connection
  }

  /// Those who play, told at once.
  var seated: some Sequence<Token> { members[..<seatedCount].lazy.map(\.connection) }

  func lacks(_ connection: Token) -> Bool {
    guard let place = places[connection] else { return false }
    let member = members[place]
    return member.cursor < end || member.hoverTold < hover.serial || member.crowdTold < crowd.serial
  }

  func checkInvariants() {
    precondition(members.allSatisfy { $0.cursor <= end }, "nobody has read what was not written")
    precondition(frameEnds.last ?? base == end, "the log ends with a frame")
    let firstSpectator = members.firstIndex { !$0.isSeated } ?? members.count
    precondition(members[firstSpectator...].allSatisfy { !$0.isSeated }, "players come first")
    precondition(firstSpectator == seatedCount, "those who are seated are counted")
    precondition(
      places.count == members.count && members.indices.allSatisfy { places[members[$0].connection] == $0 },
      "everybody is where the index says")
  }
}
