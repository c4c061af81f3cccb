import Foundation
import Patience
import Solving

/// What all deals of a run came to.
struct SolveTally: Sendable {
  private(set) var winnable = 0
  private(set) var impossible = 0
  private(set) var unknown = 0
  /// Of each deal, in no order.
  private var microseconds: [Int64] = []
  private var positions: [UInt64] = []
  private var moves: [Int] = []
  /// Of verdicts that were looked at again: those that hold, those that are too large for it, and those refuted.
  private var checked = 0
  private var tooLarge = 0
  private(set) var faults: [String] = []
  /// From the first deal to the end of the last one, all threads together.
  var seconds = 0.0

  var count: Int { microseconds.count }

  mutating func add(_ deal: SolvedDeal) {
    switch deal.verdict {
    case .winnable(let line):
      winnable += 1
      moves.append(line.moves.count)
    case .impossible: impossible += 1
    case .unknown: unknown += 1
    }
    microseconds.append(deal.microseconds)
    positions.append(deal.spent.positions)
    switch deal.check {
    case .holds: checked += 1
    case .tooLarge: tooLarge += 1
    case .refuted(let why): faults.append("deal \(deal.number): \(why)")
    case .stopped, nil: break
    }
  }

  // MARK: - Statistics

  private static let shares = [
    (name: "p50", share: 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("max", 1),
  ]

  /// The smallest value that no more than the rest of all values exceed.
  private static func percentile<Value: Comparable>(_ sorted: [Value], _ share: Double) -> Value? {
    sorted.isEmpty ? nil : sorted[max(0, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
  }

  /// The interval that a share lies in with 95 % (Wilson's), for so many of so many.
  static func interval(_ some: Int, of all: Int) -> (low: Double, high: Double) {
    if all == 0 { return (0, 1) }
    let (n, z) = (Double(all), 1.96)
    let share = Double(some) / n
    let middle = share + z * z / (2 * n)
    let half = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return (max(0, (middle - half) / (1 + z * z / n)), min(1, (middle + half) / (1 + z * z / n)))
  }

  // MARK: - Told

  var lines: [String] {
    let (times, counts) = (microseconds.sorted(), positions.sorted())
    let rate = seconds > 0 ? Double(count) / seconds : 0
    var lines = [
      "\(count) deals: \(winnable) winnable, \(impossible) impossible, \(unknown) unknown; "
        + String(format: "%.2f s, %.1f deals/s", seconds, rate)
    ]
    for (name, share) in Self.shares {
      guard let time = Self.percentile(times, share), let positions = Self.percentile(counts, share) else {
        continue
      }
      lines.append(
        String(format: "  %@ %10.2f ms %12ld positions", name.padded(4), Double(time) / 1000, Int(positions)))
    }
    if checked + tooLarge + faults.count > 0 {
      lines.append("  verdicts checked: \(checked); too large to be checked: \(tooLarge)")
    }
    return lines + faults.map { "  WRONG: \($0)" }
  }

  private struct Summary: Encodable {
    var game: String
    var deals: Int
    var winnable: Int
    var impossible: Int
    var unknown: Int
    var seconds: Double
    var dealsPerSecond: Double
    var milliseconds: [String: Double]
    var positions: [String: UInt64]
    var checked: Int
    var tooLarge: Int
    var faults: [String]
  }

  func json(of ruleset: Ruleset) -> String {
    let (times, counts) = (microseconds.sorted(), positions.sorted())
    var summary = Summary(
      game: ruleset.id.text, deals: count, winnable: winnable, impossible: impossible, unknown: unknown,
      seconds: seconds, dealsPerSecond: seconds > 0 ? Double(count) / seconds : 0, milliseconds: [:],
      positions: [:], checked: checked, tooLarge: tooLarge, faults: faults)
    for (name, share) in Self.shares {
      summary.milliseconds[name] = Self.percentile(times, share).map { Double($0) / 1000 }
      summary.positions[name] = Self.percentile(counts, share)
    }
    return Self.encode(summary)
  }

  static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers and texts can always be encoded.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  static let rowHead = """
    | game | deals | winnable | impossible | unknown | 95 % | moves p50 | positions p50 / p99 | time p50 / p99 |
    |---|--:|--:|--:|--:|--:|--:|--:|--:|
    """

  /// A row of `rowHead`. Its interval counts unknown deals as impossible below, and as winnable above.
  func row(of ruleset: Ruleset) -> String {
    let (times, counts) = (microseconds.sorted(), positions.sorted())
    let low = Self.interval(winnable, of: count).low
    let high = Self.interval(winnable + unknown, of: count).high
    func share(_ count: Int) -> String {
      self.count == 0 ? "–" : String(format: "%.1f %%", 100 * Double(count) / Double(self.count))
    }
    func time(_ share: Double) -> String {
      Self.percentile(times, share).map {
        String(format: $0 < 100_000 ? "%.2f ms" : "%.0f ms", Double($0) / 1000)
      } ?? "–"
    }
    let cells = [
      ruleset.id.text, "\(count)", share(winnable), share(impossible), share(unknown),
      String(format: "%.1f–%.1f %%", 100 * low, 100 * high),
      Self.percentile(moves.sorted(), 0.5).map { "\($0)" } ?? "–",
      [0.5, 0.99].map { Self.percentile(counts, $0).map { "\($0)" } ?? "–" }.joined(separator: " / "),
      "\(time(0.5)) / \(time(0.99))",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
