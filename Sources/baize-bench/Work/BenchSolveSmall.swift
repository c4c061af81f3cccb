import ArgumentParser
import Console
import Foundation
import Lab
import Synchronization

/// `baize-bench solve small`
struct BenchSolveSmall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "small",
    abstract: "Compare the solver with an oracle on random deals of few cards.",
    discussion: """
      The oracle plays small games in plain arrays and tries everything. It shares no code with the solver. Half of the
      deals are looked at in the middle of the game, after random moves. Each is searched with every pruning alone, with
      all and with none, by the kernel of its game and by the generic one.

      Examples:
        baize-bench solve small --deals 4000
        baize-bench solve small --deals 100 --only Klondike

      Exit status: 0; 1 when any verdict differs; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("How many deals of each kind.", valueName: "count"))
  var deals = 1000

  @Option(help: ArgumentHelp("Only kinds whose name begins so.", valueName: "name"))
  var only = ""

  @Option(help: ArgumentHelp("The oracle gives up after so many positions.", valueName: "count"))
  var oracle = 50_000

  @Option(help: ArgumentHelp("The first seed.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("How many deals are searched at the same time.", valueName: "count"))
  var threads = 2

  private static let dealsOfPart = 20

  private var kinds: [SmallKind] { SmallKind.all.filter { $0.name.hasPrefix(only) } }

  func validate() throws {
    if !(1...10_000_000).contains(deals) {
      throw ValidationError("--deals must be 1 to 10000000, not \(deals)")
    }
    if !(1...64).contains(threads) { throw ValidationError("--threads must be 1 to 64, not \(threads)") }
    if oracle < 1 { throw ValidationError("--oracle must be at least 1, not \(oracle)") }
    if kinds.isEmpty { throw ValidationError("no kind begins with \"\(only)\"") }
  }

  func run() throws {
    Output.say(Measuring.row("", "kernel", "won", "lost", "given up", "searches", "differ"))
    var faults = 0
    for kind in kinds {
      let all = compare(kind)
      faults += all.faults.count
      Output.say(
        Measuring.row(
          kind.name, all.kernel.rawValue, "\(all.won)", "\(all.lost)", "\(all.open)", "\(all.searches)",
          "\(all.faults.count)"))
      all.faults.prefix(3).forEach(Output.complain)
    }
    if faults > 0 { throw ExitCode.failure }
  }

  private func compare(_ kind: SmallKind) -> SmallDecks.Comparison {
    let next = Atomic<Int>(0)
    let all = Mutex(SmallDecks.Comparison())
    let decks = SmallDecks(kind, oracleMax: oracle)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part * Self.dealsOfPart < deals else { return }
        let count = min(Self.dealsOfPart, deals - part * Self.dealsOfPart)
        let comparison = decks.compare(deals: count, seed: seed &+ UInt64(part))
        all.withLock { $0.add(comparison) }
      }
    }
    return all.withLock { $0 }
  }
}
