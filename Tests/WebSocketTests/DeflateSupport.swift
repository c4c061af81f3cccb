import Bytes

@testable import WebSocket

/// The result of inflating a message: its bytes, or the fault and how many bytes there were by then.
enum Inflated: Equatable {
  case message([UInt8])
  case fault(InflateFault, after: Int)
}

/// Inflates one message that comes in these pieces.
func inflate(_ pieces: [[UInt8]], limit: Int = 1 << 20, with inflater: Inflater) -> Inflated {
  var message = ByteBuffer()
  do throws(InflateFault) {
    for piece in pieces {
      // In memory of its own length, so that a sanitizer sees what reads beyond it.
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
      defer { copy.deallocate() }
      copy.copyBytes(from: piece)
      try inflater.inflate(UnsafeRawBufferPointer(copy), limit: limit, into: &message)
    }
    try inflater.endMessage(limit: limit, into: &message)
  } catch {
    return .fault(error, after: message.count)
  }
  return .message(Array(message.bytes))
}

/// Compresses one message.
func deflate(_ message: [UInt8], after dictionary: [UInt8] = [], with deflater: Deflater) -> [UInt8] {
  var out = ByteBuffer()
  message.withUnsafeBytes { message in
    dictionary.withUnsafeBytes { deflater.deflate(message, after: $0, into: &out) }
  }
  return Array(out.bytes)
}

/// Move events as a table tells them: much that repeats, and some that never does.
func event(_ number: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
  let ranks = Array("A23456789TJQK")
  let suits = Array("SHDC")
  let cards = (0..<Int.random(in: 1...12, using: &random)).map { _ in
    "\"\(ranks[Int.random(in: 0..<13, using: &random)])\(suits[Int.random(in: 0..<4, using: &random)])\""
  }
  let hash = String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16)
  return text(
    "{\"t\":\"ev\",\"v\":\(number),\"by\":\(number % 3),\"from\":\"T\(number % 7)\",\"to\":\"F\(number % 4)\","
      + "\"cards\":[\(cards.joined(separator: ","))],\"♠\":true,\"hash\":\"\(hash)\"}\n")
}

func noise(_ count: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
  (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
}
