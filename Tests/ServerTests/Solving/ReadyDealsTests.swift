import Foundation
import Logging
import Patience
import Positions
import Reactor
import Rooms
import Solving
import Store
import Testing
import Wire

@testable import Server

@Suite struct `Deals that can be won` {
  private static func kind(
    _ game: String, isSealed: Bool = true, level: DealTerms.Level? = nil
  ) throws -> ReadyDeals.Kind {
    ReadyDeals.Kind(ruleset: try #require(Catalogue.ruleset(id: game)), isSealed: isSealed, level: level)
  }

  /// Runs the thread that fills the bank while the body runs.
  private func filling(
    _ bank: DealBank, dealsMax: Int = 24, games: [String] = [], shareMax: Double = .infinity,
    _ body: (ReadyDeals, BankFiller) throws -> Void
  ) throws {
    let ready = ReadyDeals(isOn: true)
    let filler = BankFiller(
      bank, ready, dealsMax: dealsMax, bytes: 128 << 20, nice: 1,
      games: games.compactMap { Catalogue.ruleset(id: $0) }, watch: IdleWatch(shareMax: shareMax),
      log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    let runner = Reactor.Thread(name: "bank", haste: .unhurried) { filler.run() }
    defer {
      filler.end()
      runner.join()
    }
    try body(ready, filler)
  }

  private func take(_ kind: ReadyDeals.Kind, from ready: ReadyDeals) throws -> PickedDeal {
    var found: PickedDeal?
    waits {
      let pick = ready.take(kind, now: Instant.now().milliseconds)
      if case .picked(let deal) = pick { found = deal }
      return found != nil
    }
    return try #require(found)
  }

  @Test(arguments: [true, false], ["freecell", "klondike1", "tripeaks"])
  func `are ready, each once, with a line that wins at a table`(isSealed: Bool, game: String) throws {
    let kind = try Self.kind(game, isSealed: isSealed)
    try filling(try DealBank(in: nil)) { ready, _ in
      var seen: [PickedDeal.Source] = []
      for _ in 0..<10 {
        let deal = try take(kind, from: ready)
        #expect(!seen.contains(deal.source))
        seen.append(deal.source)
        var table = Table(ruleset: kind.ruleset, deal: deal.deal(of: kind.ruleset))
        for step in deal.line {
          let pile = try #require(PileID(wireName: step.place.utf8))
          let isPlayed = table.play(step.item.map { .move(UInt16($0), to: pile) } ?? .turnStock)
          #expect(isPlayed)
        }
        #expect(table.status == .won)
        if case .number(let number) = deal.source { #expect(1...999_999 ~= number) }
      }
    }
  }

  /// The work is measured anew, deal by deal: each harder level begins where the one before ends.
  @Test func `are of the difficulty that was asked for`() throws {
    let rules = try #require(CompiledRules(.freeCell))
    var work: [[UInt64]] = []
    try filling(try DealBank(in: nil)) { ready, _ in
      for level in [DealTerms.Level.easy, .medium, .hard] {
        let kind = try Self.kind("freecell", level: level)
        work.append(
          try (0..<3).map { _ in
            let deal = try take(kind, from: ready).deal(of: .freeCell)
            var solver = Solver(for: rules, bytes: 64 << 20)
            let table = Table(ruleset: .freeCell, deal: deal)
            _ = solver.solve(table, within: Budget(positions: 300_000, bytes: .max))
            return solver.spent.positions
          })
      }
    }
    let (easy, medium, hard) = (work[0], work[1], work[2])
    #expect(try #require(easy.max()) < #require(medium.min()), "\(work)")
    #expect(try #require(medium.max()) < #require(hard.min()), "\(work)")
  }

  @Test func `come to the bank while nobody wants them, and no more than it may hold`() throws {
    let folder = TestDirectory()
    try filling(try DealBank(in: folder.path), dealsMax: 16, games: ["freecell"]) { ready, filler in
      waits { filler.figures.deals >= 24 && ready.figures.ready == ReadyDeals.readyMax }
      usleep(200_000)
      // As many open ones as sealed ones, and not more than one batch beyond the bound.
      #expect(filler.figures.deals <= 2 * (16 + 8))
      #expect(filler.figures.refuted == 0 && filler.figures.found >= filler.figures.deals)
    }
    let left = try DealBank(in: folder.path).count()
    #expect(left >= 24)
    // Another start goes on with them.
    try filling(try DealBank(in: folder.path), dealsMax: 16, games: ["freecell"]) { ready, filler in
      _ = try take(try Self.kind("freecell"), from: ready)
      #expect(filler.figures.found < 16)
    }
  }

  @Test func `are not searched while the server has much to do, but for those that somebody waits for`()
    throws
  {
    try filling(try DealBank(in: nil), games: ["freecell"], shareMax: 0) { ready, filler in
      usleep(300_000)
      #expect(filler.figures.searched == 0)
      _ = try take(try Self.kind("freecell"), from: ready)
      #expect(filler.figures.searched > 0)
    }
  }

  @Test func `are refused at once where none is ready, and of a game for several for good`() throws {
    let ready = ReadyDeals(isOn: true)
    let kind = try Self.kind("freecell")
    guard case .later = ready.take(kind, now: 1) else { return #expect(Bool(false)) }
    #expect(ready.isMissed(now: 1) && ready.wanted(isUrgent: true, now: 1).map(\.kind) == [kind])
    // Nobody has asked again.
    let late = 1 + ReadyDeals.missedMilliseconds
    #expect(!ready.isMissed(now: late) && ready.wanted(isUrgent: true, now: late).isEmpty)
    #expect(ready.wanted(isUrgent: false, now: late).map(\.kind) == [kind])
    ready.giveUp(kind)
    guard case .never = ready.take(kind, now: 1) else { return #expect(Bool(false)) }
    guard case .never = ReadyDeals(isOn: false).take(kind, now: 1) else { return #expect(Bool(false)) }
    #expect(ready.figures.missed == 1)
  }

  @Test func `whose line does not win are dealt to nobody`() throws {
    let kind = try Self.kind("freecell")
    let good = try Self.good(kind.ruleset)
    #expect(good.picked(for: kind.ruleset) != nil)
    let shorter = DealBank.Deal(
      isSealed: good.isSealed, source: good.source, line: good.line.dropLast(3), positions: 1)
    #expect(shorter.picked(for: kind.ruleset) == nil)
    let broken: [[UInt8]] = [Array(good.line.dropLast(1)), good.line + [0, 0, 250], [1, 2]]
    for line in broken {
      let deal = DealBank.Deal(isSealed: true, source: good.source, line: line, positions: 1)
      #expect(deal.picked(for: kind.ruleset) == nil)
    }
    let short = DealBank.Deal(isSealed: true, source: [1], line: good.line, positions: 1)
    #expect(short.picked(for: kind.ruleset) == nil)
  }

  /// A sealed deal with its line.
  private static func good(_ ruleset: Ruleset) throws -> DealBank.Deal {
    let rules = try #require(CompiledRules(ruleset))
    let source = PickedDeal.Source.random([UInt8](1...48))
    let table = Table(ruleset: ruleset, deal: PickedDeal(source, line: []).deal(of: ruleset))
    var solver = Solver(for: rules, bytes: 64 << 20)
    let verdict = solver.solve(table, within: Budget(positions: 1_000_000, bytes: .max))
    guard case .winnable(let line)? = verdict else { throw NoDeal() }
    return DealBank.Deal(source, line, of: ruleset, positions: 1)
  }

  struct NoDeal: Error {}

  /// Of Spider with four suits hardly any deal is found, and each of thirty kinds is searched for a second in turn.
  @Test func `of the bank do not wait for those that have to be searched`() throws {
    let folder = TestDirectory()
    let common = try Self.kind("freecell")
    try filling(try DealBank(in: folder.path), games: ["freecell"]) { _, filler in
      waits { filler.figures.deals >= 48 }
    }
    try filling(try DealBank(in: folder.path), shareMax: 0) { ready, _ in
      for _ in 0..<ReadyDeals.readyMax { _ = try take(common, from: ready) }
      var rare = try Self.kind("spider4").ruleset
      for number in 1...30 as ClosedRange<UInt16> {
        rare.stock?.passes = .count(number)
        let kind = ReadyDeals.Kind(ruleset: rare, isSealed: true, level: nil)
        _ = ready.take(kind, now: Instant.now().milliseconds)
      }
      _ = try take(common, from: ready)
    }
  }

  @Test func `no longer wanted make way for others, but for those that are always kept`() throws {
    let ready = ReadyDeals(isOn: true)
    var ruleset = try #require(Catalogue.ruleset(id: "freecell"))
    ready.keep(ReadyDeals.Kind(ruleset: ruleset, isSealed: true, level: nil), now: -1)
    for number in 0...ReadyDeals.kindsMax {
      ruleset.stock = Ruleset.Stock(to: .waste, draw: UInt8(number % 200), passes: .count(UInt16(number + 1)))
      _ = ready.take(ReadyDeals.Kind(ruleset: ruleset, isSealed: true, level: nil), now: Int64(number))
    }
    #expect(ready.games.count == ReadyDeals.kindsMax)
    #expect(Array(ready.games.prefix(2)) == [.freeCell, ruleset])
  }
}
