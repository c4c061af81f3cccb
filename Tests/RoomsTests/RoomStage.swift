import Cards
import Patience
import Simulation
import Testing
import Wire

@testable import Rooms

/// A room with connections, a journal and its gate, without sockets and threads: what is told to whom, and when.
final class RoomStage {
  let room: Room
  var now: Int64 = 1_000
  /// False: records wait until `acknowledge` or `fail` is called.
  var isPrompt = true

  private let host: Host
  private let begun: Int
  /// The newest that the room gave to be kept.
  private(set) var base: Base?
  var unacknowledged: [Remembered] { host.unsynced }
  /// What the journal holds.
  private(set) var log: [Remembered] = []
  private(set) var reports: [TalkReport] = []
  /// Those who have won a game.
  private(set) var winners: [GuestID] = []
  /// What it said to other rooms, and which it opened.
  private(set) var letters: [(letter: RoomLetter, room: RoomID)] = []
  private(set) var orders: [RoomOrder] = []
  /// What it asked the solver.
  var questions: [SolverQuestion] = []
  /// Answers at once what is asked; nil: questions wait.
  var solver: StageSolver?
  /// What members were brought up with, in order.
  private(set) var primes: [[UInt8]] = []
  /// Lines told and not yet taken, by connection.
  private var told: [ConnectionID: [[UInt8]]] = [:]
  /// Answers ever given by connection and `c`.
  private(set) var answers: [ConnectionID: [Int: Int]] = [:]
  private var lastC = 0
  /// Where each visit was last, as the server's book has it.
  private var connections: [VisitID: ConnectionID] = [:]

  init(room: Room, durable: Int = 1) {
    self.room = room
    host = Host(room, durable: durable)
    begun = durable
    // Visits count on over a restart.
    lastC = durable > 1 ? 100_000 : 0
  }

  /// The version that the journal holds.
  var durable: Int { log.last?.version ?? begun }

  // MARK: - People

  func visitor(
    _ name: String, visit: String? = nil, wantsDrag: Bool = true, encoding: Encoding = .plain,
    isBot: Bool = false
  ) -> Visitor {
    Visitor(
      guest: GuestID(named: name), visit: VisitID(named: visit ?? name), name: name, isBot: isBot,
      wantsDests: true, wantsDrag: wantsDrag, encoding: encoding)
  }

  @discardableResult
  func join(
    _ visitor: Visitor, at slot: UInt32, as presence: ClientMessage.Presence = .play, loop: UInt16 = 0,
    resume: Hello.Position? = nil, isKnown: Bool = true
  ) -> ConnectionID {
    let connection = ConnectionID(loop: loop, slot: slot, generation: 1)
    join(visitor, on: connection, as: presence, resume: resume, isKnown: isKnown)
    return connection
  }

  /// - Parameters:
  ///   - resume: what somebody who comes back holds.
  ///   - isKnown: the server knows their visit.
  func join(
    _ visitor: Visitor, on connection: ConnectionID, as presence: ClientMessage.Presence,
    resume: Hello.Position?, isKnown: Bool = true
  ) {
    let before = isKnown ? connections[visitor.visit] ?? connection : nil
    connections[visitor.visit] = connection
    let resumption = resume.map { RoomMessage.Resumption($0, before: before) }
    let presence: RoomMessage.Presence = isKnown ? RoomMessage.Presence(presence) : .back
    hear(
      .join(c: resume == nil ? nextC() : nil, visitor, as: presence, resume: resumption), from: connection)
  }

  func nextC() -> Int {
    lastC += 1
    return lastC
  }

  // MARK: - Speaking

  func hear(_ message: RoomMessage, from connection: ConnectionID) {
    var effects: [Effect] = []
    room.hear(message, from: connection, now: now, into: &effects)
    take(effects)
    guard let solver, !questions.isEmpty else { return }
    let asked = questions
    questions = []
    for question in asked { hear(.solved(solver.answer(question)), from: .none) }
  }

  func pass(milliseconds: Int64) {
    now += milliseconds
    var effects: [Effect] = []
    room.tick(now: now, into: &effects)
    take(effects)
  }

  /// Says a command and gives back its `c`.
  @discardableResult
  func say(
    _ operation: Command.Operation, if tops: [Command.Top] = [], c: Int? = nil, from connection: ConnectionID
  ) -> Int {
    let c = c ?? nextC()
    hear(.command(c: c, Command(operation, if: tops)), from: connection)
    return c
  }

  /// Says a command; its one answer.
  func ask(
    _ operation: Command.Operation, if tops: [Command.Top] = [], c: Int? = nil, from connection: ConnectionID
  ) throws -> Answer {
    let c = say(operation, if: tops, c: c, from: connection)
    return try answer(to: c, from: connection)
  }

  func ask(_ message: (Int) -> RoomMessage, from connection: ConnectionID) throws -> Answer {
    let c = nextC()
    hear(message(c), from: connection)
    return try answer(to: c, from: connection)
  }

  /// All of them say yes to the question that is open.
  func agree(_ others: ConnectionID...) throws {
    let question = room.questions.lastNumber
    for other in others {
      let answer = try ask({ .answer(c: $0, question: question, yes: true) }, from: other)
      try #require(answer.isOK, "\(answer)")
    }
  }

  /// The one answer among what was told and not yet taken; everything else stays.
  func answer(to c: Int, from connection: ConnectionID) throws -> Answer {
    let found = (told[connection] ?? []).filter { Self.answered($0) == c }
    try #require(found.count == 1, "\(found.count) answers to \(c)")
    told[connection]?.removeAll { Self.answered($0) == c }
    return try #require(Answer(found[0]))
  }

  // MARK: - The journal

  func take(_ effects: [Effect]) {
    host.take(effects)
    if isPrompt { acknowledge() } else { release() }
  }

  /// The journal holds the next so many records, or all.
  func acknowledge(_ count: Int = .max) {
    log += host.acknowledge(count)
    release()
  }

  /// The journal loses all that it has not acknowledged. False when there is no room left.
  @discardableResult
  func fail() -> Bool {
    let (effects, stands) = host.lose(now: now)
    for effect in effects { deliver(effect) }
    return stands
  }

  /// Somebody is taken out of the table and of its log, as a server does it.
  func erase(_ erasure: Erasure) {
    var effects: [Effect] = []
    room.erase(erasure, now: now, into: &effects)
    take(effects)
    log = log.map { record in
      let author = record.author.map {
        Remembered.Author(
          guest: $0.guest == erasure.guest ? erasure.replacement : $0.guest, visit: $0.visit, c: $0.c)
      }
      return Remembered(
        sequence: record.sequence, version: record.version, lineage: record.lineage, author: author,
        bytes: erasure.rewritten(record.bytes) ?? record.bytes)
    }
    base = base.map {
      Base(version: $0.version, sequence: $0.sequence, bytes: erasure.rewritten(base: $0.bytes) ?? $0.bytes)
    }
  }

  private func release() {
    for effect in host.release() { deliver(effect) }
  }

  private func deliver(_ effect: Effect) {
    switch effect {
    case .answer(let connection, let reply, _):
      let c = Self.answered(reply.line)
      precondition(c == nil || c == reply.c, "a reply knows its message")
      precondition(Answer(reply.line)?.code == reply.refusal, "a reply knows whether it refuses")
      if let c { answers[connection, default: [:]][c, default: 0] += 1 }
      told[connection, default: []].append(reply.line)
    case .tell(let connection, let line): told[connection, default: []].append(line)
    case .prime(let connection, let version, let lines):
      precondition(version <= durable, "nobody is brought up to what a crash could undo")
      primes.append(lines)
      // One message of several lines, each of which is whole.
      precondition(lines.isEmpty || lines.last == UInt8(ascii: "\n"), "a message ends with its last line")
      told[connection, default: []] += lines.split(separator: UInt8(ascii: "\n")).map {
        Array($0) + [UInt8(ascii: "\n")]
      }
    case .admit(let connection, _, _, let wantsDrag, _):
      host.admit(connection, wantsDrag: wantsDrag)
    case .opened: break
    case .keep(let base): self.base = base
    case .dismiss(let connection): host.dismiss(connection)
    case .report(let report): reports.append(report)
    case .won(let guests): winners += guests
    case .letter(let letter, let room): letters.append((letter, room))
    case .ask(let question): questions.append(question)
    case .order(let order): orders.append(order)
    case .publish(_, let line, _), .crowd(let line), .talk(let line):
      for member in host.members { told[member.connection, default: []].append(line) }
    case .hover(let line, let except):
      for member in host.members where member.wantsDrag && member.connection != except {
        told[member.connection, default: []].append(line)
      }
    case .remember: preconditionFailure("records go to the journal")
    }
  }

  // MARK: - Listening

  /// Lines told to a connection since the last call.
  func lines(to connection: ConnectionID) -> [[UInt8]] {
    defer { told[connection] = [] }
    return told[connection] ?? []
  }

  func messages(to connection: ConnectionID) throws -> [ServerMessage] {
    try lines(to: connection).map { try #require(try ServerMessage.read($0)) }
  }

  func silence() { told.removeAll() }

  var isQuiet: Bool { told.values.allSatisfy(\.isEmpty) }

  /// The `c` of an answer; nil for what is none.
  static func answered(_ line: [UInt8]) -> Int? {
    switch try? ServerMessage.read(line) {
    case .ok(let c, _), .lease(let c, _): c
    case .no(let refusal): refusal.c
    default: nil
    }
  }
}

/// The one answer to a message, in the words of tests.
enum Answer: Equatable {
  case ok(Agreement)
  case no(RefusalCode, why: String?)
  case lease(Lease)

  init?(_ line: [UInt8]) {
    switch try? ServerMessage.read(line) {
    case .ok(_, let agreement): self = .ok(agreement)
    case .no(let refusal): self = .no(refusal.code, why: refusal.why)
    case .lease(_, let lease): self = .lease(lease)
    default: return nil
    }
  }

  var isOK: Bool { if case .ok = self { true } else { false } }

  var code: RefusalCode? { if case .no(let code, _) = self { code } else { nil } }

  var lease: Lease? { if case .lease(let lease) = self { lease } else { nil } }
}

// MARK: - Tables

/// Bytes that a seed gives in place of the system's random source.
func entropy(_ seed: UInt64) -> () -> [UInt8] {
  var dice = SplitMix64(seed: seed)
  return { (0..<48).map { _ in UInt8.random(in: 0...255, using: &dice) } }
}

extension RoomStage {
  static let opener = GuestID(named: "ada")

  /// Where message 1 came from, which opened a table.
  static let entrance = ConnectionID(loop: 0, slot: 99, generation: 1)

  /// A table as Ada opens it; nothing of it is durable before the journal says so.
  convenience init(
    opening table: OpenTable, entropy bytes: @escaping () -> [UInt8] = entropy(1), isPrompt: Bool = true
  ) throws {
    let id = try #require(RoomID("rTestRoom"))
    try self.init(
      RoomOrder(id, RoomOpening(table: table, opener: Self.opener)), c: nil, entropy: bytes,
      isPrompt: isPrompt)
  }

  /// What a race has opened.
  ///
  /// - Parameter c: of the message that opened it; nil: the next number.
  convenience init(
    _ order: RoomOrder, c: Int? = Room.orderC, entropy bytes: @escaping () -> [UInt8] = entropy(1),
    isPrompt: Bool = true
  ) throws {
    self.init(
      room: try Room(id: order.room, opening: order.opening, secret: [], now: 1_000, entropy: bytes),
      durable: 0)
    self.isPrompt = isPrompt
    var effects: [Effect] = []
    room.begin(c: c ?? nextC(), from: Self.entrance, opening: order.opening, into: &effects)
    take(effects)
  }

  /// A table on which an open deal lies.
  convenience init(deal: UInt64 = 7, game: String = "klondike1", seats: Int = 1) throws {
    try self.init(opening: OpenTable(game: game, deal: .open(deal), seats: seats))
    silence()
  }

  /// A table laid with cards that are known beforehand.
  convenience init(
    cards: [Card], ruleset: Ruleset = .klondike1, dealing: PatienceBoard.Dealing = .open(0),
    terms: DealTerms? = nil, seats: Int = 1, safe: Bool = false, timed: Bool = true,
    seen projection: any Projection = WholeView()
  ) throws {
    let laid = PatienceBoard(
      ruleset: ruleset, dealing: dealing, terms: terms, deal: try #require(Deal(cards: cards, of: ruleset)),
      options: TableOptions(autoMoves: safe ? .safe : .off, timed: timed))
    let id = try #require(RoomID("rTestRoom"))
    self.init(
      room: Room(
        id: id, game: Game(laid), seats: seats, opener: Self.opener, secret: [], projection: projection,
        now: 1_000,
        entropy: entropy(1)))
    room.checkpoint()
  }

  /// The position that a connection holds when it has heard everything.
  var position: Hello.Position {
    Hello.Position(room: room.id.text, epoch: room.epoch, version: room.version)
  }

  var patience: PatienceBoard { room.patience }

  var hasDrags: Bool { !room.drags.isEmpty }

  /// Handles in a collection of a board, in order.
  func items(in place: String) -> [Int] {
    room.game.board.regions.flatMap { $0.runs }.filter { $0.collection == place }.flatMap {
      $0.items.map(\.handle)
    }
  }

  func cards(in pile: PileID) -> [Int] { room.patience.engine.model.cards(in: pile).map(Int.init) }
}

/// Ada and Bob at a table that is laid with `board`, and Eve who watches. What they were told so far is past.
struct Company {
  let stage: RoomStage
  let ada: ConnectionID
  let bob: ConnectionID
  let eve: ConnectionID

  init() throws { try self.init(at: RoomStage(cards: board, seats: 2)) }

  /// The same at a board of another kind.
  init(at kind: String) throws {
    try self.init(at: RoomStage(opening: OpenTable(game: kind, deal: nil, seats: 2)))
  }

  private init(at stage: RoomStage) throws {
    self.stage = stage
    ada = stage.join(stage.visitor("ada"), at: 0)
    bob = stage.join(stage.visitor("bob"), at: 1)
    eve = stage.join(stage.visitor("eve"), at: 2, as: .watch)
    stage.silence()
  }
}

extension Room {
  /// The game of a patience table; on any other the test is wrong.
  var patience: PatienceBoard {
    guard let patience = game.patience else { fatalError("no patience lies on this table") }
    return patience
  }
}

// MARK: - Names

extension GuestID {
  /// The guest of a short name, always the same.
  init(named name: String) { self.init(digest: Array(name.utf8) + Array(repeating: 0, count: 16)) }
}

extension VisitID {
  init(named name: String) { self.init(random: Array(name.utf8) + Array(repeating: 0, count: 16)) }
}
