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
    var except: Token?
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

  private var log: [UInt8] = []
  private var frameEnds: [Int] = []
  private var base = 0
  private let logBytesMax: Int
  /// Where the next sweep goes on; members before it lack nothing that is older than the sweep.
  private var sweepAt = 0
  private(set) var isSwept = true

  init(version: Int, logBytesMax: Int) {
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
    if !isSwept { restartSweep() }
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
    restartSweep()
  }

  func setHover(_ frame: [UInt8], except: Token?) {
    hover = Slot(frame: frame, serial: hover.serial + 1, except: except)
    restartSweep()
  }

  func setCrowd(_ frame: [UInt8]) {
    crowd = Slot(frame: frame, serial: crowd.serial + 1)
    restartSweep()
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
      if members[place].wantsDrag && hover.except != members[place].connection {
        bytes.append(contentsOf: hover.frame)
      }
    }
  }

  // MARK: - Sweeping

  private func restartSweep() {
    sweepAt = 0
    isSwept = false
  }

  /// The next member to visit; nil when the sweep is done.
  func nextToVisit() -> Token? {
    guard !isSwept, sweepAt < members.count else {
      isSwept = true
      return nil
    }
    defer { sweepAt += 1 }
    return members[sweepAt].connection
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
