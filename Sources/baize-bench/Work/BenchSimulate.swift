import ArgumentParser
import Console
import Foundation
import Simulation
import Synchronization

struct BenchSimulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Play whole races and tables in virtual time, with faults, and check what must always hold.",
    discussion: """
      Rooms, races, messages, records and bots are those of the server. The network, the disk and the clocks are
      simulated: lines come late or break, commits are slow or fail, the power is lost. Each seed makes one world, the
      same each time. A world that fails is made smaller, and printed as the command that plays it again.

      Checked are: (1) cards, (2) mirrors, (3) answers, (4) durability, (5) replay, (6) results, (7) secrecy,
      (8) arbitration; docs/ARCHITECTURE.md says what each of them means.

      Examples:
        baize-bench simulate                          200 worlds
        baize-bench simulate --seeds 20000 --first 1000000
        baize-bench simulate --first 77 --seeds 1 --with breaks=0 --with players=2
        baize-bench simulate --plant secrecy          see a planted fault found

      Exit status: 0; 1 when anything did not hold; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("How many worlds are played.", valueName: "count"))
  var seeds = 200

  @Option(
    help: ArgumentHelp(
      "The seed of the first world. Each later world takes the next number.", valueName: "number"))
  var first: UInt64 = 0

  @Option(help: ArgumentHelp("Another value than the seed gives, as field=value.", valueName: "change"))
  var with: [String] = []

  @Option(help: ArgumentHelp("Plant a fault that breaks this: \(Self.known).", valueName: "invariant"))
  var plant: String?

  @Option(help: ArgumentHelp("How many worlds are played at the same time.", valueName: "count"))
  var threads = 2

  @Flag(help: "Print what happens in the first world, one line for each thing.")
  var trace = false

  @Flag(help: "Print failures as they are, without looking for smaller ones.")
  var noShrinking = false

  private static var known: String { Invariant.allCases.map { "\($0)" }.joined(separator: ", ") }
  private var planted: Invariant? { plant.flatMap { name in Invariant.allCases.first { "\($0)" == name } } }

  func validate() throws {
    var mistakes: [String] = []
    if !(1...100_000_000).contains(seeds) { mistakes.append("--seeds must be 1 to 100000000, not \(seeds)") }
    if !(1...64).contains(threads) { mistakes.append("--threads must be 1 to 64, not \(threads)") }
    if first > UInt64.max / 2 { mistakes.append("--first must be 0 to \(UInt64.max / 2), not \(first)") }
    if let plant, planted == nil { mistakes.append("--plant must be one of \(Self.known), not \(plant)") }
    var plan = Plan(seed: first)
    for change in with where !plan.change(change) { mistakes.append("--with does not understand \(change)") }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  private static let failuresMax = 5

  func run() throws {
    if trace {
      var plan = Plan(seed: first)
      for change in with { _ = plan.change(change) }
      if let violation = Simulator.violation(in: plan, planted: planted, traced: { Output.say($0) }) {
        Output.say("\(violation)")
        throw ExitCode(1)
      }
      return
    }
    Output.say("\(seeds) worlds from seed \(first), \(threads) at a time")
    let clock = ContinuousClock()
    let began = clock.now
    let failures = play()
    let seconds = Double((clock.now - began) / .milliseconds(1)) / 1000
    for failure in failures.sorted(by: { $0.plan.seed < $1.plan.seed }) { tell(failure) }
    Output.say("\(seeds) worlds in \(seconds) s, \(failures.count) failed")
    if !failures.isEmpty { throw ExitCode(1) }
  }

  private func play() -> [Simulator.Failure] {
    let next = Atomic<Int>(0)
    let found = Mutex<[Simulator.Failure]>([])
    let (planted, count) = (planted, seeds)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < count, found.withLock({ $0.count < Self.failuresMax }) else { return }
        var plan = Plan(seed: first + UInt64(number))
        for change in with { _ = plan.change(change) }
        guard let violation = Simulator.violation(in: plan, planted: planted) else { continue }
        found.withLock { $0.append(Simulator.Failure(plan: plan, violation: violation)) }
      }
    }
    return found.withLock { $0 }
  }

  private func tell(_ failure: Simulator.Failure) {
    Output.say("seed \(failure.plan.seed): \(failure.violation)")
    let smallest = noShrinking ? failure : Simulator.shrunk(failure, planted: planted)
    let changes = smallest.plan.changes.map { " --with \($0)" }.joined()
    let fault = plant.map { " --plant \($0)" } ?? ""
    Output.say("  baize-bench simulate --first \(failure.plan.seed) --seeds 1\(changes)\(fault)")
    if smallest.plan != failure.plan { Output.say("  \(smallest.violation)") }
  }
}
