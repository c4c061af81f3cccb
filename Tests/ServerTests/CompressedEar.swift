import Foundation
import Rooms
import TestInflater
import Testing

@testable import Server

/// A client that takes compressed messages, and hears lines in the order in which they came.
final class CompressedEar {
  let client: TestClient
  private(set) var compressed = 0
  /// Kinds of lines that came as they are, and of those that came compressed.
  private(set) var plain: Set<String> = []
  private(set) var packed: Set<String> = []
  private let encoding: Rooms.Encoding
  private var inflater = ReferenceInflater(windowBits: 12)
  private var heard: [Heard] = []
  private var consumed = 0
  /// The last message came compressed.
  private var isPacked = false

  init(_ encoding: Rooms.Encoding, port: UInt16) throws {
    self.encoding = encoding
    client = try TestClient(port: port)
    try client.upgrade(try #require(Self.offers[encoding]))
  }

  private static let offers: [Rooms.Encoding: String] = [
    .plain: "", .alone: "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n",
    .shared: "Sec-WebSocket-Extensions: permessage-deflate\r\n",
  ]

  /// All lines up to the answer to `c`, which is the last.
  func hear(upTo c: Int) throws -> [Heard] { try hear { $0.int("c") == c } }

  /// All lines up to one that fits, which is the last.
  func hear(upTo fits: (Heard) -> Bool) throws -> [Heard] {
    let deadline = Date().addingTimeInterval(patience)
    while true {
      if let at = heard.firstIndex(where: fits) {
        defer { heard.removeFirst(at + 1) }
        return Array(heard[...at])
      }
      guard Date() < deadline, !client.hasEnded else { throw Waited(description: "in vain: \(heard)") }
      client.readWithoutAnswering(milliseconds: 50)
      while let text = try nextText() {
        for line in text.split(separator: UInt8(ascii: "\n")) {
          let json = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
          let line = Heard(json: json, line: String(decoding: line, as: UTF8.self))
          heard.append(line)
          if isPacked { packed.insert(line["t"] ?? "") } else { plain.insert(line["t"] ?? "") }
        }
      }
    }
  }

  /// The next message; nil when it is not all there.
  private func nextText() throws -> [UInt8]? {
    let sent = client.raw[consumed...]
    guard sent.count >= 2 else { return nil }
    let (first, short) = (sent[consumed], sent[consumed + 1])
    let lengthBytes = short == 127 ? 8 : short == 126 ? 2 : 0
    let start = consumed + 2 + lengthBytes
    guard client.raw.count >= start else { return nil }
    let length = client.raw[(start - lengthBytes)..<start]
    let count = lengthBytes == 0 ? Int(short) : length.reduce(0) { $0 << 8 | Int($1) }
    guard client.raw.count >= start + count else { return nil }
    consumed = start + count
    let payload = Array(client.raw[start..<consumed])
    isPacked = first == 0xC1
    guard isPacked else { return first == 0x81 ? payload : [] }
    compressed += 1
    if encoding == .alone { inflater = ReferenceInflater(windowBits: 12) }
    return try inflater.inflate(payload)
  }
}
