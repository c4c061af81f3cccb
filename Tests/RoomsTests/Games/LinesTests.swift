import Patience
import TestDice
import Testing
import Wire

@testable import Rooms

/// The lines of play of a table: what was taken back and left for something else can be come back to.
@Suite struct `Lines of play` {
  let stage: RoomStage
  let ada: ConnectionID

  init() throws {
    stage = try RoomStage(cards: board)
    ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
  }

  private func done(_ operations: Command.Operation...) throws {
    for operation in operations { #expect(try stage.ask(operation, from: ada).isOK, "\(operation)") }
  }

  private func told(to connection: ConnectionID? = nil) throws -> LinesTold {
    stage.silence()
    let connection = connection ?? ada
    let c = stage.nextC()
    stage.hear(.query(c: c, .lines(after: 0)), from: connection)
    for case .lines(let answered, "rTestRoom", let version, let lines) in try stage.messages(to: connection) {
      #expect(answered == c && version == stage.room.version)
      return lines
    }
    Issue.record("no lines were told")
    return LinesTold(from: 0, at: 0, plies: [])
  }

  @Test func `are sent in pages, each ply once`() throws {
    let count = Room.pliesPerPage + 40
    for _ in 0..<count {
      stage.say(.tap(place: "stock", item: nil), from: ada)
      stage.silence()
    }
    var (pages, plies, after) = (0, [Int](), 0)
    while true {
      stage.silence()
      stage.hear(.query(c: stage.nextC(), .lines(after: after)), from: ada)
      guard case .lines(_, _, _, let page)? = try stage.messages(to: ada).first else { break }
      (pages, plies, after) = (pages + 1, plies + page.plies.map { $0.number }, page.plies.last?.number ?? 0)
      #expect(page.plies.count <= Room.pliesPerPage && page.at == count)
      guard page.hasMore else { break }
    }
    #expect(pages == 2 && plies == Array(1...count))
    stage.hear(.query(c: 7, .lines(after: after)), from: ada)
    guard case .lines(_, _, _, let beyond)? = try stage.messages(to: ada).first else {
      throw BadMessage("none")
    }
    #expect(beyond.plies.isEmpty && !beyond.hasMore)
  }

  @Test func `are sent to nobody outside the room`() throws {
    try done(.send(item: 25))
    let stranger = ConnectionID(loop: 0, slot: 50, generation: 1)
    #expect(try stage.ask({ .query(c: $0, .lines(after: 0)) }, from: stranger).code == .role)
    let eve = stage.join(stage.visitor("eve"), at: 2, as: .watch)
    stage.hear(.lost, from: eve)
    #expect(try stage.ask({ .query(c: $0, .lines(after: 0)) }, from: eve).code == .role)
  }

  @Test func `are made once, however many ask, and anew when the game has changed`() throws {
    try done(.send(item: 25))
    #expect(stage.room.views.lines == nil)
    let first = try told()
    #expect(stage.room.views.lines == first)
    _ = try told(to: stage.join(stage.visitor("eve"), at: 2, as: .watch))
    try done(.undo)
    #expect(stage.room.views.lines == nil)
    #expect(try told().at == 0)
  }

  private var layout: String { stage.patience.engine.model.layout }

  @Test func `are sent as a tree of steps`() throws {
    #expect(try told() == LinesTold(from: 0, at: 0, plies: []))
    try done(
      .send(item: 25), .move(item: 7, into: "t0"), .undo, .send(item: 27), .tap(place: "stock", item: nil))
    let tree = LinesTold(
      from: 0, at: 4,
      plies: [
        .init(1, after: 0, "send", item: 25), .init(2, after: 1, "move", item: 7, place: "t0"),
        .init(3, after: 1, "send", item: 27), .init(4, after: 3, "tap", place: "stock"),
      ])
    #expect(try told() == tree)
    let eve = stage.join(stage.visitor("eve"), at: 2, as: .watch)
    #expect(try told(to: eve) == tree, "watchers may know too")
  }

  @Test func `do not tell where a card has been that lies face down again`() throws {
    let stage = try RoomStage(cards: rigged([0: "7S", 7: "6D", 1: "JC", 18: "QH"]))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
    func told() throws -> [LinesTold.Ply] {
      stage.hear(.query(c: stage.nextC(), .lines(after: 0)), from: ada)
      let lines = try stage.messages(to: ada).compactMap { message -> LinesTold? in
        if case .lines(_, _, _, let lines) = message { lines } else { nil }
      }
      return try #require(lines.last).plies
    }
    for operation: Command.Operation in [.move(item: 7, into: "t0"), .move(item: 1, into: "t3")] {
      #expect(try stage.ask(operation, from: ada).isOK)
    }
    let (first, second) = (LinesTold.Ply(1, after: 0, "move", item: 7, place: "t0"), try told()[1])
    #expect(second == .init(2, after: 1, "move", item: 1, place: "t3"))
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(try told() == [first, second], "it lies open still")
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(try told() == [first, .init(2, after: 1, "move")])
  }

  @Test func `do not tell what has lain on a card that lies face down again`() throws {
    // The ten can be put on the jack once that lies open.
    let stage = try RoomStage(cards: rigged([0: "7S", 7: "6D", 1: "JC", 18: "TH"]))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
    for operation: Command.Operation in [
      .move(item: 7, into: "t0"), .move(item: 18, into: "t1"), .undo, .undo,
    ] {
      #expect(try stage.ask(operation, from: ada).isOK)
    }
    #expect(stage.room.game.linesTold.plies.map(\.item) == [7, nil])
    #expect(try stage.ask(.redo, from: ada).isOK)
    #expect(stage.room.game.linesTold.plies.map(\.item) == [7, 18], "the jack lies open")
  }

  @Test func `can be gone back to, and are as they were`() throws {
    var seen = [layout]
    for operation in [.send(item: 25), .move(item: 7, into: "t0"), .undo, .send(item: 27)]
      as [Command.Operation]
    {
      try done(operation)
      seen.append(layout)
    }
    try done(.go(ply: 2))
    #expect(layout == seen[2])
    try done(.go(ply: 0))
    #expect(layout == seen[0])
    // Redo goes on where play went last.
    try done(.redo, .redo)
    #expect(layout == seen[2])
    try done(.go(ply: 3))
    #expect(layout == seen[4])
    try done(.go(ply: 3))
    #expect(layout == seen[4], "where one is already")
    #expect(stage.room.game.status(now: stage.now).undo == 2)
    #expect(try told().plies.map(\.number) == [1, 2, 3], "going is no step")
  }

  @Test func `can be played on by redo beyond the ply gone to`() throws {
    try done(.send(item: 25), .send(item: 27), .tap(place: "stock", item: nil), .go(ply: 0))
    try done(.move(item: 7, into: "t0"), .go(ply: 1))
    #expect(stage.room.game.status(now: stage.now).redo == 2)
    try done(.redo, .redo)
    #expect(try told().at == 3)
  }

  @Test func `are followed again by doing the same`() throws {
    try done(.send(item: 25), .send(item: 27), .tap(place: "stock", item: nil), .go(ply: 0))
    try done(.send(item: 25))
    #expect(try told().at == 1)
    #expect(stage.room.game.status(now: stage.now).redo == 2, "what followed still can be played again")
    try done(.move(item: 7, into: "t0"), .go(ply: 0))
    // Along the line that was left, though it is not the one that redo leads to, and in another way.
    try done(.send(item: 25), .move(item: 27, into: "f1"))
    let lines = try told()
    #expect(lines.at == 2)
    #expect(lines.plies.map { [$0.number, $0.parent] } == [[1, 0], [2, 1], [3, 2], [4, 1]])
    let here = layout
    try done(.redo)
    #expect(try told().at == 3)
    try done(.undo)
    #expect(layout == here)
  }

  @Test func `are begun anew when the same step has another result`() throws {
    try done(.send(item: 25), .undo, .set(auto: .all), .send(item: 25))
    #expect(try told().plies.map { [$0.number, $0.parent] } == [[1, 0], [2, 0]])
  }

  @Test func `Going to an unknown ply is refused, and so is any going to watchers`() throws {
    try done(.send(item: 25))
    for ply in [2, 1000, WireLimits.pliesMax] {
      #expect(try stage.ask(.go(ply: ply), from: ada) == .no(.illegal, why: "noSuchPly"))
    }
    let eve = stage.join(stage.visitor("eve"), at: 2, as: .watch)
    #expect(try stage.ask(.go(ply: 0), from: eve).code == .role)
  }

  @Test func `end with the deal`() throws {
    try done(.send(item: 25), .undo, .send(item: 27), .restart)
    #expect(try told().plies.count == 3, "a restart is a step")
    try done(.undo, .deal(.open(3), game: nil))
    #expect(try told() == LinesTold(from: 0, at: 0, plies: []))
    #expect(try stage.ask(.go(ply: 1), from: ada) == .no(.illegal, why: "noSuchPly"))
  }

  @Test func `do not take other people's steps back`() throws {
    let company = try Company()
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    #expect(try stage.ask(.send(item: 25), from: ada).isOK)
    #expect(try stage.ask(.send(item: 27), from: bob).isOK)
    #expect(try stage.ask(.go(ply: 0), from: ada) == .no(.illegal, why: "nothingOfYours"))
    #expect(try stage.ask(.go(ply: 1), from: bob).isOK)
    #expect(try stage.ask(.go(ply: 2), from: ada) == .no(.illegal, why: "nothingOfYours"))
    // Her own, from under his.
    #expect(try stage.ask(.redo, from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    stage.hear(.query(c: 900, .lines(after: 0)), from: ada)
    let lines = try stage.messages(to: ada).compactMap {
      if case .lines(_, _, _, let it) = $0 { it } else { nil }
    }
    #expect(lines.first?.plies.map { [$0.number, $0.parent] } == [[1, 0], [2, 1], [3, 0]])
    #expect(lines.first?.at == 3)
  }

  @Test func `are each person's own, though both do the same`() throws {
    let company = try Company()
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    #expect(try stage.ask(.send(item: 25), from: ada).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(try stage.ask(.send(item: 25), from: bob).isOK)
    #expect(stage.room.game.steps.at == 2)
    #expect(try stage.ask(.undo, from: ada) == .no(.illegal, why: "nothingOfYours"))
    #expect(try stage.ask(.undo, from: bob).isOK)
  }

  @Test func `have one branch at a board, where what is done next takes the place of what was taken back`()
    throws
  {
    let company = try Company(at: "sections")
    let (stage, ada) = (company.stage, company.ada)
    #expect(try stage.ask(.move(item: 0, into: "others"), from: ada).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(try stage.ask(.move(item: 1, into: "others"), from: ada).isOK)
    #expect(try stage.ask(.go(ply: 1), from: ada) == .no(.illegal, why: "noSuchPly"))
    #expect(try stage.ask(.go(ply: 0), from: ada).isOK)
    #expect(stage.items(in: "favorites") == [0, 1, 2])
    #expect(try stage.ask(.redo, from: ada).isOK)
    #expect(stage.items(in: "favorites") == [0, 2])
  }

  /// Against a map of all that was seen: whatever is played, taken back and gone to, each ply is as it was.
  @Test(arguments: [("klondike1", 1), ("freecell", 2), ("spider1", 3), ("golf", 4), ("scorpion", 5)])
  func `lead to what was there, however they were played`(id: String, seed: UInt64) throws {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    let options = TableOptions(timed: true)
    var game = Game(PatienceBoard(ruleset: ruleset, choice: .open(seed), options: options) { [] })
    var player = RandomPlayer(seed: seed)
    var seen = [0: game.patience?.engine.model.layout]
    var (gone, branches, followedPlies) = (0, 0, 0)
    let seat = SeatNumber(0)
    for step in 0..<rounds(4_000) {
      let dests = game.dests(room: "r", version: 1, seat: seat)
      var operation = player.operation(knowing: dests, deals: false)
      if game.steps.canPlayAgain, player.chance(4), let again = game.steps.future.last?.operation {
        operation = again
        var (followed, redone) = (game, game)
        try followed.perform(again, seat: seat, held: nil, now: Int64(step))
        try redone.perform(.redo, seat: seat, held: nil, now: Int64(step))
        // Another choice of auto moves may lead elsewhere.
        let isSame = followed.patience?.engine.model.layout == redone.patience?.engine.model.layout
        try #require(isSame == (followed.steps.at == redone.steps.at), "seed \(seed) step \(step)")
        try #require(!isSame || followed.steps.future.count == redone.steps.future.count)
        followedPlies += isSame ? 1 : 0
      }
      if player.chance(15), let ply = seen.keys.sorted().randomElement(using: &player.dice) {
        operation = .go(ply: ply)
      }
      var next = game
      do { try next.perform(operation, seat: seat, held: nil, now: Int64(step)) } catch { continue }
      if next.steps.plies < game.steps.plies {
        // It was won, and begun anew.
        seen = [0: next.patience?.engine.model.layout]
      }
      game = next
      let layout = game.patience?.engine.model.layout
      try #require(seen[game.steps.at, default: layout] == layout, "seed \(seed) step \(step)")
      seen[game.steps.at] = layout
      if case .go(let ply) = operation {
        gone += 1
        try #require(game.steps.at == ply)
      }
      branches = max(branches, game.steps.lines.count)
      game.checkInvariants()
      #expect(game.steps.past.count == game.undoDepth)
    }
    #expect(gone > least(40) && branches > least(40), "\(gone) gone to, \(branches) set aside")
    #expect(followedPlies > least(20), "\(followedPlies) done again")
  }
}

/// The tree by itself.
@Suite struct `Plies set aside` {
  private func step(_ ply: Ply) -> Steps.Step {
    var steps = Steps(keepsLines: true)
    for _ in 0..<ply { steps.note(.finish, by: SeatNumber(0), carrying: [], beside: [], depth: ply) }
    return steps.past[ply - 1]
  }

  @Test func `lead back to the table's line`() {
    var lines = Lines()
    lines.setAside([step(2), step(3)], on: 1)
    lines.setAside([step(5)], on: 2)
    #expect(lines.branch(to: 5).on == 1)
    #expect(lines.branch(to: 5).steps.map(\.ply) == [2, 5])
    #expect(lines.branch(to: 1).steps.isEmpty && lines.branch(to: 1).on == 1)
    #expect(lines.ahead(of: 1).map(\.ply) == [2, 5], "by the newest branch")
    #expect(lines.ahead(of: 5).isEmpty)
    #expect(lines.reach(upTo: 2) && !lines.reach(upTo: 1))
  }

  @Test func `are forgotten with what they stand on`() {
    var lines = Lines()
    lines.setAside([step(2), step(3)], on: 1)
    lines.setAside([step(6)], on: 4)
    lines.prune(to: [4, 5])
    #expect(lines.asides.keys.sorted() == [6])
  }

  @Test func `are limited in number, and the oldest branches go first`() {
    var lines = Lines()
    for ply in 1...Lines.pliesMax + 10 { lines.setAside([step(1).at(ply)], on: 0) }
    #expect(lines.count == Lines.pliesMax)
    #expect(lines.asides.keys.min() == 11)
    lines.setAside((2000..<2000 + Lines.pliesMax).map { step(1).at($0) }, on: 0)
    #expect(lines.asides.keys.min() == 2000, "a branch goes as a whole")
  }
}

extension Steps.Step {
  fileprivate func at(_ ply: Ply) -> Steps.Step {
    var step = self
    step.ply = ply
    return step
  }
}

extension Table {
  /// All piles with all faces, and how many of each lie face down.
  fileprivate var layout: String {
    (layoutWithHiddenCards ?? []).map { "\($0.down) \($0.cards.map(\.text))" }.joined(separator: "\n")
  }
}
