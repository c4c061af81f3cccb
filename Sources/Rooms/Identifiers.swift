/// Names a table: "r" and eight characters of `[A-Za-z0-9]`, hard enough to guess that a link is an
/// invitation.
package struct RoomID: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// nil for what is not the name of any room.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 9, bytes[0] == UInt8(ascii: "r"), bytes.dropFirst().allSatisfy(Self.isAllowed) else {
      return nil
    }
    self.text = text
  }

  /// - Parameter random: at least eight bytes from the system's random source.
  package init(random: [UInt8]) {
    precondition(random.count >= 8, "a room's name needs eight random bytes")
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    text = "r" + String(decoding: random.prefix(8).map { alphabet[Int($0) % alphabet.count] }, as: UTF8.self)
  }

  /// Which of `count` loops is the room's home. The same everywhere, so nobody has to be asked.
  package func home(among count: Int) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(count))
  }

  package var description: String { text }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// A socket, wherever it lives: the loop that owns it and its place there at one time of its life.
package struct ConnectionID: Hashable, Sendable {
  package let loop: UInt16
  package let slot: UInt32
  package let generation: UInt32

  package init(loop: UInt16, slot: UInt32, generation: UInt32) {
    self.loop = loop
    self.slot = slot
    self.generation = generation
  }
}

/// A person, the same over all their connections; derived from their token, so no list of people is kept.
package struct GuestID: Hashable, Sendable {
  package let text: String
  package init(_ text: String) { self.text = text }
}

/// One person's presence, which survives the loss of a connection.
package struct VisitID: Hashable, Sendable {
  package let text: String
  package init(_ text: String) { self.text = text }
}

/// Place at a table with the right to move, from 0.
package struct SeatNumber: Hashable, Sendable, Comparable {
  package let index: Int
  package init(_ index: Int) { self.index = index }
  /// Whoever sits here, as the engine calls them.
  package var player: UInt32 { UInt32(index) }
  package static func < (a: SeatNumber, b: SeatNumber) -> Bool { a.index < b.index }
}
