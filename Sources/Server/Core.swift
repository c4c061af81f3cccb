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
  let loop: LoopContext
  let scheduler: Scheduler
  let post: Post
  let connections: Connections
  let fanout: Fanout
  let homes: Homes
  let endings: Endings
  let partings = Partings()
  /// Where connections come in.
  let doors: [Door]
  /// Somebody else holds their sockets too, and goes on when this server ends.
  let areDoorsKept: Bool

  /// Connections that are not read before their turn comes: bodies beyond what one turn reads, and those of networks
  /// beyond their share.
  var line: [Token] = []
  /// How much of bodies may still be read in this millisecond, and which that is.
  var bulkLeft = 0
  var bulkAt = Instant(milliseconds: 0)
  /// How many requests may still be answered in this turn.
  var requestsLeft = 0
  /// The games that can be opened here, which hold until the next start: told to all in the same bytes.
  lazy var gamesTold = APIAnswer.games(loop.settings.games.all).shared()

  var ready: [Poller.Ready] = []
  private var toFront: [FrontLetter] = []
  private var toUpkeep: [UpkeepLetter] = []
  /// For Front: tables that are durable, of which connections wait to hear.
  var openings: [Opening] = []
  /// For Front: all that was there has left.
  var emptied: [Token] = []
  let received = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
  /// How WebSockets here may go on, by what was agreed on.
  let terms: LoopTerms
  /// The lab's, by the bits of their windows; made when somebody asks for such a one.
  var labDeflaters: [Int: Deflater] = [:]
  var labScratch = ByteBuffer()
  /// All echoes of one read.
  var labEchoes = ByteBuffer()
  private var tickAt: Instant
  private var secondAt: Instant
  var rounds: Rounds
  var lobbyDueAt: Instant
  /// When tables are next looked for that nobody has used for long.
  var unusedAt: Instant
  /// And blobs that no table names.
  var unnamedBlobsAt: Instant
  /// nil while it serves.
  var drain: Drain?
  /// Of all loops together.
  var departure: Departure?
  private var hasEnded = false
  var refusalsToldAt: Instant
  /// When the tables that are kept were counted last.
  var keptCountedAt: Instant

  static let tickMilliseconds: Int64 = 250
  /// While leave is taken of everybody.
  private static let drainTurnMilliseconds: Int32 = 5

  init(index: Int, listening: Listening, shared: Shared) throws(Errno) {
    loop = LoopContext(index: index, shared: shared)
    scheduler = Scheduler(loop)
    post = Post(index: index, mailboxes: shared.mailboxes, scheduler: scheduler)
    connections = try Connections(loop)
    fanout = Fanout(loop, post, connections)
    endings = fanout.endings
    homes = Homes(loop, post, scheduler)
    terms = LoopTerms(loop.shared.settings)
    doors = listening.doors(of: loop.index, among: loop.shared.settings.loops)
    areDoorsKept = listening.areKept
    tickAt = loop.now
    secondAt = loop.now
    rounds = Rounds(at: loop.now)
    lobbyDueAt = loop.now
    refusalsToldAt = loop.now + -1000
    keptCountedAt = loop.now + -KeptTables.milliseconds
    unusedAt = loop.now + loop.shared.settings.retentionMilliseconds
    unnamedBlobsAt = loop.now + loop.shared.settings.firstBlobRoundMilliseconds
    for number in doors.indices { try watchDoor(number) }
    try connections.poller.register(post.mailbox.wakeUpDescriptor, as: Post.token, for: .readable)
  }

  deinit { received.deallocate() }

  // MARK: - The turn

  /// Turns until somebody awaits something of this loop.
  ///
  /// - Returns: false when this was the last turn.
  func turnUntilJobs() -> Bool {
    while turn() {
      if post.hasJobs { return true }
    }
    return false
  }

  /// - Returns: false when this was the last.
  private func turn() -> Bool {
    ready.removeAll(keepingCapacity: true)
    connections.poller.wait(milliseconds: waitMilliseconds, into: &ready)
    loop.now = .now()

    // What others said; limits that change come before all that they hold for.
    if ready.contains(where: { $0.token == Post.token }) { post.collect() }
    takeUpkeepLetters()
    // Hear: what the last turn left behind, what others said to Front, then what is ready.
    requestsLeft = loop.settings.requestsPerTurnOfAllMax
    hearHeld()
    readLine()
    takeFrontLetters()
    hearReady()
    // Look after: time, who is silent, who leaves. Before deciding, since tables are looked at as well.
    tick()
    goOnWithRounds()
    goOnDraining()
    // Decide: what the journal and the shelf say, then what rooms are to hear, each network its share.
    homes.decide()
    // Remember: the records of this turn, in one piece, before anything of it is told.
    homes.remember()
    // Tell: what is durable into galleries and outboxes; then one send for each connection that lacks something.
    fanout.deliver()
    fanout.takeOpenings(into: &openings)
    answer(openings)
    openings.removeAll(keepingCapacity: true)
    fanout.tellLobby()
    fanout.send()
    fanout.takeEmptied(into: &emptied)
    goOn(behind: emptied)
    emptied.removeAll(keepingCapacity: true)
    return !hasEnded
  }

  private var waitMilliseconds: Int32 {
    if post.hasLetters || connections.hasWork || fanout.hasWork || rounds.areGoing {
      return 0
    }
    let work = scheduler.waits(isLineEmpty: line.isEmpty, isBulkOver: bulkLeft <= 0)
    if work == 0 { return 0 }
    if let drain, !drain.isThrough {
      return drain.isBusy || partings.isAnybodySettled ? 0 : Self.drainTurnMilliseconds
    }
    let tick = Int32(max(0, min(Self.tickMilliseconds, tickAt - Instant.now())))
    return min(tick, work ?? tick)
  }

  /// - Parameter reads: what can be read is read now.
  func hear(_ event: Poller.Ready, reads: Bool) {
    switch event.token {
    case Post.token: break
    case let token where token.generation == 0:
      if event.broken { loseDoor(Int(token.slot)) } else { accept(at: Int(token.slot)) }
    default:
      // A token whose connection closed earlier in this turn matches nothing.
      guard let connection = connections[event.token] else { return }
      if event.writable {
        connection.isBlocked = false
        connections.markDirty(connection)
      }
      // Nothing is read from it, so nothing would tell again that its peer is gone for good.
      if event.broken && connection.isBeingAnswered { return endings.close(connection) }
      if reads, event.readable || event.broken { read(connection) }
    }
  }

  // MARK: - Letters

  private func takeFrontLetters() {
    post.takeFront(into: &toFront)
    for letter in toFront {
      switch letter {
      case .superseded(let connection):
        if let connection = connections[connection.token] { endings.close(connection) }
      case .apiAnswer(let connection, let answer):
        if let connection = connections[connection.token] { heard(answer, for: connection) }
      case .described(let connection, let outcome):
        if let connection = connections[connection.token] { heard(outcome, for: connection) }
      case .blobPart(let connection, let part):
        if let connection = connections[connection.token] { heard(part, for: connection) }
      case .blobText(let connection, let put, let bytes): heard(bytes, for: put, from: connection)
      case .surveyed(let survey): answer(survey)
      }
    }
    toFront.removeAll(keepingCapacity: true)
  }

  private func takeUpkeepLetters() {
    post.takeUpkeep(into: &toUpkeep)
    for letter in toUpkeep {
      switch letter {
      case .settings(let changed): loop.take(changed)
      case .survey(let survey): take(survey)
      case .stop(let departure): stop(departure)
      case .end: hasEnded = true
      }
    }
    toUpkeep.removeAll(keepingCapacity: true)
  }

  // MARK: - What telling has for hearing

  /// Tables are durable of which connections wait to hear: requests that opened them, and players who part.
  private func answer(_ openings: [Opening]) {
    for opening in openings {
      guard let connection = connections[opening.token] else { continue }
      if isParting(connection) {
        partings.settled(opening.room, for: opening.token)
      } else {
        heard(opening.isKept ? .opened(opening.room) : .busy, for: connection)
      }
    }
  }

  /// All that these were owed has left: their next requests follow, or the next parts of what they are sent.
  private func goOn(behind emptied: [Token]) {
    for token in emptied {
      guard let connection = connections[token] else { continue }
      switch connection.phase {
      case .readingHead:
        forgetWho(connection)
        if let exchange = connection.exchange, !exchange.inbox.isEmpty, !exchange.isWaiting {
          connections.hold(token)
        }
      case .streaming(let stream, _): askForPart(of: stream, on: connection)
      default: break
      }
    }
  }

  // MARK: - Time

  private func tick() {
    guard loop.now >= tickAt else { return }
    tickAt = loop.now + Self.tickMilliseconds
    beginRoundOfTables()
    if loop.now >= secondAt {
      secondAt = loop.now + 1000
      loop.renewDate()
      loop.tellLinesLeftOut()
      countKept()
      loop.showCounters()
      beginRoundOfConnections()
      homes.lookAgain()
      lookForUnused()
      lookForUnnamedBlobs()
      scheduler.renewShares()
      if loop.index == 0 {
        loop.shared.visits.expire(before: loop.now.milliseconds - loop.settings.visitMillisecondsMax)
      }
      if !loop.isStopping { resumeAccepting() }
    }
    connections.endConversations()
  }

  // MARK: - Hearing

  func read(_ connection: Connection) {
    for _ in 0..<loop.settings.readsPerTurnMax {
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
    guard !connection.isHeldBack(unreadBytesMax: loop.settings.unreadBytesMax) else { return false }
    let space = space(for: connection)
    switch connection.socket.receive(into: space) {
    case .wouldBlock: return false
    case .ended:
      // Somebody who has finished asking may still want to hear; whoever is leaving has heard all.
      switch connection.phase {
      case .leaving: endings.close(connection)
      case .readingBody(let upload): endShort(upload, on: connection)
      default: endings.leave(connection)
      }
      return false
    case .bytes(let count):
      connection.heard = Moment(loop.now)
      loop.counters.bytesIn += count
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
}
