import Boards
import Cards
import DragDrop
import TestDice
import Testing
import Wire

@Suite struct `Four aces` {
  @Test func `lie side by side, and the ace of clubs goes to the end`() throws {
    var board = try open("four-aces")
    #expect(board.picture == "aces[AC AD AH AS]")
    try board.carry("AC", to: "aces")
    #expect(board.picture == "aces[AD AH AS AC]")
    try board.carry("AS", to: "aces", before: "AD")
    #expect(board.picture == "aces[AS AD AH AC]")
    #expect([board.undo(), board.undo(), board.undo()] == [true, true, false])
    #expect(board.picture == "aces[AC AD AH AS]")
  }

  @Test func `are called as people call them, and stay where they were if they are put back`() throws {
    var board = try open("four-aces")
    let names = ["ace of clubs", "ace of diamonds", "ace of hearts", "ace of spades"]
    #expect(board.items.map { $0.content?.text } == names)
    try board.carry("AC", to: "aces", before: "AD")
    #expect(board.picture == "aces[AC AD AH AS]" && board.undoDepth == 0)
  }

  @Test func `refuse cards, places and neighbours that are not there, and what another holds`() throws {
    var board = try open("four-aces")
    board.refuses(.noSuchItem) { _ = try $0.lift(9, player: 1, tick: 0) }
    board.refuses(.noSuchItem) { _ = try $0.lift(-1, player: 1, tick: 0) }
    let lifted = try board.lift(0, player: 1, tick: 0)
    #expect(lifted.items == [0] && lifted.destinations == ["aces"])
    board.refuses(.inUse) { _ = try $0.lift(0, player: 2, tick: 0) }
    board.refuses(.alreadyDragging) { _ = try $0.lift(1, player: 1, tick: 0) }
    board.refuses(.notYours) { try $0.drop(lifted.session, player: 2, at: Landing("aces")) }
    board.refuses(.noSuchDrag) { try $0.drop(.init(rawValue: 99), player: 1, at: Landing("aces")) }
    board.refuses(.noSuchPlace) { try $0.drop(lifted.session, player: 1, at: Landing("deuces")) }
    board.refuses(.badPlace) { try $0.drop(lifted.session, player: 1, at: Landing("aces", before: 9)) }
    board.refuses(.notAllowedThere) { try $0.drop(lifted.session, player: 1, at: Landing("")) }
    board.refuses(.notAButton) { try $0.press("aces", player: 1) }
    board.refuses(.notAllowedThere) { try $0.tap(1, in: "aces", player: 1) }
    board.refuses(.notAllowedThere) { try $0.setEditing(true, "aces", player: 1) }
    board.refuses(.notAllowedThere) { try $0.put([.text("AC")], player: 1, at: Landing("aces")) }
    #expect(try board.exported(1, player: 2).isEmpty)
  }
}

@Suite struct `Free piles` {
  /// A pack that begins with these faces.
  private func board(_ faces: String) -> any GameBoard {
    let first = faces.split(separator: " ").compactMap { Card(String($0)) }
    return FreePiles.kind.live(with: FreePiles(pack: first + Deck().cards.filter { !first.contains($0) }))
  }

  private let dealt = "5S AC 4D"

  @Test func `are dealt one card up to seven, the last of each face up`() throws {
    let board = try open("free-piles", seed: 7)
    let runs = try board.region("piles").runs
    #expect(runs.map { $0.items.count } == [0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1])
    #expect(runs.map { $0.drag } == (0..<14).map { $0 % 2 == 1 })
    #expect(runs.map { $0.collection } == (0..<14).map { "pile-\($0 / 2 + 1)" })
    #expect(try open("free-piles", seed: 7).picture == board.picture)
    #expect(try open("free-piles", seed: 8).picture != board.picture)
  }

  @Test func `take the four of diamonds onto the five of spades, and back among others`() throws {
    var board = board(dealt)
    #expect(board.picture.hasPrefix("pile-1[5S] pile-2[## 4D] pile-3[## ## "))
    try board.carry("4D", to: "pile-1")
    #expect(board.picture.hasPrefix("pile-1[5S 4D] pile-2[##] pile-3["))
    try board.carry("4D", to: "pile-1", before: "5S")
    #expect(board.picture.hasPrefix("pile-1[4D 5S] pile-2[##] pile-3["))
  }

  @Test func `lift one card and no more, and turn nothing up`() throws {
    var board = board(dealt)
    try board.carry("4D", to: "pile-1")
    let lifted = try board.lift(board.handle("5S"), player: 1, tick: 0)
    #expect(lifted.items == [try board.handle("5S")])
    #expect(lifted.destinations == (1...7).map { "pile-\($0)" })
    try board.drop(lifted.session, player: 1, at: Landing("pile-2"))
    #expect(board.picture.hasPrefix("pile-1[4D] pile-2[## 5S] "))
    try board.carry("4D", to: "pile-2")
    try board.carry("5S", to: "pile-1")
    #expect(board.picture.hasPrefix("pile-1[5S] pile-2[## 4D] "), "an empty pile takes a card")
  }

  @Test func `have cards face down that do nothing`() throws {
    var board = board(dealt)
    let down = try #require(board.items.first { $0.content == nil }).handle
    board.refuses(.notDraggable) { _ = try $0.lift(down, player: 1, tick: 0) }
    let lifted = try board.lift(board.handle("5S"), player: 1, tick: 0)
    board.refuses(.badPlace) { try $0.drop(lifted.session, player: 1, at: Landing("pile-2", before: down)) }
    board.refuses(.badPlace) {
      try $0.drop(lifted.session, player: 1, at: Landing("pile-3", before: $0.handle("4D")))
    }
    #expect(!board.possibilities(for: 2).contains { $0.handle == down })
  }

  @Test func `show the same whatever lies face down, after any play`() throws {
    let seed: UInt64 = 0xFACE
    var dice = Dice(seed: seed)
    var deal = Array(Deck().cards.shuffled(using: &dice).prefix(28))
    let top = Set((1...7).map { $0 * ($0 + 1) / 2 - 1 })
    let one = FreePiles(pack: deal)
    // Another world: the cards face down change places among themselves and with those not dealt.
    let hidden = deal.indices.filter { !top.contains($0) }
    let others = Deck().cards.filter { face in !top.contains { deal[$0] == face } }.shuffled(using: &dice)
    for (index, face) in zip(hidden, others) { deal[index] = face }
    let other = FreePiles(pack: deal)
    #expect(one != other)

    var (left, right) = (FreePiles.kind.live(with: one), FreePiles.kind.live(with: other))
    var moved = 0
    for step in 0..<500 {
      #expect(left.regions == right.regions, "seed \(seed) step \(step)")
      let handle = Int.random(in: 0..<28, using: &dice)
      let before = Bool.random(using: &dice) ? Int.random(in: 0..<28, using: &dice) : nil
      let aim = Landing("pile-\(Int.random(in: 1...7, using: &dice))", before: before)
      let answers = [left, right].indices.map { world -> String in
        var board = world == 0 ? left : right
        defer { if world == 0 { left = board } else { right = board } }
        do {
          let lifted = try board.lift(handle, player: 1, tick: 0)
          defer { board.cancel(lifted.session, player: 1) }
          try board.drop(lifted.session, player: 1, at: aim)
          return "\(lifted)"
        } catch {
          return "\(error)"
        }
      }
      #expect(answers[0] == answers[1], "seed \(seed) step \(step)")
      if answers[0].hasPrefix("Held") { moved += 1 }
    }
    #expect(moved > 50)
  }

  @Test func `say nothing at all of a card that lies face down`() throws {
    for seed in 0..<50 as Range<UInt64> {
      let board = try open("free-piles", seed: seed)
      let told = String(describing: board.regions)
      let open = Set(board.items.compactMap { $0.content?.face })
      #expect(open.count == 7)
      #expect(board.items.filter { $0.content == nil }.count == 21)
      for face in Deck().cards.map(\.text) where !open.contains(face) {
        #expect(!told.contains(face), "seed \(seed)")
      }
      #expect(board.items.map { $0.handle } == Array(0..<28), "in the order of showing")
    }
  }
}

@Suite struct `Cards in one column` {
  @Test func `are blue, green, yellow, orange and pink, and go anywhere`() throws {
    var board = try open("cards")
    #expect(board.picture == "cards[blue green yellow orange pink]")
    let region = try board.region("cards")
    #expect(region.scrolls && region.layout == "list")
    #expect(region.runs[0].reorder && region.runs[0].drag)
    #expect(board.items.map { $0.content?.color } == ["blue", "green", "yellow", "orange", "pink"])
    try board.carry("pink", to: "cards", before: "green")
    #expect(board.picture == "cards[blue pink green yellow orange]")
  }

  @Test func `Cards lifted by a person who leaves go back, and others may lift them`() throws {
    var board = try open("cards")
    let held = try board.lift(board.handle("blue"), player: 1, tick: 0)
    #expect(!board.possibilities(for: 2).contains { $0.handle == held.items[0] })
    _ = board.leave(1)
    #expect(board.picture == "cards[blue green yellow orange pink]")
    try board.carry("blue", to: "cards", player: 2)
    board.refuses(.noSuchDrag) { try $0.drop(held.session, player: 1, at: Landing("cards")) }
  }
}

@Suite struct `Cards in sections` {
  @Test func `move within and across them, and an emptied section still takes them`() throws {
    var board = try open("sections")
    #expect(board.picture == "favorites[blue green yellow] others[orange pink]")
    #expect(try board.region("cards").runs.map { $0.title } == ["Favorites", "Others"])
    try board.carry("orange", to: "favorites", before: "green")
    try board.carry("pink", to: "favorites")
    #expect(board.picture == "favorites[blue orange green yellow pink] others[]")
    try board.carry("blue", to: "others")
    #expect(board.picture == "favorites[orange green yellow pink] others[blue]")
  }

  @Test func `refuse the region without a section, and neighbours of another section`() throws {
    var board = try open("sections")
    let lifted = try board.lift(board.handle("blue"), player: 1, tick: 0)
    #expect(lifted.destinations == ["favorites", "others"])
    board.refuses(.badPlace) { try $0.drop(lifted.session, player: 1, at: Landing("cards")) }
    board.refuses(.badPlace) {
      try $0.drop(lifted.session, player: 1, at: Landing("favorites", before: $0.handle("pink")))
    }
  }
}
