import Cards
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
  func `from any byte told to a player, a spectator or the lobby`(number: Int) throws {
    let seed = 0x5EED_0400 + UInt64(number)
    let worlds = try Worlds(seed: seed, commands: Self.commands)
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
  func `of any game, from any byte`(game: String) throws {
    for number in 0..<UInt64(Self.gamesOfEach) {
      let worlds = try Worlds(game: game, seed: 0x5EED_0500 + number, commands: Self.commands)
      let script = try worlds.script()
      #expect(script.accepted > Self.commands / 8, "hardly anything was played")
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

  /// The proof that the check can fail: each of these lets something of a hidden card out.
  @Test(arguments: Leak.allCases)
  func `or this check would have said so`(leak: Leak) throws {
    var found = 0
    for number in 0..<4 {
      let worlds = try Worlds(seed: 0x5EED_0400 + UInt64(number), commands: 40, leak: leak)
      let script = try worlds.script()
      let twin = try worlds.twin(of: script, at: 30)
      if try worlds.compare(script, twin, upTo: 30).difference != nil { found += 1 }
    }
    #expect(found >= 3, "\(leak) was found in \(found) of 4 games only")
  }

  @Test(arguments: 0..<4)
  func `but of one that is turned up everybody learns`(number: Int) throws {
    let worlds = try Worlds(seed: 0x5EED_0400 + UInt64(number), commands: Self.commands)
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
  private let game: String
  private let ruleset: Ruleset
  private let cards: [Card]

  /// - Parameter game: with none it is Klondike, turning one card or three.
  init(game: String? = nil, seed: UInt64, commands: Int, leak: Leak? = nil) throws {
    self.seed = seed
    self.commands = commands
    self.leak = leak
    let game = game ?? (seed % 2 == 0 ? "klondike1" : "klondike3")
    let ruleset = try #require(Catalogue.ruleset(id: game))
    (self.game, self.ruleset) = (game, ruleset)
    cards = Deal(number: seed, of: ruleset).cards
  }

  private func stage(_ cards: [Card]) throws -> RoomStage {
    // Sealed and open deals take turns; the commitment is the same for both worlds, as if it were to their cards.
    let sealed = SealedDeal(random: entropy(seed)())
    let dealing: PatienceGame.Dealing = seed % 3 == 0 ? .sealed(sealed) : .open(7)
    let stage = try RoomStage(cards: cards, game: game, dealing: dealing, seats: 2, safe: seed % 4 == 0)
    if leak == .projection { stage.room.projection = Self.leakingView }
    stage.join(stage.visitor("ada"), at: 0)
    stage.join(stage.visitor("bob"), at: 1)
    stage.join(stage.visitor("eve"), at: 2, as: .watch)
    return stage
  }

  private static let people = (0..<3).map { ConnectionID(loop: 0, slot: UInt32($0), generation: 1) }

  // MARK: - Playing

  func script() throws -> Script {
    let stage = try stage(cards)
    var player = RandomPlayer(seed: seed, at: ruleset)
    var script = Script()
    var clients = Array(repeating: ReferenceClient(cardCount: cards.count), count: 3)
    var dests: [Dests?] = [nil, nil, nil]
    for _ in 0..<commands {
      // Before each command, what was told so far is heard, so that commands rest on what a player knows.
      let speaker = player.chance(90) ? player.number(0..<2) : 2
      let message = message(&player, dests[speaker], clients[speaker], stage)
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
    _ player: inout RandomPlayer, _ dests: Dests?, _ client: ReferenceClient, _ stage: RoomStage
  ) -> RoomMessage {
    let c = stage.nextC()
    switch player.number(0..<20) {
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
    case 8: return .query(c: c, .lines)
    default:
      let operation = player.operation(knowing: dests, deals: false)
      return .command(c: c, Command(operation, if: player.tops(seenBy: client)))
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
    var twin = cards
    // One further along: of one pack no hidden card stays what it was.
    for (index, handle) in hidden.enumerated() { twin[handle] = cards[hidden[(index + 1) % hidden.count]] }
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

  /// What is shown, with the deepest card of the stock face up.
  private static func leakingView(_ game: any Game) -> [RegionTold] {
    var regions = game.regions
    let stock = (game as? PatienceGame)?.engine.model.pictureWithHiddenCards.split(separator: "\n").first {
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
