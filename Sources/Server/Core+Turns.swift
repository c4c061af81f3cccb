import Reactor
import Rooms
import Wire

/// A loop's time, shared out by network. In each turn it reads for so long and works for so long; who has taken least
/// comes first, and what is left over comes in the next turn.
///
/// Work beyond a network's share has a part of the time that is left: a ninth if one network wants more than its share,
/// less if several do. The loop is idle for the rest, so that a message within its network's share is read at once.
struct Turns {
  /// What rooms at home here are to hear, of networks within their share.
  var waiting = FairQueue<Mail>()
  /// The same of those beyond it, and what they say behind that. It is done when nothing else waits.
  var postponed = FairQueue<Mail>()
  var shares = TimeShares()
  /// When what is postponed is gone on with, in microseconds.
  var goesOnAt: Int64 = 0
  /// How long that took in this turn, reading and bodies included.
  var postponedTime: Int64 = 0
}

/// The time of one stop of a turn, in which what a thread waits for a processor does not count.
private struct PartOfTurn {
  private var at = Instant.threadMicroseconds()
  private let end: Int64

  init(microseconds: Int) { end = at + Int64(microseconds) }

  var isOver: Bool { at >= end }

  /// - Returns: the microseconds since the last call, or since the beginning.
  mutating func lap() -> Int64 {
    let before = at
    at = Instant.threadMicroseconds()
    return at - before
  }
}

extension Core {
  // MARK: - Reading

  /// Goes on with the requests and messages whose turn has come, before anything newer is read.
  func hearHeld() {
    guard !held.isEmpty else { return }
    let waiting = held
    held.removeAll(keepingCapacity: true)
    var part = PartOfTurn(microseconds: settings.turnMicrosecondsMax)
    for (index, token) in waiting.enumerated() {
      // Who had no turn comes first in the next one.
      guard requestsLeft > 0, !part.isOver else { return held.insert(contentsOf: waiting[index...], at: 0) }
      guard let connection = connections[token] else { continue }
      let key = lane(of: connection)
      if turns.shares.isBeyond(key, now: now.milliseconds) {
        postpone(connection)
        continue
      }
      hearOn(connection)
      charge(key, part.lap(), isPostponed: false)
    }
  }

  /// Hears what is ready.
  func hearReady() {
    if ready.count > Self.orderedMin {
      let leads = ready.map { lead(of: $0) }
      ready = zip(leads, ready).sorted { $0.0 < $1.0 }.map { $0.1 }
    }
    var part = PartOfTurn(microseconds: settings.turnMicrosecondsMax)
    for event in ready {
      guard let connection = connections[event.token] else {
        hear(event, reads: true)
        _ = part.lap()
        continue
      }
      let key = lane(of: connection)
      let isBeyond = turns.shares.isBeyond(key, now: now.milliseconds)
      if !event.broken, isBeyond || part.isOver {
        if event.writable { hear(event, reads: false) }
        // What is only too much for this turn is ready again in the next one.
        if event.readable, isBeyond { postpone(connection) }
        continue
      }
      hear(event, reads: true)
      charge(key, part.lap(), isPostponed: isBeyond)
    }
  }

  /// Nothing is read from it before its turn comes in the line.
  func postpone(_ connection: Connection) {
    guard !connection.isInLine else { return }
    connection.isInLine = true
    line.append(connection.token)
    watch(connection)
  }

  /// Reads from those in the line. Nobody waits for them as for a move: they have to rest as well.
  func readLine() {
    if now > bulkAt { (bulkAt, bulkLeft) = (now, settings.bulkBytesPerMillisecondMax) }
    guard !line.isEmpty, Instant.microseconds() >= turns.goesOnAt else { return }
    var part = PartOfTurn(microseconds: settings.turnMicrosecondsMax)
    var count = 0
    for token in line {
      if part.isOver { break }
      count += 1
      guard let connection = connections[token] else { continue }
      // Another millisecond's.
      if connection.bringsBulk, bulkLeft <= 0 {
        line.append(token)
        continue
      }
      let key = lane(of: connection)
      connection.isInLine = false
      hearOn(connection)
      if connections[token] != nil { read(connection) }
      if connections[token] != nil { watch(connection) }
      charge(key, part.lap(), isPostponed: true)
    }
    line.removeFirst(count)
  }

  /// So few are heard in the order in which they came.
  private static var orderedMin: Int { 4 }

  private func lead(of event: Poller.Ready) -> UInt64 {
    connections[event.token].map { turns.waiting.lead(of: lane(of: $0)) } ?? 0
  }

  /// Whose time it takes. Whoever is behind a proxy and not known yet shares with others who are not.
  private func lane(of connection: Connection) -> UInt32? {
    connection.addressKey == Addresses.uncounted ? nil : connection.addressKey
  }

  private func charge(_ network: UInt32?, _ microseconds: Int64, isPostponed: Bool) {
    turns.waiting.charge(network, microseconds: Int(microseconds))
    turns.postponed.charge(network, microseconds: Int(microseconds))
    turns.shares.charge(network, microseconds: microseconds, now: now.milliseconds)
    if isPostponed { turns.postponedTime += microseconds }
  }

  // MARK: - Working

  /// What rooms are to hear waits its turn; anything else is done at once.
  func take(_ letter: Mail) {
    guard let network = letter.roomWork else { return open(letter) }
    let count = turns.postponed.count(of: network)
    guard
      network == nil || letter.isPresence
        || count + turns.waiting.count(of: network) < settings.waitingOfNetworkMax
    else { return turnOff(letter) }
    if count > 0 || turns.shares.isBeyond(network, now: now.milliseconds) {
      turns.postponed.append(letter, of: network)
    } else {
      turns.waiting.append(letter, of: network)
    }
  }

  /// Does what waits.
  func work() {
    var part = PartOfTurn(microseconds: settings.turnMicrosecondsMax)
    work(at: \.waiting, during: &part)
    if turns.waiting.isEmpty, Instant.microseconds() >= turns.goesOnAt {
      work(at: \.postponed, during: &part)
    }
    if turns.postponedTime > 0 {
      turns.goesOnAt = Instant.microseconds() + restTimes * turns.postponedTime
    }
    turns.postponedTime = 0
  }

  /// So many times as long as what is postponed took, it rests.
  private var restTimes: Int64 { min(Self.restTimesMax, Self.restTimesMin + turns.shares.countBeyond) }
  /// Where no network wants more than its share.
  private static var restTimesMin: Int64 { 7 }
  /// Longer rests are felt by nobody else any more.
  private static var restTimesMax: Int64 { 20 }

  private func work(at queue: WritableKeyPath<Turns, FairQueue<Mail>>, during part: inout PartOfTurn) {
    while !part.isOver, let (letter, network) = turns[keyPath: queue].popFirst() {
      open(letter)
      charge(network, part.lap(), isPostponed: queue == \.postponed)
    }
  }

  /// In milliseconds; nil where nothing waits.
  var workWaits: Int32? {
    if !turns.waiting.isEmpty { return 0 }
    if turns.postponed.isEmpty, line.isEmpty { return nil }
    let rest = Int32(clamping: max(0, turns.goesOnAt - Instant.microseconds() + 999) / 1000)
    // Bodies alone wait for the next millisecond.
    return turns.postponed.isEmpty && bulkLeft <= 0 ? max(1, rest) : rest
  }

  /// To be called once a second.
  func renewShares() {
    turns.waiting.forgetIdle()
    turns.postponed.forgetIdle()
    turns.shares.renew(now: now.milliseconds)
  }

  /// Too much of that network waits already.
  private func turnOff(_ letter: Mail) {
    let why = "too much of what your address says waits already"
    switch letter {
    case .open(_, let opening, let c, let connection):
      refuseOpening(opening, c: c, from: connection, .full, why: why)
    case .explain(_, let connection, _): answer(connection, .busy)
    case .hear(let id, let message, let connection, _):
      switch message {
      case .join: answerForNobody(message, in: id, to: connection, .full, why: why)
      case .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _):
        answer(
          connection,
          .no(Refusal(c: c, room: id.text, code: .rate, resetMilliseconds: Self.turnedOffMilliseconds)))
      case .hover, .sync: break
      case .leave, .lost, .behind: preconditionFailure("who is there is always heard")
      }
    default: preconditionFailure("only work for rooms waits")
    }
  }

  private static var turnedOffMilliseconds: Int { 1000 }
}

extension Mail {
  /// Whose it is, where it is work for a room; nil for anything else.
  fileprivate var roomWork: UInt32?? {
    switch self {
    case .open(_, let opening, _, _): .some(opening.network)
    case .hear(_, _, _, let network), .explain(_, _, let network), .settle(_, _, let network): .some(network)
    default: nil
    }
  }

  /// Who is there, and who is not, is heard however much waits; but nobody has to be let in.
  fileprivate var isPresence: Bool {
    switch self {
    case .hear(_, .leave, _, _), .hear(_, .lost, _, _), .hear(_, .behind, _, _), .settle: true
    default: false
    }
  }
}
