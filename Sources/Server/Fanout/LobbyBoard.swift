import Synchronization
import Wire

/// The live tables of all loops, as the lobby shows them. Each loop puts up its own now and then; readers see
/// a number that grows when anything changed.
final class LobbyBoard: Sendable {
  private struct State {
    var lists: [[TableSummary]]
    var serial = 0
  }

  static let tablesShownMax = 60

  private let state: Mutex<State>

  init(loops: Int) {
    state = Mutex(State(lists: Array(repeating: [], count: loops)))
  }

  var serial: Int { state.withLock { $0.serial } }

  /// - Parameter list: newest first.
  func put(_ list: [TableSummary], of loop: Int) {
    state.withLock { state in
      guard state.lists[loop] != list else { return }
      state.lists[loop] = list
      state.serial += 1
    }
  }

  /// The list, and the number that it has.
  func read() -> (list: [TableSummary], serial: Int) {
    state.withLock { state in
      // Interleaved, so that with many tables each loop's newest are shown.
      var list: [TableSummary] = []
      let longest = state.lists.map(\.count).max() ?? 0
      for place in 0..<longest {
        for tables in state.lists where place < tables.count { list.append(tables[place]) }
      }
      return (Array(list.prefix(Self.tablesShownMax)), state.serial)
    }
  }
}
