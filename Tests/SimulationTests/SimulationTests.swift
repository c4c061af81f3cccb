import Simulation
import TestDice
import Testing

@Suite struct `Whole worlds in virtual time` {
  /// `make test` plays 2,000 of them with the program that ships.
  @Test(arguments: 0..<UInt64(rounds(24))) func `hold what must always hold`(seed: UInt64) {
    let violation = Simulator.violation(in: Plan(seed: seed))
    #expect(violation == nil, "baize-bench simulate --first \(seed) --seeds 1")
  }

  /// 8002: a commit that failed after a restart took the race back to when its clock stood, for ever. 1004572: the
  /// power came back twice at the end, and a commit was under way.
  @Test(
    arguments: [
      (8002, ["players=2", "failures=158", "resignations=1", "commit=1998"]),
      (1_004_572, ["watchers=1", "breaks=2", "commit=1994", "think=2499", "game=klondike1"]),
    ] as [(UInt64, [String])])
  func `go on where a world once did not`(seed: UInt64, changes: [String]) {
    var plan = Plan(seed: seed)
    for change in changes { _ = plan.change(change) }
    #expect(Simulator.violation(in: plan) == nil)
  }

  @Test(arguments: Invariant.allCases) func `show a planted fault`(invariant: Invariant) throws {
    let found = (0..<40 as Range<UInt64>).lazy.compactMap { seed -> Simulator.Failure? in
      let plan = Plan(seed: seed)
      return Simulator.violation(in: plan, planted: invariant).map {
        Simulator.Failure(plan: plan, violation: $0)
      }
    }.first
    let failure = try #require(found)
    #expect(failure.violation.invariant == invariant)
    #expect(Simulator.violation(in: failure.plan) == nil, "without the fault all is well")
    #expect(
      Simulator.violation(in: failure.plan, planted: invariant) == failure.violation, "and it is found again")
  }

  @Test func `show a deal that can be told before it begins`() throws {
    var plan = Plan(seed: 0)
    plan.scene = .race
    try Simulator.compare(plan)
    #expect {
      try Simulator.compare(plan, planted: .secrecy)
    } throws: { ($0 as? Violation)?.what.contains("is told of a deal that has not begun") ?? false }
  }

  @Test func `a failing world is made smaller, and still fails alike`() throws {
    var plan = Plan(seed: 0)
    for change in ["players=4", "watchers=2", "breaks=10", "game=spider1"] {
      let isTaken = plan.change(change)
      #expect(isTaken)
    }
    let violation = try #require(Simulator.violation(in: plan, planted: .cards))
    let shrunk = Simulator.shrunk(Simulator.Failure(plan: plan, violation: violation), planted: .cards)
    #expect(shrunk.violation.invariant == .cards)
    #expect(shrunk.plan.players == 2 && shrunk.plan.breaks == 0 && shrunk.plan.game == "klondike1")
    // What is printed makes the same world.
    var again = Plan(seed: shrunk.plan.seed)
    for change in shrunk.plan.changes {
      let isTaken = again.change(change)
      #expect(isTaken)
    }
    #expect(again == shrunk.plan)
  }

  @Test func `what is no field of a plan, or not a value of it, is refused`() {
    for wrong in [
      "", "players", "players=", "players=x", "players=1", "players=65", "color=red", "erase=maybe",
      "game=chess", "scene=ball",
    ] {
      var plan = Plan(seed: 1)
      let isTaken = plan.change(wrong)
      #expect(!isTaken && plan == Plan(seed: 1), "\(wrong)")
    }
  }
}
