import Reactor
import Rooms
import WebSocket

/// How connections end: with what is left said, at once, with a close frame, or because they read too slowly.
///
/// A connection may end in the middle of hearing or sending; who goes on after a call to this looks its token up again.
final class Endings {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let galleries: Galleries

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ galleries: Galleries) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.galleries = galleries
  }

  /// Says what is left and closes then.
  ///
  /// - Parameter milliseconds: how long the peer may take to hear it; `goodbyeMillisecondsMax` if nothing is said.
  func leave(_ connection: Connection, within milliseconds: Int64? = nil) {
    guard !connection.isLeaving else { return }
    depart(connection)
    connection.phase = .leaving(deadline: loop.now + (milliseconds ?? loop.settings.goodbyeMillisecondsMax))
    connections.markDirty(connection)
  }

  /// Closes at once.
  func close(_ connection: Connection) {
    depart(connection)
    connections.remove(connection)
  }

  /// Its rooms are told, and its galleries no longer count it.
  private func depart(_ connection: Connection) {
    // It is gone without a word, or is sent away without one.
    if !connection.isLeaving, connection.webSocket?.isOpen ?? false {
      loop.counters.close(.abnormal, connection.outgoing.takes)
    }
    var rooms = connection.conversation?.asked ?? []
    for membership in connection.memberships {
      galleries.dismiss(connection, from: membership.gallery)
      if let room = membership.gallery.room, !rooms.contains(room) { rooms.append(room) }
    }
    for room in rooms { post.send(.lost, to: room, from: connection) }
    if !connection.isLeaving { loop.log(.debug, "left", of: connection) }
    guard let visit = connection.visitor?.visit else { return }
    let conversation = connection.conversation
    conversation?.asked = []
    conversation?.lobbySerial = nil
    let left = conversation?.spending ?? Spending()
    loop.shared.traffic.visits.rest(visit, connection.id, with: left.commands, now: loop.now.milliseconds)
  }

  /// A close frame, then the end of the socket.
  func goodbye(
    _ connection: Connection, _ code: CloseCode, _ reason: String, within milliseconds: Int64? = nil
  ) {
    if !connection.isLeaving {
      loop.counters.close(code, connection.outgoing.takes)
      loop.log(.info, "sent away", of: connection, ["code": "\(code.rawValue)", "why": "\(reason)"])
    }
    connection.webSocket?.close(code, reason: reason)
    takeOutput(of: connection)
    leave(connection, within: milliseconds)
  }

  /// Whether the operator lets somebody in; who is banned hears until when.
  func admits(_ guest: GuestID, on connection: Connection) -> Bool {
    let now = Instant.wallMilliseconds()
    guard let end = loop.shared.accounts.bans.end(of: guest, from: connection.network, now: now) else {
      return true
    }
    goodbye(
      connection, .banned,
      "the operator of this server has banned you until \(isoTime(wallMilliseconds: end))")
    return false
  }

  /// What the protocol itself has to send: pongs, pings, goodbyes.
  func takeOutput(of connection: Connection) {
    guard let output = connection.webSocket?.takeOutput(), !output.isEmpty else { return }
    if connection.outgoing.isBlocked, !connection.isLeaving {
      connection.outbox.append(pong: output)
    } else {
      connection.outbox.append(output)
    }
    connections.markDirty(connection)
  }

  /// What waits for it is dropped, but for the frame that is half sent; then it hears why, if it ever reads again, and
  /// resumes when it comes back.
  func closeSlow(_ connection: Connection) {
    if !connection.isLeaving { loop.counters.slow(.unread) }
    guard connection.webSocket?.isOpen ?? false else { return close(connection) }
    _ = connection.outbox.takeEntries()
    _ = connection.outbox.pay(loop.shared.traffic.unread, for: connection.network)
    goodbye(
      connection, .tooSlow, "what you were sent was not read", within: loop.settings.slowReaderMillisecondsMax
    )
  }
}
