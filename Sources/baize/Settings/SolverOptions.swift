import ArgumentParser

/// What the solver may take, for `serve`.
struct SolverOptions: ParsableArguments {
  @Option(
    .solverThreads, \.server.solverThreads, 0...64, usual: max(1, Machine.cores / 4),
    "Threads that say whether games can be won. The default is one for every four cores. 0 turns this off.",
    "count")
  var solverThreads: Int

  @Option(
    .solverMemory, \.server.solverBytesMax, 16...1_048_576, of: Amount.megabyte, "Memory for all searches.",
    "megabytes")
  var solverMemory: Int

  @Option(
    .solverNice, \.server.solverNice, 1...20,
    "Scheduling priority of searches: 1 to 19 as in nice; 20 takes only idle time of the processor.",
    "level")
  var solverNice: Int

  @Option(
    .bankDeals, \.server.bankDeals, 0...100_000, usual: 96,
    "Winnable deals kept of each game, as many open as sealed ones. 0 deals none.", "count")
  var bankDeals: Int
}
