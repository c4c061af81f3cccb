import Cards
import DragDrop
import Testing

@testable import Patience

/// Where each seat has piles of its own: what one may do rests on theirs and on what is everybody's.
@Suite struct `Piles of several seats` {
  /// Two columns for each, and whatever else there is.
  private func rules(_ more: [Zone] = [], limit: Zone.Limit = .unlimited, fill: [Zone.Role] = []) -> Ruleset {
    Ruleset(
      id: "two", title: "Two", seats: Ruleset.Seats(2, 2),
      zones: [
        Zone(.foundation, count: 4, build: Zone.Build(.same, .up), empty: .ace, from: .any),
        Zone(
          .tableau, count: 2, owner: .seat, build: Zone.Build(.any, .down), take: .run, takeLimit: limit,
          empty: .any, fill: fill, from: .any, to: .any),
      ] + more)
  }

  private func engine(_ picture: String, _ rules: Ruleset) throws -> BoardEngine<Table> {
    BoardEngine(table: try Table(picture: picture, ruleset: rules, seats: 2))
  }

  private static let nearlyDone = "f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-TS"

  @Test func `are not finished from by somebody else`() throws {
    var engine = try engine(Self.nearlyDone + "\nt0: KS\nt1: QS\nt2: JS", rules())
    for player: PlayerID in [0, 1] {
      #expect(!engine.choices(for: player).canFinish)
      #expect(!engine.hints(for: player).contains { $0.action == .finish })
      #expect(throws: Refusal.cannotFinish) { try engine.finish(player: player) }
    }
    let jack = try engine.model.handle("JS")
    #expect(throws: Refusal.notYours) { _ = try engine.sendToFoundation(jack, player: 0) }
    _ = try engine.sendToFoundation(jack, player: 1)
    #expect(engine.choices(for: 0).canFinish && !engine.choices(for: 1).canFinish)
    #expect(throws: Refusal.cannotFinish) { try engine.finish(player: 1) }
    try engine.finish(player: 0)
    #expect(engine.model.status == .won)
  }

  @Test func `help to move only their own seat's cards`() throws {
    let rules = rules(limit: .supermove)
    // Seat 1 has an empty column, seat 0 has none.
    let theirs = try Table(picture: "t0: 6H 5S\nt1: 7C\nt2: 9D", ruleset: rules, seats: 2)
    #expect(try theirs.objection("6H", onto: "t1") == .tooMany)
    #expect(try theirs.objection("5S", onto: "t1") == .notNextRank)
    let own = try Table(picture: "t0: 6H 5S\nt2: 7C 9D\nt3: 9C", ruleset: rules, seats: 2)
    #expect(own.supermoveMax(from: 4, to: nil) == 2)
    #expect(theirs.supermoveMax(from: 4, to: nil) == 1)
  }

  @Test func `are filled from what is everybody's, and not from another's`() throws {
    let shared = rules([Zone(.reserve, take: .top, to: .tableau)], fill: [.reserve])
    var engine = try engine("t0: 5S\nt1: 6H\nt2: 9D\nt3: 9C\nr0: 2C 3C", shared)
    try engine.drag("5S", onto: "t1", player: 0)
    #expect(engine.model.row("t0") == "3C" && engine.model.row("r0") == "2C")
    let owned = rules([Zone(.reserve, owner: .seat, take: .top, to: .tableau)], fill: [.reserve])
    engine = try self.engine("t0: 5S\nt1: 6H\nt2: 9D\nt3: 9C\nr1: 2C 3C", owned)
    try engine.drag("5S", onto: "t1", player: 0)
    #expect(engine.model.row("t0").isEmpty && engine.model.row("r1") == "2C 3C")
  }

  @Test func `are turned by a hint that speaks of one's own`() throws {
    let zones = Ruleset.klondike1.zones.map { zone in
      var zone = zone
      if zone.role == .stock || zone.role == .waste { zone.owner = .seat }
      return zone
    }
    let race = Ruleset(
      id: "race", title: "Race", seats: Ruleset.Seats(2, 2), zones: zones, stock: Ruleset.klondike1.stock)
    let engine = try engine("stock: (2C)\nwaste1: 9C\nt0: KS\nt1: KH", race)
    #expect(engine.hints(for: 0).contains { $0.reason == .draw })
    #expect(engine.hints(for: 1).contains { $0.reason == .redeal })
  }
}
