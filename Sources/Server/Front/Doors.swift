import HTTP
import Reactor

/// New connections: let in, or told why not.
///
///     accepted ── there is room ──→ readingHead ── behind a proxy: whose it is, is known now; room? ──→ answered
///       └─ too many of all, or of one address ──→ 503, leaving
final class Doors {
  private let loop: LoopContext
  private let connections: Connections
  private let endings: Endings
  private let turningAway: TurningAway
  private let doors: [Door]
  /// Another process holds their sockets too, and goes on when this server ends.
  let areKept: Bool
  /// Where what is read of those who may not stay is dropped.
  private let received: UnsafeMutableRawBufferPointer

  /// How many at once are told at leisure why they may not stay; those beyond are told in passing.
  private static let turnedAwayMax = 64

  init(
    _ loop: LoopContext, _ connections: Connections, _ endings: Endings, _ turningAway: TurningAway,
    at listening: Listening, received: UnsafeMutableRawBufferPointer
  ) throws(Errno) {
    self.loop = loop
    self.connections = connections
    self.endings = endings
    self.turningAway = turningAway
    self.received = received
    doors = listening.doors(of: loop.index, among: loop.settings.loops)
    areKept = listening.areKept
    for number in doors.indices { try watch(number) }
  }

  /// A door's number is its token's slot.
  func hear(_ event: Poller.Ready) {
    let number = Int(event.token.slot)
    if event.broken { lose(number) } else { accept(at: number) }
  }

  /// Lets in who waits there, a few at a time.
  ///
  /// - Returns: whether there may be more of them.
  @discardableResult
  private func accept(at number: Int) -> Bool {
    let door = doors[number]
    // Bounded, so that a flood of connections cannot keep the loop from those that are here; and few at a time, so
    // that loops that share one listener share what comes.
    for _ in 0..<8 {
      guard door.isWatched else { return false }
      switch door.listener.accept() {
      case .wouldBlock: return false
      case .ended:
        lose(number)
        return false
      case .failed(let error):
        // The backlog keeps them; a level-triggered listener would spin until there is room.
        loop.shared.log.warning("cannot accept: \(error)")
        unwatch(door)
        return false
      case .socket(let socket, let peer): admit(socket, from: peer)
      }
    }
    return true
  }

  private func watch(_ number: Int) throws(Errno) {
    let door = doors[number]
    try connections.poller.register(
      door.listener.raw, as: Token(slot: UInt32(number), generation: 0), for: door.interest)
    door.isWatched = true
  }

  /// Its listener has ended, and would be told of in every turn: another loop was done sooner, or it was ended from
  /// outside.
  private func lose(_ number: Int) {
    let door = doors[number]
    guard !door.hasEnded else { return }
    door.hasEnded = true
    // Those who came to a Unix socket before are still there.
    acceptLast(at: number)
    unwatch(door)
    guard loop.shared.readiness.obstacle != .draining else { return }
    loop.shared.log.error("a listening socket was shut down; nobody comes in there before the next start")
  }

  private func unwatch(_ door: Door) {
    guard door.isWatched else { return }
    connections.poller.unregister(door.listener.raw)
    door.isWatched = false
  }

  /// Doors that were left for want of descriptors.
  func resume() {
    for number in doors.indices where !doors[number].isWatched && !doors[number].hasEnded {
      do throws(Errno) {
        try watch(number)
      } catch {
        loop.shared.log.warning("cannot listen again yet: \(error)")
      }
    }
  }

  /// Nobody is let in any more; those who come wait for the next process at these sockets.
  func leave() {
    for door in doors { unwatch(door) }
  }

  /// Nobody new comes from now on, at no loop; those who have come already are let in.
  func shut() {
    for (number, door) in doors.enumerated() {
      acceptLast(at: number)
      unwatch(door)
      door.listener.end()
    }
  }

  private func acceptLast(at number: Int) {
    var turnsLeft = Self.lastTurnsMax
    while turnsLeft > 0, accept(at: number) { turnsLeft -= 1 }
  }

  /// As many as a backlog holds.
  private static let lastTurnsMax = 128

  private func admit(_ socket: consuming Socket, from peer: Peer) {
    let isProxy = loop.settings.proxies.trusts(peer)
    let key = isProxy ? Addresses.unknown : loop.shared.traffic.addresses.key(peer.countingKey)
    do throws(Addresses.Refusal) {
      try loop.shared.traffic.addresses.enter(key)
    } catch {
      return turnAway(socket, from: peer, error)
    }
    loop.counters.accepted += 1
    guard let connection = connections.add(socket, key: key) else { return }
    if isProxy { connection.exchange?.proxy = peer }
    loop.log(.debug, "connected", of: connection)
  }

  // MARK: - Who is turned away

  private func turnAway(_ socket: consuming Socket, from peer: Peer, _ refusal: Addresses.Refusal) {
    turningAway.note(refusal, of: peer)
    let response = turningAway.tooMany(refusal, to: nil).encoded()
    guard connections.turnedAway < Self.turnedAwayMax else {
      _ = response.withUnsafeBytes { socket.send($0) }
      // What lies unread when a socket closes makes the kernel take back what was said.
      _ = socket.receive(into: received)
      return
    }
    guard let connection = connections.add(socket, key: Addresses.turnedAway) else { return }
    connection.outbox.append(response)
    endings.leave(connection)
  }
}
