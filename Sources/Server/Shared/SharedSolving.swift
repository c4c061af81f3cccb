import Logging
import Store

/// Who says whether games can be won, and where deals that can be won lie ready.
struct SharedSolving: Sendable {
  let desk: SolverDesk
  let readyDeals: ReadyDeals
  /// nil where this server keeps no such deals.
  let filler: BankFiller?

  init(_ settings: Configuration, bank: DealBank?, log: Logger) {
    // The thread that fills the bank has a share as well.
    let searchBytes = settings.solverBytesMax / (max(0, settings.solverThreads) + 1)
    desk = SolverDesk(threads: settings.solverThreads, bytesPerThread: searchBytes, nice: settings.solverNice)
    readyDeals = ReadyDeals(isOn: bank != nil)
    filler = bank.map { [readyDeals] bank in
      BankFiller(
        bank, readyDeals, dealsMax: settings.bankDeals, bytes: searchBytes, nice: settings.solverNice,
        games: settings.games.all.map(\.ruleset), log: log)
    }
  }
}
