import Bytes
import HTTP
import Reactor
import Rooms
import WebSocket
import Wire

/// One socket's life: head → file or WebSocket → goodbye → closed.
///
///     readingHead ── file answered, kept alive ──→ readingHead
///       │  ├──────── answered for the last time ──→ leaving ── all sent ──→ closed
///       │  ├─ readingBody ── whole → awaiting ── answered ──→ readingHead or leaving
///       │  └─ streaming ─── the last part is on its way ────→ readingHead or leaving
///       └─ upgraded → greeting ── hello → visiting ── close or fault ──→ leaving
final class Connection {
  enum Phase {
    /// A request's head is awaited; the deadline is absolute, bytes do not move it.
    case readingHead(deadline: Instant)
    /// A request's body arrives.
    case readingBody(Upload)
    /// Somebody else works on the answer; nothing more is read before it is there.
    case awaiting(RequestHead, deadline: Instant)
    /// A blob is being sent; the deadline is that of its next part.
    case streaming(BlobStream, deadline: Instant)
    /// Upgraded; `hello` is awaited.
    case greeting(deadline: Instant)
    case visiting
    /// A lab connection: every message goes back.
    case echoing
    /// Everything is said; what is left is sent, then the socket closes.
    case leaving(deadline: Instant)
  }

  let token: Token
  let id: ConnectionID
  let socket: Socket
  var phase: Phase
  /// Bytes of request heads; empty once upgraded.
  var inbox: ByteQueue
  var requests = RequestParser()
  var webSocket: WebSocketConnection?
  var outbox = Outbox()
  var visitor: Visitor?
  /// The rooms that it has joined or asked to, in the order of asking.
  var rooms: [RoomID] = []
  var inLobby = false
  /// The lobby's list that it has.
  var lobbySerial = -1

  /// The kernel took no more; a writable event will tell when it does.
  var isBlocked = false
  /// All is sent and the peer was told; what it still sends is read and dropped, so that a reset cannot
  /// overtake our last words.
  var hasFinishedSending = false
  /// A heartbeat goes out with what is sent next.
  var owesHeartbeat = false
  /// What the poller was asked to tell of it.
  var interest: Poller.Interest = .readable
  /// Something waits to be sent in this turn.
  var isDirty = false
  var heardAt: Instant
  /// When the kernel last took something.
  var sentAt: Instant
  var pingedAt: Instant

  var messages: Allowance
  var commands: Allowance
  var hovers: Allowance
  var opens: Allowance
  /// A put waits for the texts of blobs, and what was said behind it waits with it.
  var isPutting = false
  var behindPut: [ClientMessage] = []
  var refusalsInARow = 0
  var badMessages = 0

  init(token: Token, loop: Int, socket: consuming Socket, settings: Configuration, now: Instant) {
    self.token = token
    id = ConnectionID(loop: loop, token: token)
    self.socket = socket
    phase = .readingHead(deadline: now + settings.headMillisecondsMax)
    inbox = ByteQueue(limit: settings.inboxBytesMax)
    heardAt = now
    sentAt = now
    pingedAt = now
    let milliseconds = now.milliseconds
    messages = Allowance(
      perSecond: settings.messagesPerSecond, burst: settings.messagesBurst, now: milliseconds)
    commands = Allowance(
      perSecond: settings.commandsPerSecond, burst: settings.commandsBurst, now: milliseconds)
    hovers = Allowance(perSecond: settings.hoversPerSecond, burst: settings.hoversBurst, now: milliseconds)
    opens = Allowance(perSecond: 1, burst: settings.opensBurst, now: milliseconds)
  }

  /// Its request is being answered, and nothing is read from it meanwhile.
  var isBeingAnswered: Bool {
    switch phase {
    case .awaiting, .streaming: true
    default: false
    }
  }

  var isLeaving: Bool {
    if case .leaving = phase { true } else { false }
  }

  /// When something must have happened; nil when nothing is awaited.
  func deadline(settings: Configuration) -> Instant? {
    switch phase {
    // A slow reader has as long as it takes, if only it goes on reading.
    case .readingHead(let deadline), .leaving(let deadline):
      isBlocked ? max(deadline, sentAt + settings.slowReaderMillisecondsMax) : deadline
    case .streaming(_, let deadline):
      isBlocked ? sentAt + settings.slowReaderMillisecondsMax : deadline
    case .readingBody(let upload):
      min(
        upload.deadline(bytesPerMillisecondMin: settings.bodyBytesPerMillisecondMin),
        heardAt + settings.bodySilenceMillisecondsMax)
    case .awaiting(_, let deadline), .greeting(let deadline): deadline
    case .visiting, .echoing: heardAt + settings.silenceMillisecondsMax
    }
  }
}
