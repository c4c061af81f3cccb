import Reactor

/// Bytes from sockets: where they are read to, how much of bodies in a millisecond, and who has to wait in line for
/// being read.
///
/// Invariant: a connection is in line once, and says so.
final class Reader {
  enum Received {
    /// `isFull`: there may be more to read.
    case bytes(UnsafeMutableRawBufferPointer, isFull: Bool)
    case ended
    case nothing
  }

  private let loop: LoopContext
  private let connections: Connections
  let received = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
  /// Connections that are not read before their turn comes: bodies beyond what one turn reads, and those of networks
  /// beyond their share.
  var line: [Token] = []
  /// How much of bodies may still be read in this millisecond, and which that is.
  private var bulkLeft = 0
  private var bulkAt = Instant(milliseconds: 0)

  init(_ loop: LoopContext, _ connections: Connections) {
    self.loop = loop
    self.connections = connections
  }

  deinit { received.deallocate() }

  /// Of bodies no more is read in this millisecond.
  var isBulkOver: Bool { bulkLeft <= 0 }

  /// Called in each turn.
  func renewBulk() {
    if loop.now > bulkAt { (bulkAt, bulkLeft) = (loop.now, loop.settings.bulkBytesPerMillisecondMax) }
  }

  /// Nothing is read from it before its turn comes in the line.
  func postpone(_ connection: Connection) {
    guard !connection.incoming.isInLine else { return }
    connection.incoming.isInLine = true
    line.append(connection.token)
    connections.watch(connection)
  }

  func receive(from connection: Connection) -> Received {
    // The kernel keeps what comes behind requests that wait.
    guard !connection.isHeldBack(unreadBytesMax: loop.settings.unreadBytesMax) else { return .nothing }
    let space = space(for: connection)
    switch connection.socket.receive(into: space) {
    case .wouldBlock: return .nothing
    case .ended: return .ended
    case .bytes(let count):
      connection.incoming.heard = Moment(loop.now)
      loop.counters.bytesIn += count
      if connection.bringsBulk { bulkLeft -= count }
      return .bytes(
        UnsafeMutableRawBufferPointer(rebasing: space[..<count]), isFull: count == space.count)
    }
  }

  /// Where the next bytes are read to: of requests no more than the inbox can take in, of a body no more than
  /// belongs to it.
  private func space(for connection: Connection) -> UnsafeMutableRawBufferPointer {
    let countMax: Int
    switch connection.phase {
    case .readingHead: countMax = connection.exchange?.inbox.room ?? received.count
    // What follows a body without a length is the next request's.
    case .readingBody(let upload):
      let room = upload.missing ?? connection.exchange?.inbox.room ?? received.count
      countMax = min(room, bulkLeft)
    case .leaving: countMax = bulkLeft
    default: return received
    }
    return UnsafeMutableRawBufferPointer(rebasing: received[..<min(received.count, countMax)])
  }

  /// What holds between turns. Goes through all connections.
  func checkInvariants() {
    let waiting = line.filter { connections[$0] != nil }
    precondition(Set(waiting).count == waiting.count, "a connection is in line once")
    precondition(
      waiting.allSatisfy { connections[$0]?.incoming.isInLine ?? false }, "who is in line knows it")
    let claims = connections.tokens.count { connections[$0]?.incoming.isInLine ?? false }
    precondition(claims == waiting.count, "who says so is in line")
  }
}
