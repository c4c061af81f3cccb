import Foundation
import TestDice
import Testing

@testable import Wire

/// What is written and what is refused, byte by byte and word for word: Tests/Fixtures/refusals.txt, and two sums.
/// Written with BAIZE_UPDATE=1.
@Suite struct `The forms on the wire` {
  static let messages = 10_000

  @Test func `Random messages are written to the same bytes as ever`() {
    var dice = Dice(seed: 0x5EED_0110)
    var client = Sum()
    for _ in 0..<Self.messages { client.add(dice.clientMessage().line()) }
    #expect(client.value == 13_631_422_335_743_607_512)
    var server = Sum()
    for _ in 0..<Self.messages { server.add(dice.serverMessage().line()) }
    #expect(server.value == 8_180_847_561_837_415_286)
  }

  @Test func `The log's records are written to the same bytes as ever`() {
    var records = Sum()
    for record in `A record of the log`.records { records.add(record.line()) }
    #expect(records.value == 2_479_585_986_265_637_417)
  }

  @Test func `Malformed lines are refused in the same words as ever`() throws {
    let page = try ProtocolPage()
    var said = Refusals()
    for line in page.client {
      try said.damage(line, from: "client", kinds: ["t", "op", "q"]) { _ = try ClientMessage.read($0) }
    }
    for line in page.server {
      try said.damage(line, from: "server", kinds: ["t"]) { _ = try ServerMessage.read($0) }
    }
    for line in `A record of the log`.records.map({ text($0.line()) }) where line.utf8.count < 1000 {
      try said.damage(line, from: "record", kinds: ["k", "op"]) { _ = try LogRecord.read($0) }
    }
    let file = ProtocolPage.path.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tests/Fixtures/refusals.txt")
    if ProcessInfo.processInfo.environment["BAIZE_UPDATE"] != nil {
      try said.lines.write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let now = said.lines.split(separator: "\n")
    for (kept, now) in zip(kept, now) where kept != now {
      Issue.record("was: \(kept)\nis:  \(now)")
      break
    }
    #expect(kept.count == now.count)
  }

  /// FNV-1a.
  private struct Sum {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: [UInt8]) {
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}

/// What is said of each field when something else stands there.
private struct Refusals {
  /// Of each field of each kind of message: each sentence, and for what.
  private var sentences: [String: [String: Set<String>]] = [:]

  /// A line for each field and sentence, in a fixed order.
  var lines: String {
    var lines: [String] = []
    for (field, said) in sentences.sorted(by: { $0.key < $1.key }) {
      for (sentence, values) in said.sorted(by: { $0.key < $1.key }) {
        lines.append("\(field): \(values.sorted().joined(separator: ", ")) -> \(sentence)\n")
      }
    }
    return lines.joined()
  }

  mutating func damage(
    _ line: String, from side: String, kinds: [String], read: ([UInt8]) throws -> Void
  ) throws {
    let whole = try JSONSerialization.jsonObject(with: Data(line.utf8))
    let kind = ([side] + kinds.compactMap { (whole as? [String: Any])?[$0] as? String }).joined(
      separator: " ")
    try each(whole, at: "") { path, name, damaged in
      let line = Array(try JSONSerialization.data(withJSONObject: damaged, options: .sortedKeys))
      var sentence = "taken"
      do {
        try read(line)
      } catch {
        // Where it stands in the line depends on what stands before it, which differs from example to example.
        sentence = (error as? BadMessage)?.why.replacing(/at byte \d+/, with: "at byte N") ?? "\(error)"
      }
      sentences["\(kind)\(path)", default: [:]][sentence, default: []].insert(name)
    }
  }

  /// Each part of a value, with each of what could stand there instead.
  private func each(
    _ value: Any, at path: String, _ body: (_ path: String, _ name: String, _ damaged: Any) throws -> Void
  ) rethrows {
    if let object = value as? [String: Any] {
      for (key, part) in object.sorted(by: { $0.key < $1.key }) {
        let path = "\(path).\(key)"
        var without = object
        without[key] = nil
        try body(path, "nothing", without)
        for (name, other) in Self.others(than: part) {
          try body(path, name, object.merging([key: other]) { $1 })
        }
        try each(part, at: path) { try body($0, $1, object.merging([key: $2]) { $1 }) }
      }
    } else if let array = value as? [Any] {
      for (index, part) in array.enumerated() {
        // Rows of a list are alike; elements of a row are not.
        let path = path + (array.count > 1 && part is [Any] ? "[]" : "[\(index)]")
        let put = { (other: Any) in Array(array[..<index]) + [other] + Array(array[(index + 1)...]) }
        try body(path, "nothing", Array(array[..<index]) + Array(array[(index + 1)...]))
        for (name, other) in Self.others(than: part) { try body(path, name, put(other)) }
        try each(part, at: path) { try body($0, $1, put($2)) }
      }
    }
  }

  private static func others(than value: Any) -> [(String, Any)] {
    var others: [(String, Any)] = [
      ("null", NSNull()), ("text", "x"), ("7", 7), ("-1", -1), ("2^32", 4_294_967_296),
      ("2^53", 9_007_199_254_740_992), ("1.5", 1.5), ("true", true), ("[]", [Any]()), ("{}", [String: Any]()),
      ("65 bytes", String(repeating: "y", count: 65)),
    ]
    if let array = value as? [Any] {
      others.append(("twice", array + array))
      others.append(("one more", array + [7]))
    }
    return others
  }
}
