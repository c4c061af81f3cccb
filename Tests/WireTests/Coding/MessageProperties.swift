import TestDice
import Testing

@testable import Wire

@Suite struct `Random messages` {
  static let messages = rounds(5_000)

  @Test(arguments: [0x5EED_0101, 0x5EED_0102] as [UInt64])
  func `A client's messages are the same after a trip over the wire (P14)`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    for round in 0..<Self.messages {
      let message = dice.clientMessage()
      let line = message.line()
      #expect(try ClientMessage.read(line) == message, "seed \(seed) round \(round)")
      #expect(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(UInt8(ascii: "\n")))
    }
  }

  @Test(arguments: [0x5EED_0103, 0x5EED_0104] as [UInt64])
  func `A server's messages are the same after a trip over the wire (P14)`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    for round in 0..<Self.messages {
      let message = dice.serverMessage()
      let line = message.line()
      #expect(try ServerMessage.read(line) == message, "seed \(seed) round \(round)")
      #expect(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(UInt8(ascii: "\n")))
    }
  }

  /// Whatever is taken is taken for what it says: written again it is taken for the same.
  @Test(arguments: [0x5EED_0105, 0x5EED_0106] as [UInt64])
  func `are read or refused however they are damaged`(seed: UInt64) throws {
    let page = try ProtocolPage()
    let lines = (page.client + page.server).map(bytes)
    var dice = Dice(seed: seed)
    var taken = 0
    var refused = 0
    for round in 0..<Self.messages * 2 {
      let line = dice.damaged(lines[dice.number(0...lines.count - 1)], with: lines)
      let note: Comment = "seed \(seed) round \(round): \(text(line))"
      if let message = try? ClientMessage.read(line) {
        #expect(try ClientMessage.read(message.line()) == message, note)
        taken += 1
      } else {
        refused += 1
      }
      if let message = try? ServerMessage.read(line) {
        #expect(try ServerMessage.read(message.line()) == message, note)
      }
    }
    #expect(
      taken > Self.messages / 20 && refused > Self.messages,
      "the damage is too mild or too great to test anything")
  }

  @Test func `A message that is cut anywhere is refused`() throws {
    let page = try ProtocolPage()
    for line in page.client + page.server {
      for count in 0..<line.utf8.count {
        let cut = Array(line.utf8.prefix(count))
        #expect(throws: BadMessage.self) { try ClientMessage.read(cut) }
        #expect(throws: BadMessage.self) { try ServerMessage.read(cut) }
      }
    }
  }
}

extension Dice {
  /// A line with a few bytes changed, lost, doubled or taken from another line.
  fileprivate mutating func damaged(_ line: [UInt8], with others: [[UInt8]]) -> [UInt8] {
    var line = line
    for _ in 0..<number(1...3) where !line.isEmpty {
      let place = number(0...line.count - 1)
      let end = min(line.count, place + number(1...12))
      switch number(0...6) {
      case 0: line[place] = UInt8(number(0...255))
      case 1: line[place] ^= 1 << UInt8(number(0...7))
      case 2: line.removeSubrange(place..<end)
      case 3: line.insert(contentsOf: line[place..<end], at: place)
      case 4:
        let other = others[number(0...others.count - 1)]
        let start = number(0...other.count - 1)
        line.insert(contentsOf: other[start..<min(other.count, start + number(1...20))], at: place)
      case 5:
        let digits = Array("0123456789-.eE\"{}[],:ntf".utf8)
        line[place] = digits[number(0...digits.count - 1)]
      default:
        if let digit = line.indices.filter({ 48...57 ~= line[$0] }).randomElement(using: &self) {
          line[digit] = UInt8(number(48...57))
        }
      }
    }
    return line
  }
}
