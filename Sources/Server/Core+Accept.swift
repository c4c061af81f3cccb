import HTTP
import Reactor

/// New connections: let in, or told why not.
///
///     accepted ── there is room ──→ readingHead ── behind a proxy: whose it is, is known now; room? ──→ answered
///       └─ too many of all, or of one address ──→ 503, leaving
extension Core {
  /// How many at once are told at leisure why they may not stay; whoever comes beyond is told in passing.
  private static let turnedAwayMax = 64

  /// Lets in who waits there, a few at a time.
  ///
  /// - Returns: whether there may be more of them.
  @discardableResult
  func accept(at number: Int) -> Bool {
    let door = doors[number]
    // Bounded, so that a flood of connections cannot keep the loop from those that are here; and few at a time, so
    // that loops that share one listener share what comes.
    for _ in 0..<8 {
      guard door.isWatched else { return false }
      switch door.listener.accept() {
      case .wouldBlock: return false
      case .ended:
        loseDoor(number)
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

  func watchDoor(_ number: Int) throws(Errno) {
    let door = doors[number]
    try connections.poller.register(
      door.listener.raw, as: Token(slot: UInt32(number), generation: 0), for: door.interest)
    door.isWatched = true
  }

  /// Its listener has ended, and would be told of in every turn: another loop was done sooner, or it was ended from
  /// outside.
  func loseDoor(_ number: Int) {
    let door = doors[number]
    guard !door.hasEnded else { return }
    door.hasEnded = true
    // Of a Unix socket whoever came before is still there.
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
  func resumeAccepting() {
    for number in doors.indices where !doors[number].isWatched && !doors[number].hasEnded {
      do throws(Errno) {
        try watchDoor(number)
      } catch {
        loop.shared.log.warning("cannot listen again yet: \(error)")
      }
    }
  }

  /// Nobody is let in any more; whoever comes waits for who is next at these sockets.
  func closeDoors() {
    for door in doors { unwatch(door) }
  }

  /// Nobody new comes from now on, at no loop; those who have come already are let in.
  func shutDoors() {
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
    let key = isProxy ? Addresses.unknown : loop.shared.addresses.key(peer.countingKey)
    do throws(Addresses.Refusal) {
      try loop.shared.addresses.enter(key)
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
    note(refusal, of: peer)
    let response = tooMany(refusal, to: nil).encoded()
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

  private func tooMany(_ refusal: Addresses.Refusal, to head: RequestHead?) -> Response {
    let text =
      switch refusal {
      case .full: "Too many connections; try again shortly."
      case .tooManyOfOne: "Too many connections from your address; close some, or try again shortly."
      }
    var response = Response.text(.unavailable, text, to: head, date: loop.date)
    response.add(Header("Retry-After", "5"))
    response.close()
    return response
  }

  private func note(_ refusal: Addresses.Refusal, of peer: Peer) {
    loop.counters.refuse(refusal == .full ? .full : .address)
    // The log must not be what a flood fills.
    guard loop.now >= refusalsToldAt + 1000 else { return }
    refusalsToldAt = loop.now
    loop.log(
      .notice, "turned away",
      ["peer": "\(peer)", "why": refusal == .full ? "too many connections" : "too many from that address"])
  }

  // MARK: - Behind a proxy

  /// A request tells for whom a proxy asks, and the connection counts as theirs until it is answered.
  ///
  /// - Returns: false when they have too many, which they were told.
  func identify(_ connection: Connection, by head: RequestHead) -> Bool {
    guard let proxy = connection.exchange?.proxy else { return true }
    let client = loop.settings.proxies.client(of: proxy, head.headers)
    do throws(Addresses.Refusal) {
      try connections.count(connection, as: loop.shared.addresses.key(client.countingKey))
    } catch {
      note(error, of: client)
      sendLast(tooMany(error, to: head), on: connection)
      return false
    }
    if head.isUpgrade {
      let scheme = loop.settings.proxies.isSecure(proxy, head.headers) ? "TLS" : "plain HTTP"
      loop.log(.debug, "through a proxy", ["peer": "\(client)", "proxy": "\(proxy)", "over": "\(scheme)"])
    }
    return true
  }

  /// It is answered, and the answer has left; the next request may be somebody else's.
  func forgetWho(_ connection: Connection) {
    // Who is not known is in nobody's way.
    if connection.exchange?.proxy != nil { try? connections.count(connection, as: Addresses.unknown) }
  }
}
