import HTTP
import Reactor
import Rooms
import WebSocket

/// One socket's life: head → file or WebSocket → goodbye → closed.
///
///     readingHead ── file answered, kept alive ──→ readingHead
///       │  ├──────── answered for the last time ──→ leaving ── all sent ──→ closed
///       │  ├─ readingBody ── whole → awaiting ── answered ──→ readingHead or leaving
///       │  └─ streaming ─── the last part is on its way ────→ readingHead or leaving
///       └─ upgraded → greeting ── hello → visiting ── close or fault ──→ leaving
///
/// There may be many thousands of them, most of which only listen; so what only those who ask or talk need is in
/// objects of its own (`Exchange`, `Conversation`), and what is left is packed.
final class Connection {
  indirect enum Phase {
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
    /// Lab connections that are told what others publish, and those who publish.
    case listening
    case publishing
    /// Everything is said; what is left is sent, then the socket closes.
    case leaving(deadline: Instant)
  }

  private enum Life {
    case asking(Exchange)
    /// Upgraded; nobody said yet who they are.
    case anonymous
    case talking(Conversation)
    /// Somebody who has nothing to say.
    case attending(Visitor)
  }

  /// What comes from it.
  struct Incoming {
    /// When something last came.
    var heard: Moment
    /// Frames that came while there was no conversation to count them.
    fileprivate(set) var framesWithoutConversation: UInt8 = 0
    /// What it brings waits for its turn.
    var isInLine = false
  }

  /// What it is sent, beside what its galleries tell.
  struct Outgoing {
    /// When the kernel last took something.
    var sent: Moment
    /// The best that it can be told in, as agreed when it was upgraded.
    var takes = Encoding.plain
    /// Windows of what it is sent compressed: 9 to 15 bits, 0 when nothing is.
    var windowBits: UInt8 = 0
    /// The kernel took no more; a writable event will tell when it does.
    var isBlocked = false
    /// All is sent and the peer was told; what it still sends is read and dropped, so that a reset cannot overtake our
    /// last words.
    var hasFinished = false
    /// A heartbeat goes out with what is sent next.
    var owesHeartbeat = false
    /// Something waits to be sent in this turn.
    var isDirty = false
  }

  let token: Token
  var phase: Phase
  private var life: Life
  var webSocket: WebSocketConnection?
  var outbox = Outbox()
  /// Where it stands in the first gallery that it is in; further ones are in its conversation.
  private var first: Membership?
  let socket: Socket
  /// Under which it counts in `Addresses`.
  var addressKey: Addresses.Key
  var incoming: Incoming
  private let loop: UInt16
  var outgoing: Outgoing
  /// What the poller was asked to tell of it.
  var interest: Poller.Interest = .readable

  init(
    token: Token, loop: Int, socket: consuming Socket, addressKey: Addresses.Key, settings: Configuration,
    now: Instant
  ) {
    self.token = token
    self.addressKey = addressKey
    self.loop = UInt16(loop)
    self.socket = socket
    phase = .readingHead(deadline: now + settings.headMillisecondsMax)
    life = .asking(Exchange(inboxBytesMax: settings.inboxBytesMax))
    incoming = Incoming(heard: Moment(now))
    outgoing = Outgoing(sent: Moment(now))
  }

  var id: ConnectionID { ConnectionID(loop: loop, slot: token.slot, generation: token.generation) }

  /// Where it comes from, as it is counted; nil for this machine's own programs and for an address that is not known.
  var network: UInt32? {
    addressKey == Addresses.uncounted || addressKey >= Addresses.turnedAway ? nil : addressKey
  }

  /// Whose share of a loop's time it takes. Connections behind a proxy that are not known yet share one.
  var lane: UInt32? { addressKey == Addresses.uncounted ? nil : addressKey }

  /// There is nothing to send it but what its galleries tell.
  var isQuiet: Bool { outbox.isEmpty && !outgoing.owesHeartbeat }

  // MARK: - Asking and talking

  /// Its requests; nil once it was upgraded.
  var exchange: Exchange? {
    if case .asking(let exchange) = life { exchange } else { nil }
  }

  func endRequests() { life = .anonymous }

  /// Who it is; nil before its hello.
  var visitor: Visitor? {
    switch life {
    case .asking, .anonymous: nil
    case .talking(let conversation): conversation.visitor
    case .attending(let visitor): visitor
    }
  }

  /// What it says; nil before its hello, and while nothing of what it said must be remembered.
  var conversation: Conversation? {
    if case .talking(let conversation) = life { conversation } else { nil }
  }

  func begin(_ conversation: Conversation) {
    life = .talking(conversation)
    incoming.framesWithoutConversation = 0
  }

  /// - Returns: false when it goes on.
  func endConversation(now: Instant) -> Bool {
    guard case .talking(let conversation) = life else { return true }
    guard conversation.isOver(now: now) else { return false }
    life = .attending(conversation.visitor)
    return true
  }

  /// Counts a frame that came while there was no conversation.
  ///
  /// - Returns: false when there were too many of them.
  func bearsWithoutConversation(framesMax: UInt8) -> Bool {
    guard incoming.framesWithoutConversation < framesMax else { return false }
    incoming.framesWithoutConversation += 1
    return true
  }

  // MARK: - Galleries

  var memberships: Memberships { Memberships(first: first, further: conversation?.further ?? []) }

  /// Rooms that it is in or asked to be in.
  var roomCount: Int { memberships.count + (conversation?.asked.count ?? 0) }

  func membership(in gallery: Gallery) -> Membership? {
    if let first, first.gallery === gallery { return first }
    return conversation?.further.first { $0.gallery === gallery }
  }

  /// It stands in the gallery at this place now; the first time, or moved there by others' comings and goings.
  func stand(at place: Int, in gallery: Gallery) {
    let membership = Membership(gallery: gallery, place: Int32(place))
    if first == nil || first?.gallery === gallery {
      first = membership
    } else if let index = conversation?.further.firstIndex(where: { $0.gallery === gallery }) {
      conversation?.further[index] = membership
    } else {
      guard let conversation else { preconditionFailure("a second gallery needs a conversation") }
      conversation.further.append(membership)
    }
  }

  func leave(_ gallery: Gallery) {
    if first?.gallery === gallery {
      first = conversation?.further.popLast()
    } else {
      conversation?.further.removeAll { $0.gallery === gallery }
    }
  }

  /// A gallery tells it in its shared stream. There is never a second: its window is one.
  var isInStream: Bool { memberships.contains { $0.gallery.members[Int($0.place)].told == .shared } }

  /// A message that is compressed by itself may be sent to it: it takes that, or it is in no stream whose window such
  /// a message would enter.
  var takesAlone: Bool { outgoing.takes == .alone || outgoing.takes == .shared && !isInStream }

  /// What waits for it is so much that it is not heard before it has read.
  func hasMuchUnread(unreadBytesMax: Int) -> Bool { outbox.bytesWaiting >= unreadBytesMax }

  /// A peer that asks and does not read waits until it has read, and what it said meanwhile was heard; while its
  /// request is being answered, for that answer.
  func isHeldBack(unreadBytesMax: Int) -> Bool {
    switch phase {
    case .readingHead: hasMuchUnread(unreadBytesMax: unreadBytesMax) || exchange?.isWaiting ?? false
    case .visiting:
      hasMuchUnread(unreadBytesMax: unreadBytesMax)
        || conversation.map { !$0.isPutting && !$0.behind.isEmpty } ?? false
    case .awaiting, .streaming: true
    case .readingBody, .greeting, .echoing, .listening, .publishing, .leaving: false
    }
  }

  /// It plays somewhere.
  var isSeated: Bool { memberships.contains { $0.gallery.members[Int($0.place)].isSeated } }

  /// The one gallery that it is in, if that is all it hears of.
  var onlyMembership: Membership? { conversation?.further.isEmpty ?? true ? first : nil }

  // MARK: - Phases

  /// Its request is being answered, and nothing is read from it meanwhile.
  var isBeingAnswered: Bool {
    switch phase {
    case .awaiting, .streaming: true
    default: false
    }
  }

  /// What comes from it is a body, or passed over: there may be much of it, and nobody waits for it as for a move.
  var bringsBulk: Bool {
    switch phase {
    case .readingBody, .leaving: true
    default: false
    }
  }

  var isLeaving: Bool {
    if case .leaving = phase { true } else { false }
  }

  /// When something must have happened; nil when nothing is awaited.
  func deadline(settings: Configuration, now: Instant) -> Instant? {
    let (heardAt, sentAt) = (incoming.heard.instant(before: now), outgoing.sent.instant(before: now))
    return switch phase {
    // A slow reader has as long as it takes, if only it goes on reading.
    case .readingHead(let deadline), .leaving(let deadline):
      outgoing.isBlocked ? max(deadline, sentAt + settings.slowReaderMillisecondsMax) : deadline
    case .streaming(_, let deadline):
      outgoing.isBlocked ? sentAt + settings.slowReaderMillisecondsMax : deadline
    case .readingBody(let upload): upload.deadline
    case .awaiting(_, let deadline), .greeting(let deadline): deadline
    // Who is not heard shows by reading that they are there.
    case .visiting where hasMuchUnread(unreadBytesMax: settings.unreadBytesMax):
      max(heardAt, sentAt) + settings.silenceMillisecondsMax
    case .visiting, .echoing, .listening, .publishing: heardAt + settings.silenceMillisecondsMax
    }
  }
}
