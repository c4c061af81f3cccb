import Foundation
import TestDice
import Testing

/// The examples of docs/PROTOCOL.md: each line of its fenced blocks, by who says it.
struct ProtocolPage {
  let client: [String]
  let server: [String]

  static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/PROTOCOL.md")

  init() throws {
    let page = try String(contentsOf: Self.path, encoding: .utf8)
    var said: [String: [String]] = [:]
    var speaker: String?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let current = speaker {
        if line == "```" { speaker = nil } else { said[current, default: []].append(String(line)) }
      } else if line.hasPrefix("```json ") {
        speaker = String(line.dropFirst("```json ".count))
      }
    }
    client = try #require(said["client"])
    server = try #require(said["server"])
  }
}

/// A line as the network brings it.
func bytes(_ line: String) -> [UInt8] { Array((line + "\n").utf8) }

func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

extension Dice {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
}
