import Foundation
import Testing

/// Prometheus' text format 0.0.4, read as strictly as it is described: a scraper must understand all of
/// it. A mistake is thrown with its line.
struct PrometheusText {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  struct Sample {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  struct Family {
    let name: String
    let help: String
    let type: String
    var samples: [Sample] = []
  }

  private(set) var families: [Family] = []

  init(_ text: String) throws {
    guard text.hasSuffix("\n"), !text.hasSuffix("\n\n") else {
      throw Mistake(description: "the last line has no end")
    }
    var help: (name: String, text: String)?
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      func check(_ holds: Bool, _ why: String) throws {
        if !holds { throw Mistake(description: "\(why): \(line)") }
      }
      if let told = line.wholeMatch(of: /# HELP ([a-z_]+) (\S.*)/) {
        try check(help == nil, "help without a type before it")
        help = (String(told.1), String(told.2))
      } else if let told = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
        try check(help?.name == String(told.1), "a type stands behind its help")
        try check(!families.contains { $0.name == told.1 }, "a family is there twice")
        try check(told.2 != "counter" || told.1.hasSuffix("_total"), "a counter ends in _total")
        families.append(Family(name: String(told.1), help: help?.text ?? "", type: String(told.2)))
        help = nil
      } else {
        try check(help == nil && !families.isEmpty, "a sample stands behind its type")
        let sample = try Self.sample(line)
        let family = families[families.count - 1]
        let suffixes = family.type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        try check(suffixes.contains { family.name + $0 == sample.name }, "a sample of another family")
        try check(
          !family.samples.contains { $0.name == sample.name && $0.labels == sample.labels }, "a sample twice")
        try check(family.type == "gauge" || sample.value >= 0, "what only grows is not negative")
        families[families.count - 1].samples.append(sample)
      }
    }
    for family in families {
      if family.samples.isEmpty { throw Mistake(description: "\(family.name) has no sample") }
      if family.type == "histogram" { try Self.check(histogram: family) }
    }
  }

  private static func sample(_ line: Substring) throws -> Sample {
    guard let parts = line.wholeMatch(of: /([a-z_]+)(?:\{(.*)\})? (-?[0-9]+(?:\.[0-9]+)?)/),
      let value = Double(parts.3)
    else { throw Mistake(description: "no sample: \(line)") }
    var labels: [String: String] = [:]
    for label in parts.2?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      guard let told = label.wholeMatch(of: /([a-z_]+)="([^"\\]+)"/), labels[String(told.1)] == nil else {
        throw Mistake(description: "no label: \(line)")
      }
      labels[String(told.1)] = String(told.2)
    }
    return Sample(name: String(parts.1), labels: labels, value: value)
  }

  /// Bounds rise, what lies within them never falls, and the last is the count.
  private static func check(histogram: Family) throws {
    let buckets = histogram.samples.filter { $0.name.hasSuffix("_bucket") }
    let bounds = buckets.map { $0.labels["le"] ?? "" }
    let finite = bounds.dropLast().compactMap(Double.init)
    let counts = buckets.map(\.value)
    let total = histogram.samples.filter { $0.name.hasSuffix("_count") }.map(\.value)
    let sums = histogram.samples.filter { $0.name.hasSuffix("_sum") }.count
    guard bounds.last == "+Inf", finite.count == bounds.count - 1, finite == finite.sorted(),
      Set(finite).count == finite.count, counts == counts.sorted(), total == [counts.last ?? -1], sums == 1
    else { throw Mistake(description: "\(histogram.name) is no histogram: \(histogram.samples)") }
  }

  /// The figure of a family, of the sample that has all these labels.
  func value(_ name: String, _ labels: [String: String] = [:]) throws -> Double {
    let samples = families.flatMap(\.samples).filter { $0.name == name && $0.labels == labels }
    return try #require(samples.first?.value, "\(name) \(labels)")
  }
}

@Suite struct `A reader of Prometheus' text` {
  @Test(arguments: [
    "", "a 1\n", "# HELP a b\na 1\n", "# HELP a b\n# TYPE b gauge\nb 1\n", "# HELP a b\n# TYPE a gauge\n",
    "# HELP a b\n# TYPE a gauge\na 1", "# HELP a b\n# TYPE a gauge\na 1\n\n",
    "# HELP a b\n# TYPE a gauge\nb 1\n",
    "# HELP a b\n# TYPE a gauge\na 1\na 2\n", "# HELP a b\n# TYPE a gauge\na{x=y} 1\n",
    "# HELP a b\n# TYPE a gauge\na{x=\"y\",x=\"z\"} 1\n", "# HELP a b\n# TYPE a counter\na 1\n",
    "# HELP a b\n# TYPE a gauge\na one\n", "# HELP a_total b\n# TYPE a_total counter\na_total -1\n",
  ])
  func `refuses what is not Prometheus text`(text: String) {
    #expect(throws: PrometheusText.Mistake.self) { try PrometheusText(text) }
  }

  @Test(arguments: [
    ["1\"} 1", "sum 1", "count 1"], ["1\"} 2", "+Inf\"} 1", "sum 1", "count 1"],
    ["1\"} 1", "+Inf\"} 1", "sum 1", "count 2"], ["1\"} 1", "+Inf\"} 1", "count 1"],
    ["2\"} 1", "1\"} 1", "+Inf\"} 1", "sum 1", "count 1"], ["+Inf\"} 1", "1\"} 1", "sum 1", "count 1"],
  ])
  func `refuses what is not a histogram`(samples: [String]) {
    let lines = samples.map { $0.contains("}") ? "a_bucket{le=\"\($0)\n" : "a_\($0)\n" }
    #expect(throws: PrometheusText.Mistake.self) {
      try PrometheusText("# HELP a b\n# TYPE a histogram\n" + lines.joined())
    }
  }

  @Test func `reads labels, values and histograms`() throws {
    let text = try PrometheusText(
      "# HELP a Of b.\n# TYPE a gauge\na{x=\"y z\",w=\"1\"} -1.5\n# HELP h c\n# TYPE h histogram\n"
        + "h_bucket{le=\"0.5\"} 1\nh_bucket{le=\"+Inf\"} 2\nh_sum 3.25\nh_count 2\n")
    #expect(try text.value("a", ["w": "1", "x": "y z"]) == -1.5)
    #expect(try text.value("h_sum") == 3.25)
  }
}
