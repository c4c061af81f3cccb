import Cards
import Contests
import Patience
import TestDice
import Testing
import Wire

@testable import Rooms

/// Two worlds that differ only in cards which nobody has seen must look the same, byte for byte.
@Suite struct `Nobody learns of a card that lies face down` {
  static let games = rounds(20)
  static let gamesOfEach = rounds(3)
  static let commands = 110

  @Test(arguments: 0..<games)
  func `no byte told to a player, a spectator or the lobby tells a hidden card`(number: Int) throws {
    let seed = 0x5EED_0400 + UInt64(number)
    let worlds = Worlds(seed: seed, commands: Self.commands)
    let script = try worlds.script()
    var compared = 0
    for cut in [0, 10, 30, 60, Self.commands - 1] {
      let twin = try worlds.twin(of: script, at: cut)
      let comparison = try worlds.compare(script, twin, upTo: cut)
      #expect(comparison.difference == nil, "seed \(seed) cut \(cut)")
      compared += comparison.lines
    }
    // Each step tells the lobby one line, so that is the least; the rest was told to those at the table.
    #expect(compared > 3 * Self.commands, "hardly anything was told")
    #expect(script.accepted > Self.commands / 6, "hardly anything was played")
  }

  /// Where nothing is hidden from the first deal on, there is nothing to be learnt.
  @Test(arguments: Catalogue.rulesets.map(\.id.text))
  func `no byte of any game tells a hidden card`(game: String) throws {
    for number in 0..<UInt64(Self.gamesOfEach) {
      let ruleset = try #require(Catalogue.ruleset(id: game))
      let worlds = Worlds(ruleset, seed: 0x5EED_0500 + number, commands: Self.commands)
      let script = try worlds.script()
      #expect(script.accepted > Self.commands / 10, "hardly anything was played")
      for cut in [0, 20, 50, Self.commands - 1] {
        guard worlds.canDiffer(script, at: cut) else {
          #expect(cut > 0 || worlds.isDealtOpen(script), "\(game) hides nothing")
          continue
        }
        let comparison = try worlds.compare(script, try worlds.twin(of: script, at: cut), upTo: cut)
        #expect(comparison.difference == nil, "seed \(worlds.seed) cut \(cut)")
        #expect(comparison.lines > cut, "hardly anything was told")
      }
    }
  }

  /// Where so much would have to be played out that nothing is told, hidden cards may not decide whether it is so much.
  @Test(arguments: Worlds.gamesAtLimits)
  func `a described game at the limits of what is played out tells no hidden card`(ruleset: Ruleset) throws {
    for number in 0..<UInt64(rounds(4)) {
      let worlds = Worlds(ruleset, seed: 0x5EED_0600 + number, commands: 30)
      let script = try worlds.script()
      for cut in [0, 10, 29] where worlds.canDiffer(script, at: cut) {
        let comparison = try worlds.compare(script, try worlds.twin(of: script, at: cut), upTo: cut)
        #expect(comparison.difference == nil, "\(ruleset.id.text), seed \(worlds.seed) cut \(cut)")
      }
    }
  }

  /// A kind of message that is new does not compile here before it is among the kinds, and fails before it is said.
  @Test func `messages of all kinds are said and told in these games`() throws {
    var (said, told): (Set<Kind.Said>, Set<Kind.Told>) = ([], [])
    for number in 0..<12 as Range<UInt64> {
      let script = try Worlds(seed: 0x5EED_0400 + number, commands: Self.commands).script()
      for step in script.steps { said.formUnion(Kind.Said.kinds(of: step.message)) }
      for line in script.told.joined() where !line.isEmpty {
        if let message = try ServerMessage.read(line), let kind = Kind.Told(message) { told.insert(kind) }
      }
    }
    #expect(Set(Kind.Said.allCases).subtracting(said) == [])
    #expect(Set(Kind.Told.allCases).subtracting(told) == [])
  }

  /// The proof that the check can fail: each of these lets something of a hidden card out.
  @Test(arguments: Leak.allCases)
  func `a planted leak of a hidden card is found`(leak: Leak) throws {
    var found = 0
    for number in 0..<4 {
      let worlds = Worlds(seed: 0x5EED_0400 + UInt64(number), commands: 40, leak: leak)
      let script = try worlds.script()
      let twin = try worlds.twin(of: script, at: 30)
      if try worlds.compare(script, twin, upTo: 30).difference != nil { found += 1 }
    }
    #expect(found >= 3, "\(leak) was found in \(found) of 4 games only")
  }

  @Test(arguments: 0..<4)
  func `A card that is turned up makes the two worlds differ`(number: Int) throws {
    let worlds = Worlds(seed: 0x5EED_0400 + UInt64(number), commands: Self.commands)
    let script = try worlds.script()
    let twin = try worlds.twin(of: script, at: 0)
    #expect(try worlds.compare(script, twin, upTo: Self.commands - 1).difference != nil)
  }
}

/// Ways to let something of a hidden card out, as a careless projection might.
enum Leak: CaseIterable, Sendable {
  /// A snapshot with the face of the stock's next card.
  case face
  /// Destinations with those of cards below the open ones of the last column.
  case destinations
  /// Not a word, only a byte more for some red cards.
  case length
  /// Planted in the room itself: its projection shows the deepest card of the stock.
  case projection
}

/// What is said to a table and what it says, by kind.
enum Kind {
  enum Said: CaseIterable {
    case join, resume, leave, lost, behind, sync, lift, hover, cancel
    case dests, hint, lines, export, verdict
    case move, drop, tap, send, finish, undo, redo, go, restart, set
    case say, react, report

    static func kinds(of message: RoomMessage) -> [Said] {
      switch message {
      case .join(_, _, _, _, let resume): [resume == nil ? .join : .resume]
      case .leave: [.leave]
      case .lost: [.lost]
      case .behind: [.behind]
      case .sync: [.sync]
      case .lift: [.lift]
      case .hover: [.hover]
      case .cancel: [.cancel]
      // Of cards neither says anything.
      case .host, .answer, .letter, .solved: []
      case .say: [.say]
      case .react: [.react]
      case .report: [.report]
      case .query(_, let query):
        switch query {
        case .dests: [.dests]
        case .hint: [.hint]
        case .lines: [.lines]
        case .export: [.export]
        case .verdict: [.verdict]
        }
      case .command(_, let command): kind(of: command.operation).map { [$0] } ?? []
      }
    }

    private static func kind(of operation: Command.Operation) -> Said? {
      switch operation {
      case .move: .move
      case .drop: .drop
      case .tap: .tap
      case .send: .send
      case .finish: .finish
      case .undo: .undo
      case .redo: .redo
      case .go: .go
      case .restart: .restart
      case .set: .set
      // Another deal ends what the two worlds have in common; the others are for boards, which hide nothing.
      case .deal, .edit, .put, .resign, .ready, .salt, .start, .again: nil
      }
    }
  }

  enum Told: CaseIterable {
    case ok, no, lease, snapshot, event, dests, drag, hints, lines, crowd, tables, said, reacts

    /// nil for what is no table's to say, or says nothing of cards.
    init?(_ message: ServerMessage) {
      switch message {
      case .ok: self = .ok
      case .no: self = .no
      case .lease: self = .lease
      case .snapshot: self = .snapshot
      case .event: self = .event
      case .dests: self = .dests
      case .drag: self = .drag
      case .hints: self = .hints
      case .lines: self = .lines
      // It is told where all cards are known, and compared there: see `VerdictTests`.
      case .verdict: return nil
      case .crowd: self = .crowd
      case .tables: self = .tables
      case .said: self = .said
      case .reacts: self = .reacts
      case .progress: return nil
      // Of a card no data is given.
      case .data: return nil
      case .rights, .knock, .question, .questionEnded: return nil
      case .welcome, .heartbeat, .gone, .bye: return nil
      }
    }
  }
}

/// A random game on one layout, and its twin on another that agrees with it on all that was seen.
struct Worlds {
  struct Step {
    let message: RoomMessage
    let speaker: Int
    let milliseconds: Int64
  }

  struct Script {
    var steps: [Step] = []
    /// What everybody was told by each step.
    var told: [[[UInt8]]] = []
    /// Handles seen by each step.
    var seen: [Set<Int>] = []
    var accepted = 0
  }

  let seed: UInt64
  let commands: Int
  let leak: Leak?
  private let ruleset: Ruleset
  private let cards: [Card]

  /// - Parameter ruleset: with none it is Klondike, turning one card or three.
  init(_ ruleset: Ruleset? = nil, seed: UInt64, commands: Int, leak: Leak? = nil) {
    self.seed = seed
    self.commands = commands
    self.leak = leak
    let ruleset = ruleset ?? (seed % 2 == 0 ? .klondike1 : .klondike3)
    self.ruleset = ruleset
    cards = Deal(number: seed, of: ruleset).cards
  }

  /// At all of them everything can go up after very many turns of the stock.
  static let gamesAtLimits: [Ruleset] = [
    atLimit(packs: 2, columns: 1, cells: 16), atLimit(packs: 2, columns: 2, cells: 8),
    atLimit(packs: 4, columns: 16, cells: 2),
  ]

  private static func atLimit(packs: UInt8, columns: UInt8, cells: UInt8) -> Ruleset {
    Ruleset(
      id: "limit", title: "Limit", pack: Ruleset.Pack(packs),
      zones: [
        Zone(.stock), Zone(.waste, take: .top, to: [.foundation, .tableau, .cell]),
        Zone(
          .foundation, count: 4 * packs, build: Zone.Build(.same, .up, start: .bySuit), putLimit: .count(1),
          take: .none, empty: .ace, from: [.waste, .tableau, .cell], to: .tableau),
        Zone(
          .tableau, count: columns, up: Array(repeating: 1, count: Int(columns)),
          build: Zone.Build(.alternateColour, .down), take: .run, empty: .any,
          from: [.waste, .cell, .tableau], to: [.foundation, .tableau, .cell]),
        Zone(
          .cell, count: cells, take: .top, empty: .any, from: [.tableau, .waste, .cell],
          to: [.foundation, .tableau, .cell], capacity: .count(1)),
      ],
      stock: Ruleset.Stock(to: .waste, draw: 1, passes: .unlimited))
  }

  private func stage(_ cards: [Card]) throws -> RoomStage {
    // Sealed and open deals take turns; the commitment is the same for both worlds, as if it were to their cards.
    // Half of the sealed ones can be won, with a proof that names all cards from the deepest on.
    let isPicked = seed % 6 == 0
    let proof = cards.map { StepTold(item: Int($0.rawValue), place: "stock") }
    let sealed = SealedDeal(random: entropy(seed)(), line: isPicked ? proof : nil)
    let dealing: PatienceBoard.Dealing = seed % 3 == 0 ? .sealed(sealed) : .open(7)
    let stage = try RoomStage(
      cards: cards, ruleset: ruleset, dealing: dealing, terms: isPicked ? DealTerms(level: .hard) : nil,
      seats: 2, safe: seed % 4 == 0,
      seen: leak == .projection ? LeakingView() : WholeView())
    // What it says of a position depends on all cards of it.
    stage.solver = StageSolver(positions: 2_000)
    // People talk there.
    stage.room.access = Access(.public, host: RoomStage.opener, now: stage.now)
    stage.room.access?.turnChat(on: true)
    stage.join(stage.visitor("ada"), at: 0)
    stage.join(stage.visitor("bob"), at: 1)
    stage.join(stage.visitor("eve"), at: 2, as: .watch)
    return stage
  }

  private static let people = (0..<3).map { ConnectionID(loop: 0, slot: UInt32($0), generation: 1) }
  private static let names = ["ada", "bob", "eve"]

  // MARK: - Playing

  func script() throws -> Script {
    let stage = try stage(cards)
    var player = RandomPlayer(seed: seed, at: ruleset)
    var script = Script()
    var clients = Array(repeating: ReferenceClient(cardCount: cards.count), count: 3)
    var dests: [Dests?] = [nil, nil, nil]
    var isThere = [true, true, true]
    for _ in 0..<commands {
      // Before each command, what was told so far is heard, so that commands rest on what a player knows.
      let speaker = player.chance(85) ? player.number(0..<2) : 2
      let message =
        isThere[speaker]
        ? message(&player, as: speaker, dests[speaker], clients[speaker], stage)
        : coming(back: speaker, &player, clients[speaker], stage)
      switch message {
      case .leave, .lost: isThere[speaker] = false
      case .join: isThere[speaker] = true
      default: break
      }
      let step = Step(message: message, speaker: speaker, milliseconds: Int64(player.number(0..<3_000)))
      let version = stage.room.version
      let told = play(step, on: stage)
      script.steps.append(step)
      script.told.append(told)
      script.accepted += stage.room.version - version
      let seen = cards.indices.filter { stage.room.patience.engine.model.hasSeen(UInt16($0)) }
      script.seen.append(Set(seen))
      var index = 0
      for line in told {
        if line.isEmpty {
          index += 1
          continue
        }
        guard index < 3, let message = try? ServerMessage.read(line) else { continue }
        if case .dests(let told) = message { dests[index] = told }
        try clients[index].hear(message)
      }
    }
    return script
  }

  private func message(
    _ player: inout RandomPlayer, as speaker: Int, _ dests: Dests?, _ client: ReferenceClient,
    _ stage: RoomStage
  ) -> RoomMessage {
    let c = stage.nextC()
    if let question = stage.room.questions.open, question.of.contains(SeatNumber(speaker)), player.chance(60)
    {
      return .answer(c: c, question: question.number, yes: true)
    }
    switch player.number(0..<28) {
    case 27:
      let details = ClientMessage.Query.Detail.allCases
      return .query(c: c, .verdict(details[player.number(0..<details.count)]))
    case 24: return .say(c: c, "line \(c)", isKnown: true)
    case 25: return .react(c: c, Reaction.allCases[player.number(0..<Reaction.allCases.count)])
    case 26: return .report(c: c, line: stage.room.talk.lines.last?.told.number ?? 1, .spam)
    case 20: return .cancel(c: c, drag: stage.room.drags.live.first?.number ?? 1)
    case 21: return .behind
    case 22: return player.chance(30) ? .leave(c: c) : .lost
    case 0: return .query(c: c, .dests)
    case 1, 2: return .lift(c: c, item: player.handle())
    case 3:
      return .hover(Hover(drag: stage.room.drags.live.first?.number ?? 1, x: 5, y: 6, over: player.pile()))
    case 4:
      let drag = stage.room.drags.live.first?.number ?? 1
      return .command(c: c, Command(.drop(drag: drag, into: player.pile(), before: nil)))
    case 5: return .sync
    case 6: return .query(c: c, .hint)
    case 7: return .query(c: c, .export(item: player.handle()))
    case 8: return .query(c: c, .lines(after: 0))
    default:
      let operation = player.operation(knowing: dests, deals: false)
      return .command(c: c, Command(operation, if: player.tops(seenBy: client)))
    }
  }

  /// Somebody who left comes, as anybody may: as a stranger, or with what they hold or say they hold.
  private func coming(
    back speaker: Int, _ player: inout RandomPlayer, _ client: ReferenceClient, _ stage: RoomStage
  ) -> RoomMessage {
    let encoding = Encoding.allCases[player.number(0..<Encoding.allCases.count)]
    let visitor = stage.visitor(Self.names[speaker], encoding: encoding)
    let presence: RoomMessage.Presence = speaker < 2 ? .play : .watch
    // Never more than they hold, or they would miss something by their own fault.
    let version = player.chance(50) ? client.version : player.number(0..<client.version + 1)
    let position = Hello.Position(room: stage.room.id.text, epoch: stage.room.epoch, version: version)
    let before = player.chance(70) ? Self.people[speaker] : nil
    switch player.number(0..<3) {
    case 0: return .join(c: stage.nextC(), visitor, as: presence, resume: nil)
    case 1: return .join(c: nil, visitor, as: .back, resume: RoomMessage.Resumption(position, before: nil))
    default:
      return .join(c: nil, visitor, as: presence, resume: RoomMessage.Resumption(position, before: before))
    }
  }

  /// All that was told to all by a step: lines of each person with an empty one between, then the lobby's.
  private func play(_ step: Step, on stage: RoomStage) -> [[UInt8]] {
    stage.pass(milliseconds: step.milliseconds)
    stage.hear(step.message, from: Self.people[step.speaker])
    var told: [[UInt8]] = []
    for person in Self.people {
      told += stage.lines(to: person)
      if let leak, leak != .projection { told.append(line(of: leak, stage.room)) }
      told.append([])
    }
    told.append(ServerMessage.tables([stage.room.summary]).line())
    return told
  }

  // MARK: - Twins

  /// The same layout but for the cards that had not been seen by a step: they change places.
  func twin(of script: Script, at step: Int) throws -> RoomStage {
    let twin = changed(script, at: step)
    try #require(twin != cards, "the twin would be the same world")
    return try stage(twin)
  }

  private func changed(_ script: Script, at step: Int) -> [Card] {
    let hidden = cards.indices.filter { !script.seen[step].contains($0) }
    var dice = SplitMix64(seed: seed &+ UInt64(step))
    var twin = cards
    for (handle, other) in zip(hidden, hidden.shuffled(using: &dice)) { twin[handle] = cards[other] }
    return twin
  }

  func canDiffer(_ script: Script, at step: Int) -> Bool { changed(script, at: step) != cards }

  func isDealtOpen(_ script: Script) -> Bool { script.seen[0].count == cards.count }

  struct Comparison {
    /// The first step that tells the worlds apart.
    var difference: Int?
    /// Told alike in both.
    var lines = 0
  }

  /// Plays the same steps in the other world, up to and with `last`.
  func compare(_ script: Script, _ twin: RoomStage, upTo last: Int) throws -> Comparison {
    var comparison = Comparison()
    for (index, step) in script.steps.prefix(last + 1).enumerated() {
      _ = twin.nextC()
      let told = play(step, on: twin)
      guard told == script.told[index] else {
        comparison.difference = index
        break
      }
      comparison.lines += told.count { !$0.isEmpty }
    }
    return comparison
  }

  // MARK: - Leaks

  private func line(of leak: Leak, _ room: Room) -> [UInt8] {
    let model = room.patience.engine.model
    let hidden = model.pictureWithHiddenCards.split(separator: "\n").flatMap { $0.split(separator: " ") }
      .filter { $0.hasPrefix("(") }
    let cards = hidden.compactMap { Card(String($0.dropFirst().dropLast())) }
    switch leak {
    case .face: return Array((cards.first?.text ?? "none").utf8)
    case .destinations: return cards.suffix(6).flatMap { Array("[1,\"f\($0.suit.rawValue)\"]".utf8) }
    case .length:
      let red = cards.enumerated().filter { $0.offset % 2 == 0 && $0.element.isRed }
      return [UInt8](repeating: 32, count: red.count + 1)
    case .projection: return []
    }
  }
}

/// What is shown, with the deepest card of the stock face up.
private struct LeakingView: Projection {
  func regions(of game: Game) -> [RegionTold] {
    var regions = game.board.regions
    let stock = game.patience?.engine.model.pictureWithHiddenCards.split(separator: "\n").first {
      $0.hasPrefix("stock")
    }
    let face = stock?.split(separator: " ").dropFirst().first.map { String($0.dropFirst().dropLast()) }
    for region in regions.indices where regions[region].name == "stock" {
      guard regions[region].runs.first?.items.isEmpty == false else { continue }
      regions[region].runs[0].items[0].face = face
    }
    return regions
  }
}
