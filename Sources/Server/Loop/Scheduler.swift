import Reactor

/// A loop's time, shared out by network. In each turn the loop reads for so long and works for so long; who has taken
/// least comes first, and what is left over comes in the next turn.
///
/// Work beyond a network's share has a part of the time that is left: a ninth if one network wants more than its share,
/// less if several do. The loop is idle for the rest, so that a message within its network's share is read at once.
/// Invariant: while work of a network is postponed, nothing that comes later of the same network is not.
final class Scheduler {
  private let loop: LoopContext
  /// What rooms at home here are to hear, of networks within their share.
  private var waiting = FairQueue<RoomWork>()
  /// The same of those beyond it, and what they say behind that. It is done when nothing else waits.
  private var postponed = FairQueue<RoomWork>()
  /// Too much of their network waited already: they are to be told so.
  private var turnedOff: [RoomWork] = []
  private var shares = TimeShares()
  /// When what is postponed is gone on with, in microseconds.
  private var goesOnAt: Int64 = 0
  /// How long that took in this turn, reading and bodies included.
  private var postponedTime: Int64 = 0

  /// So many times as long as what is postponed took, the loop rests from it; where no network wants more than its
  /// share.
  private static let restTimesMin: Int64 = 7
  /// Longer rests are felt by nobody else any more.
  private static let restTimesMax: Int64 = 20

  init(_ loop: LoopContext) { self.loop = loop }

  // MARK: - Work

  func put(_ work: RoomWork) {
    let network = work.network
    let count = postponed.count(of: network)
    guard
      network == nil || work.mustBeHeard
        || count + waiting.count(of: network) < loop.settings.waitingOfNetworkMax
    else { return turnedOff.append(work) }
    if count > 0 || isBeyond(network) {
      postponed.append(work, of: network)
    } else {
      waiting.append(work, of: network)
    }
  }

  func popWaiting() -> (work: RoomWork, network: UInt32?)? { waiting.popFirst() }

  func popPostponed() -> (work: RoomWork, network: UInt32?)? { postponed.popFirst() }

  /// Nothing waits but what is postponed, and it may be gone on with.
  var mayGoOnWithPostponed: Bool { waiting.isEmpty && mayGoOn }

  func takeTurnedOff() -> [RoomWork] {
    guard !turnedOff.isEmpty else { return [] }
    defer { turnedOff = [] }
    return turnedOff
  }

  // MARK: - Time

  /// It has rested long enough from what is postponed.
  var mayGoOn: Bool { Instant.microseconds() >= goesOnAt }

  func isBeyond(_ network: UInt32?) -> Bool { shares.isBeyond(network, now: loop.now.milliseconds) }

  /// How far a network is ahead of those that took least time.
  func lead(of network: UInt32?) -> UInt64 { waiting.lead(of: network) }

  func charge(_ network: UInt32?, _ microseconds: Int64, isPostponed: Bool) {
    waiting.charge(network, microseconds: Int(microseconds))
    postponed.charge(network, microseconds: Int(microseconds))
    shares.charge(network, microseconds: microseconds, now: loop.now.milliseconds)
    if isPostponed { postponedTime += microseconds }
  }

  /// Called at the end of a turn's work.
  func rest() {
    if postponedTime > 0 {
      let times = min(Self.restTimesMax, Self.restTimesMin + shares.countBeyond)
      goesOnAt = Instant.microseconds() + times * postponedTime
    }
    postponedTime = 0
  }

  /// How long the loop may wait, in milliseconds; nil where nothing waits.
  ///
  /// - Parameters:
  ///   - isLineEmpty: nobody waits to be read.
  ///   - isBulkOver: of bodies no more is read in this millisecond.
  func waits(isLineEmpty: Bool, isBulkOver: Bool) -> Int32? {
    if !waiting.isEmpty || !turnedOff.isEmpty { return 0 }
    if postponed.isEmpty, isLineEmpty { return nil }
    let rest = Int32(clamping: max(0, goesOnAt - Instant.microseconds() + 999) / 1000)
    // Bodies alone wait for the next millisecond.
    return postponed.isEmpty && isBulkOver ? max(1, rest) : rest
  }

  /// Called once a second.
  func renewShares() {
    waiting.forgetIdle()
    postponed.forgetIdle()
    shares.renew(now: loop.now.milliseconds)
  }

  /// What holds between turns.
  ///
  /// - Parameter all: whether all lanes are gone through.
  func checkInvariants(all: Bool) {
    precondition(turnedOff.isEmpty, "all who were turned off were told so")
    precondition(postponedTime == 0, "what was postponed was rested from")
    guard all else { return }
    waiting.checkInvariants()
    postponed.checkInvariants()
  }
}
