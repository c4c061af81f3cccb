import Bytes
import HTTP
import Reactor
import Rooms
import Store
import WebSocket
import Wire

/// What one loop owns: connections, the rooms at home here, a gallery for each room with members here.
///
/// One turn = **hear** all that is ready → **decide** (rooms) → **remember** (records to the journal) →
/// **tell** (what is durable, one send for each connection that lacks something). No stop calls back into an
/// earlier one: what comes of telling is heard in the next turn.
final class Core {
  let index: Int
  let shared: Shared
  /// As they are now: some change while a server runs, and each loop has its own copy.
  var settings: Configuration
  let poller: Poller
  /// Where connections come in.
  let doors: [Door]
  /// Somebody else holds their sockets too, and goes on when this server ends.
  let areDoorsKept: Bool
  var connections: Slab<Connection>
  /// When the connection at each place of the slab was accepted.
  var arrivals: [Moment] = []
  var rooms: [RoomID: RoomHost] = [:]
  /// Tables that are being looked for.
  var waking: [RoomID: Waking] = [:]
  var galleries: [RoomID: Gallery] = [:]
  /// Everybody here who listens at `/lab/sub`.
  let lab: LabAudience

  /// Records of this turn; empty between turns.
  var remembered: [Record] = []
  /// What rooms said is being handed over. No room hears anything meanwhile, or what it says to that would overtake.
  var isDelivering = false
  /// Connections with personal lines or leftovers to send in this turn.
  var dirty: [Token] = []
  /// Those that are sent to now; empty between turns.
  var sendingTo: [Token] = []
  /// Connections whose answers have left, with more requests or messages behind them; they are heard in the next turn.
  var held: [Token] = []
  var turns = Turns()
  /// Connections that are not read before their turn comes: bodies beyond what one turn reads, and those of networks
  /// beyond their share.
  var line: [Token] = []
  /// How much of bodies may still be read in this millisecond, and which that is.
  var bulkLeft = 0
  var bulkAt = Instant(milliseconds: 0)
  /// How many requests may still be answered in this turn.
  var requestsLeft = 0
  /// The games that can be opened here, which hold until the next start: told to all in the same bytes.
  lazy var gamesTold = APIAnswer.games(settings.games.all).shared()
  /// Connections that have a conversation, or had one.
  var talking: [Token] = []
  /// Whose conversation may be over is looked at next.
  var talkingAt = 0
  /// Galleries that are being swept, oldest first.
  var sweeping: [Gallery] = []
  /// Those whose turn it is now; empty between turns.
  var takingTurns: [Gallery] = []
  var now = Instant.now()
  /// `Date` of responses, renewed each second.
  var date = ""

  var ready: [Poller.Ready] = []
  private var mail: [Mail] = []
  private var jobs: [UnownedJob] = []
  let received = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
  /// What one connection is sent at once is gathered here.
  var gathered = ByteBuffer()
  var rates: SpendingRates
  /// How WebSockets here may go on, by what was agreed on.
  let terms: LoopTerms
  /// Compresses what is told to many; nil when this server compresses nothing.
  let deflater: Deflater?
  /// The lab's, by the bits of their windows; made when somebody asks for such a one.
  var labDeflaters: [Int: Deflater] = [:]
  var labScratch = ByteBuffer()
  private var tickAt: Instant
  private var secondAt: Instant
  var rounds: Rounds
  var lobby: Lobby
  /// When tables are next looked for that nobody has used for long.
  var unusedAt: Instant
  /// And blobs that no table names.
  var unnamedBlobsAt: Instant
  /// nil while it serves.
  var drain: Drain?
  /// Of all loops together.
  var departure: Departure?
  private var hasEnded = false
  /// Connections that are only told that they may not stay.
  var turnedAway = 0
  var refusalsToldAt: Instant
  var logAllowance = LogAllowance()
  /// When a place for a table was sought in vain last.
  var placeSoughtAt: Instant
  /// What all tables here take in memory, in bytes, as they were last weighed.
  var tableBytes = 0
  var memoryGivenBackAt: Instant
  /// When a table last fell asleep for want of memory.
  var sentAwayAt: Instant
  /// When the tables that are kept were counted last.
  var keptCountedAt: Instant
  var counters = Counters()

  /// Tokens of generation 0 are no connection's: the other slots stand for doors, by their number.
  static let mailboxToken = Token(slot: .max, generation: 0)
  static let tickMilliseconds: Int64 = 250
  /// While leave is taken of everybody.
  private static let drainTurnMilliseconds: Int32 = 5

  init(index: Int, listening: Listening, shared: Shared) throws(Errno) {
    self.index = index
    self.shared = shared
    settings = shared.settings
    connections = Slab(expected: min(shared.settings.connectionsMax, 1 << 20))
    lab = LabAudience(logBytesMax: shared.settings.galleryLogBytesMax)
    rates = SpendingRates(shared.settings)
    terms = LoopTerms(shared.settings)
    deflater = shared.settings.compression == .off && !shared.settings.lab ? nil : Deflater()
    poller = try Poller()
    doors = listening.doors(of: index, among: shared.settings.loops)
    areDoorsKept = listening.areKept
    tickAt = now
    secondAt = now
    rounds = Rounds(at: now)
    lobby = Lobby(at: now)
    refusalsToldAt = now + -1000
    placeSoughtAt = now + -Self.tickMilliseconds
    memoryGivenBackAt = placeSoughtAt
    sentAwayAt = placeSoughtAt
    keptCountedAt = now + -KeptTables.milliseconds
    unusedAt = now + shared.settings.retentionMilliseconds
    unnamedBlobsAt = now + shared.settings.firstBlobRoundMilliseconds
    for number in doors.indices { try watchDoor(number) }
    try poller.register(shared.mailboxes[index].wakeUpDescriptor, as: Self.mailboxToken, for: .readable)
  }

  deinit { received.deallocate() }

  // MARK: - The turn

  /// Turns until somebody awaits something of this loop.
  ///
  /// - Returns: false when this was the last turn.
  func turnUntilJobs() -> Bool {
    while turn() {
      if !jobs.isEmpty { return true }
    }
    return false
  }

  /// - Returns: false when this was the last.
  private func turn() -> Bool {
    ready.removeAll(keepingCapacity: true)
    poller.wait(milliseconds: waitMilliseconds, into: &ready)
    now = Instant.now()

    // What the last turn left behind comes before anything newer.
    requestsLeft = settings.requestsPerTurnOfAllMax
    hearHeld()
    readLine()
    hearReady()
    tick()
    goOnWithRounds()
    keepToMemory()
    work()

    goOnDraining()
    remember()
    tellLobby()
    tell()
    return !hasEnded
  }

  private var waitMilliseconds: Int32 {
    let isIdle =
      sweeping.isEmpty && held.isEmpty && dirty.isEmpty && !lobby.telling.isGoing && !rounds.areGoing
      && workWaits != 0
    if !isIdle { return 0 }
    if let drain, !drain.isThrough { return drain.isBusy ? 0 : Self.drainTurnMilliseconds }
    let tick = Int32(max(0, min(Self.tickMilliseconds, tickAt - Instant.now())))
    return min(tick, workWaits ?? tick)
  }

  /// - Parameter reads: what can be read is read now.
  func hear(_ event: Poller.Ready, reads: Bool) {
    switch event.token {
    case Self.mailboxToken: takeMail()
    case let token where token.generation == 0:
      if event.broken { loseDoor(Int(token.slot)) } else { accept(at: Int(token.slot)) }
    default:
      // A token whose connection closed earlier in this turn matches nothing.
      guard let connection = connections[event.token] else { return }
      if event.writable {
        connection.isBlocked = false
        markDirty(connection)
      }
      // Nothing is read from it, so nothing would tell again that its peer is gone for good.
      if event.broken && connection.isBeingAnswered { return close(connection) }
      if reads, event.readable || event.broken { read(connection) }
    }
  }

  private func takeMail() {
    shared.mailboxes[index].take(mail: &mail, jobs: &jobs)
    for letter in mail { take(letter) }
    mail.removeAll(keepingCapacity: true)
  }

  func takeJobs(_ taken: inout [UnownedJob]) {
    swap(&jobs, &taken)
  }

  func open(_ letter: Mail) {
    switch letter {
    case .open(let id, let opening, let c, let connection): openRoom(id, opening, c: c, from: connection)
    case .hear(let id, let message, let connection, _): hear(message, in: id, from: connection)
    case .explain(let id, let connection, let network): explain(id, to: connection, of: network)
    case .acknowledged(let acknowledgements): for one in acknowledgements { heard(one) }
    case .found(let id, let found): self.found(found, as: id)
    case .forget(let id): forget(id)
    case .forgotten(let id): forgotten(id)
    case .deliver(let id, let deliveries): deliver(deliveries, of: id)
    case .line(let connection, let line):
      if let connection = connections[connection.token] { tell(connection, line) }
    case .superseded(let connection):
      if let connection = connections[connection.token] { close(connection) }
    case .apiAnswer(let connection, let answer):
      if let connection = connections[connection.token] { heard(answer, for: connection) }
    case .described(let connection, let outcome):
      if let connection = connections[connection.token] { heard(outcome, for: connection) }
    case .blobPart(let connection, let part):
      if let connection = connections[connection.token] { heard(part, for: connection) }
    case .blobText(let connection, let put, let bytes): heard(bytes, for: put, from: connection)
    case .lab(let message, let isText): publish(message, isText: isText)
    case .settings(let changed): take(changed)
    case .survey(let survey): take(survey)
    case .surveyed(let survey): answer(survey)
    case .stop(let departure): stop(departure)
    case .settle(let id, let connection, _): settle(id, for: connection)
    case .end: hasEnded = true
    }
  }

  // MARK: - Time

  private func tick() {
    guard now >= tickAt else { return }
    tickAt = now + Self.tickMilliseconds
    beginRoundOfTables()
    if now >= secondAt {
      secondAt = now + 1000
      date = httpDate(wallMilliseconds: Instant.wallMilliseconds())
      tellLinesLeftOut()
      countKept()
      showCounters()
      beginRoundOfConnections()
      lookAgain()
      lookForUnused()
      lookForUnnamedBlobs()
      renewShares()
      if index == 0 { shared.visits.expire(before: now.milliseconds - settings.visitMillisecondsMax) }
      if drain == nil { resumeAccepting() }
    }
    endConversations()
  }

  /// To whoever reads the figures of all loops.
  func showCounters() {
    (counters.conversations, counters.tableBytes) = (talking.count, tableBytes)
    shared.meters.show(counters, of: index)
  }

  // MARK: - Hearing

  func read(_ connection: Connection) {
    for _ in 0..<settings.readsPerTurnMax {
      if connection.bringsBulk { return readBulk(from: connection) }
      guard readOnce(connection) else { return }
    }
  }

  /// So much bulk is read in a millisecond, however many bring some. Who had none of it is first in the next.
  private func readBulk(from connection: Connection) {
    if bulkLeft > 0 { _ = readOnce(connection) } else { postpone(connection) }
  }

  /// - Returns: whether there may be more to read.
  func readOnce(_ connection: Connection) -> Bool {
    // The kernel keeps what comes behind requests that wait.
    guard !isHeldBack(connection) else { return false }
    let space = space(for: connection)
    switch connection.socket.receive(into: space) {
    case .wouldBlock: return false
    case .ended:
      // Somebody who has finished asking may still want to hear; whoever is leaving has heard all.
      switch connection.phase {
      case .leaving: close(connection)
      case .readingBody(let upload): endShort(upload, on: connection)
      default: leave(connection)
      }
      return false
    case .bytes(let count):
      connection.heard = Moment(now)
      counters.bytesIn += count
      if connection.bringsBulk { bulkLeft -= count }
      hear(UnsafeMutableRawBufferPointer(rebasing: space[..<count]), on: connection)
      return connections[connection.token] != nil && count == space.count
    }
  }

  func hear(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) {
    switch connection.phase {
    case .readingHead: readHead(UnsafeRawBufferPointer(bytes), on: connection)
    case .readingBody(let upload): readBody(UnsafeRawBufferPointer(bytes), of: upload, on: connection)
    case .awaiting, .streaming: preconditionFailure("nothing is read while a request is answered")
    // Of whoever parts nothing more is heard.
    case .visiting where isParting(connection): break
    case .greeting, .visiting: readFrames(bytes, on: connection)
    case .echoing: echo(bytes, on: connection)
    case .listening, .publishing: readLabFrames(bytes, on: connection)
    case .leaving: break  // whatever else they say comes too late
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

  // MARK: - The connection's end

  /// Says what is left and closes then.
  ///
  /// - Parameter milliseconds: how long the peer may take to hear it; `goodbyeMillisecondsMax` if nothing is said.
  func leave(_ connection: Connection, within milliseconds: Int64? = nil) {
    guard !connection.isLeaving else { return }
    depart(connection)
    connection.phase = .leaving(deadline: now + (milliseconds ?? settings.goodbyeMillisecondsMax))
    markDirty(connection)
  }

  /// Closes at once. The socket's descriptor closes when the connection is let go of.
  func close(_ connection: Connection) {
    depart(connection)
    poller.unregister(connection.socket.raw)
    uncount(connection)
    _ = connections.remove(connection.token)
  }

  /// Its rooms are told, and its galleries no longer count it.
  private func depart(_ connection: Connection) {
    // Whoever is gone without a word, or is sent away without one.
    if !connection.isLeaving, connection.webSocket?.isOpen ?? false {
      counters.close(.abnormal, connection.takes)
    }
    var rooms = connection.conversation?.asked ?? []
    for membership in connection.memberships {
      dismiss(connection, from: membership.gallery)
      if let room = membership.gallery.room, !rooms.contains(room) { rooms.append(room) }
    }
    for room in rooms { sendLater(.lost, to: room, from: connection.id) }
    if !connection.isLeaving { log(.debug, "left", of: connection) }
    guard let visit = connection.visitor?.visit else { return }
    let conversation = connection.conversation
    conversation?.asked = []
    conversation?.lobbySerial = nil
    let left = conversation?.spending ?? Spending()
    shared.visits.rest(
      visit, connection.id, with: Visits.Allowances(commands: left.commands, opens: left.opens),
      now: now.milliseconds)
  }

  /// A close frame, then the end of the socket.
  func goodbye(
    _ connection: Connection, _ code: CloseCode, _ reason: String, within milliseconds: Int64? = nil
  ) {
    if !connection.isLeaving {
      counters.close(code, connection.takes)
      log(.info, "sent away", of: connection, ["code": "\(code.rawValue)", "why": "\(reason)"])
    }
    connection.webSocket?.close(code, reason: reason)
    takeOutput(of: connection)
    leave(connection, within: milliseconds)
  }

  /// What the protocol itself has to send: pongs, pings, goodbyes.
  func takeOutput(of connection: Connection) {
    guard let output = connection.webSocket?.takeOutput(), !output.isEmpty else { return }
    if connection.isBlocked, !connection.isLeaving {
      connection.outbox.append(pong: output)
    } else {
      connection.outbox.append(output)
    }
    markDirty(connection)
  }
}
