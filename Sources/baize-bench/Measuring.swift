import Console
import Foundation
import Reactor

/// What all figures are made with: one stopwatch, one table.
enum Measuring {
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

  static func nanoseconds(_ seconds: Double) -> String { String(format: "%.1f ns", seconds * 1e9) }

  static func megabytes(_ bytes: Int) -> String { String(format: "%.2f MB", Double(bytes) / 1e6) }

  /// A line of a wider table: what comes last may be long, and gets more room.
  static func line(_ head: String, _ cells: [String]) -> String {
    pad(head, 38, left: true)
      + cells.enumerated().map { pad($1, $0 < 6 ? 9 : 19, left: false) }.joined()
  }

  private static func pad(_ text: String, _ width: Int, left: Bool) -> String {
    let space = String(repeating: " ", count: max(1, width - text.count))
    return left ? text + space : space + text
  }

  /// One object on one line.
  static func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    Output.say(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
