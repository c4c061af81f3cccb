import Logging
import Reactor
import Rooms
import Wire

@testable import Server
@testable import Store

/// A loop that a test turns by hand, with one connection at first.
final class TurnedLoop {
  let events: EventLoop
  let connection: Connection
  private let directory = TestDirectory()
  private let listening: Listening
  /// The other ends of its connections.
  private var peers: [Peer]

  private final class Peer {
    let socket: Socket
    init(_ socket: consuming Socket) { self.socket = socket }
  }

  /// nil when the machine gives it no sockets, or it does not come to a connection.
  init?(_ change: (inout Server.Configuration) -> Void = { _ in }) {
    var settings = Server.Configuration()
    (settings.port, settings.loops, settings.lab) = (0, 1, true)
    change(&settings)
    guard let listening = try? Listening(settings, left: nil), let mailbox = try? Mailbox<Mail>(),
      let blobs = try? Blobs(directory: directory.path, limits: settings.blobs),
      let peer = try? Socket.connect(host: "127.0.0.1", port: listening.port)
    else { return nil }
    self.listening = listening
    peers = [Peer(peer)]
    let shared = Shared(
      settings: settings, files: TestServer.files, journal: Journal(), blobs: blobs,
      log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), mailboxes: [mailbox],
      connectionsMax: 8, boot: "boot", readiness: Readiness(), people: PeopleRows(), bank: nil)
    guard let events = try? EventLoop(index: 0, listening: listening, shared: shared) else { return nil }
    self.events = events
    let end = Instant.now() + Self.patienceMilliseconds
    while events.connections.count == 0, Instant.now() < end { _ = events.turn() }
    guard let token = events.connections.tokens.first, let connection = events.connections[token] else {
      return nil
    }
    self.connection = connection
  }

  /// A busy machine brings a connection late.
  private static let patienceMilliseconds: Int64 = 20_000

  static let room = RoomID(random: Array(repeating: 7, count: 8))

  /// One connection more; nil where the machine gives none.
  func connect() -> Connection? {
    guard let peer = try? Socket.connect(host: "127.0.0.1", port: listening.port) else { return nil }
    peers.append(Peer(peer))
    let before = Set(events.connections.tokens)
    let end = Instant.now() + Self.patienceMilliseconds
    while events.connections.count == before.count, Instant.now() < end { _ = events.turn() }
    return events.connections.tokens.first { !before.contains($0) }.flatMap { events.connections[$0] }
  }

  /// Each peer says it, and the loop hears nothing of it before its next turn.
  func peersSend(_ text: String) {
    for peer in peers { _ = Array(text.utf8).withUnsafeBytes { peer.socket.send($0) } }
  }

  /// The connection watches a room.
  func watches() {
    events.fanout.galleries.admit(
      connection, to: Self.room, version: 1, isSeated: false, wantsDrag: false, isMini: false)
  }

  /// A table that is nobody's; nil when it cannot be laid.
  static func host() -> RoomHost? {
    let opening = RoomOpening(
      table: OpenTable(game: "klondike1", deal: .open(7)), opener: GuestID(digest: 0..<16))
    let room = try? Room(id: room, opening: opening, generation: 0, secret: [], now: 1_000) {
      [UInt8](repeating: 7, count: 48)
    }
    return room.map { RoomHost(room: $0, deflater: nil) }
  }
}
