import Reactor
import Rooms
import Wire

/// A loop's time, shared out: in each turn it reads for so long and works for so long, and comes first to whose network
/// has taken least. What is left over comes in the next turn.
extension Core {
  // MARK: - Reading

  /// Hears what is ready.
  func hearReady() {
    if ready.count > Self.orderedMin {
      let leads = ready.map { lead(of: $0) }
      ready = zip(leads, ready).sorted { $0.0 < $1.0 }.map { $0.1 }
    }
    var before = Instant.microseconds()
    let end = before + Int64(settings.turnMicrosecondsMax)
    for event in ready {
      let key = connections[event.token].map { lane(of: $0) }
      // What is not read now is ready again in the next turn.
      hear(event, reads: before < end || key == nil)
      let after = Instant.microseconds()
      if let key { waiting.charge(key, microseconds: Int(after - before)) }
      before = after
    }
  }

  /// So few are heard in the order in which they came.
  private static var orderedMin: Int { 4 }

  private func lead(of event: Poller.Ready) -> UInt64 {
    connections[event.token].map { waiting.lead(of: lane(of: $0)) } ?? 0
  }

  /// Whose time it takes. Whoever is behind a proxy and not known yet shares with others who are not.
  private func lane(of connection: Connection) -> UInt32? {
    connection.addressKey == Addresses.uncounted ? nil : connection.addressKey
  }

  // MARK: - Working

  /// What rooms are to hear waits its turn; anything else is done at once.
  func take(_ letter: Mail) {
    guard let network = letter.roomWork else { return open(letter) }
    guard network == nil || letter.isPresence || waiting.count(of: network) < settings.waitingOfNetworkMax
    else {
      return turnOff(letter)
    }
    waiting.append(letter, of: network)
  }

  /// Does what waits.
  func work() {
    guard !waiting.isEmpty else { return }
    var before = Instant.microseconds()
    let end = before + Int64(settings.turnMicrosecondsMax)
    while before < end, let (letter, network) = waiting.popFirst() {
      open(letter)
      let after = Instant.microseconds()
      waiting.charge(network, microseconds: Int(after - before))
      before = after
    }
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
