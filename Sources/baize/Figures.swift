import Foundation
import Reactor

/// What all figures of `baize bench` are made with: one stopwatch, one table.
enum Figures {
  /// Seconds for doing the work once. It is doubled until it takes long enough to be measured in
  /// milliseconds.
  static func stopwatch(seconds: Double, _ work: (UInt32) -> Void) -> Double {
    var times: UInt32 = 1
    work(1)
    while true {
      let start = Instant.now()
      work(times)
      let spent = Double(Instant.now() - start) / 1000
      if spent >= seconds { return spent / Double(times) }
      times = spent < seconds / 8 ? times * 2 : UInt32(Double(times) * seconds / spent * 1.1) + 1
    }
  }

  /// A line of a table: the first cell to the left, the others to the right.
  static func row(_ cells: String...) -> String {
    cells.enumerated().map { column, cell in
      let space = String(repeating: " ", count: max(0, (column == 0 ? 44 : 14) - cell.count))
      return column == 0 ? cell + space : space + cell
    }.joined()
  }

  static func microseconds(_ seconds: Double) -> String { String(format: "%.2f µs", seconds * 1e6) }
}
