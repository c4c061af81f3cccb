import Console
import Foundation
import Load

/// The same work on several servers in turns: A, B, A, B…, and what that says of their ratio.
struct BenchContest {
  let contestants: [Contestant]
  let pairs: Int
  let seconds: Double

  /// - Parameter make: opens the connections that the work needs to one server.
  func measure(
    _ title: String, _ make: (Contestant) throws(LoadFailure) -> any Work
  ) throws(LoadFailure) -> [BenchRow] {
    var works: [any Work] = []
    for contestant in contestants { works.append(try make(contestant)) }
    var runs = [[Tally]](repeating: [], count: works.count)
    for _ in 0..<pairs {
      for (index, work) in works.enumerated() {
        runs[index].append(try work.run(seconds: seconds, usage: contestants[index].usage))
      }
    }
    return contestants.indices.map { index in
      BenchRow(title, contestants[index].name, runs[index], ours: index == 0 ? nil : runs[0])
    }
  }
}

/// What one server did of one work. Durations in microseconds.
struct BenchRow: Encodable {
  struct Ratio: Encodable {
    let median: Double
    let lowest: Double
    let highest: Double

    init?(_ pairs: Pairs?) {
      guard let pairs else { return nil }
      (median, lowest, highest) = (pairs.median, pairs.lowest, pairs.highest)
    }
  }

  let work: String
  let server: String
  let perSecond: Double
  let cpuMicroseconds: Double?
  let p50: Double
  let p90: Double
  let p99: Double
  let bytesPerMessage: Double
  /// Ours divided by this one's, run by run.
  var rateRatio: Ratio?
  var cpuRatio: Ratio?

  init(_ work: String, _ server: String, _ runs: [Tally], ours: [Tally]?) {
    self.work = work
    self.server = server
    perSecond = Pairs.median(runs.map(\.rate))
    let cpu = runs.compactMap(\.cpuMicroseconds)
    cpuMicroseconds = cpu.isEmpty ? nil : Pairs.median(cpu)
    let latency = Histogram()
    for run in runs { latency.add(run.latency) }
    p50 = Double(latency.percentile(50)) / 1000
    p90 = Double(latency.percentile(90)) / 1000
    p99 = Double(latency.percentile(99)) / 1000
    bytesPerMessage = Pairs.median(runs.map(\.bytesPerMessage))
    guard let ours else { return }
    rateRatio = Ratio(Pairs(ours.map(\.rate), over: runs.map(\.rate)))
    let ourCPU = ours.compactMap(\.cpuMicroseconds)
    if ourCPU.count == cpu.count { cpuRatio = Ratio(Pairs(ourCPU, over: cpu)) }
  }
}

/// The rows of a measurement as people read them, or as one object of JSON.
struct BenchReport {
  let asJSON: Bool
  private var rows: [BenchRow] = []

  init(asJSON: Bool) { self.asJSON = asJSON }

  static let heads = ["msg/s", "CPU µs", "p50 µs", "p90 µs", "p99 µs", "bytes", "ours ÷ it", "CPU ÷"]

  mutating func tell(_ more: [BenchRow]) {
    let isFirst = rows.isEmpty
    rows += more
    guard !asJSON, let first = more.first else { return }
    if isFirst { Output.say(Measuring.line("", Self.heads)) }
    Output.say(first.work)
    for row in more { Output.say(Measuring.line("  " + row.server, Self.cells(row))) }
  }

  func end() throws {
    if asJSON { try Measuring.json(["rows": rows]) }
  }

  private static func cells(_ row: BenchRow) -> [String] {
    [
      String(format: "%.0f", row.perSecond),
      row.cpuMicroseconds.map { String(format: "%.2f", $0) } ?? "–",
      String(format: "%.0f", row.p50), String(format: "%.0f", row.p90), String(format: "%.0f", row.p99),
      String(format: "%.0f", row.bytesPerMessage), ratio(row.rateRatio), ratio(row.cpuRatio),
    ]
  }

  private static func ratio(_ ratio: BenchRow.Ratio?) -> String {
    guard let ratio else { return "" }
    return String(format: "%.2f (%.2f–%.2f)", ratio.median, ratio.lowest, ratio.highest)
  }
}
