package import DragDrop
import Hashes
import Wire

/// Names a table: "r" and eight characters of `[A-Za-z0-9]`, hard enough to guess that a link is an
/// invitation.
package struct RoomID: Hashable, Sendable, CustomStringConvertible {
  /// The eight characters, the first one highest.
  private let characters: UInt64

  /// nil for what is not the name of any room.
  package init?(_ text: String) {
    var characters: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      guard count < 9, count == 0 ? byte == Self.mark : Self.isAllowed(byte) else { return nil }
      if count > 0 { characters = characters << 8 | UInt64(byte) }
      count += 1
    }
    guard count == 9 else { return nil }
    self.characters = characters
  }

  /// - Parameter random: at least eight bytes from the system's random source.
  package init(random: [UInt8]) {
    precondition(random.count >= 8, "a room's name needs eight random bytes")
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    characters = random.prefix(8).reduce(0) { $0 << 8 | UInt64(alphabet[Int($1) % alphabet.count]) }
  }

  /// The name of the table that one message opens: the same whenever that message comes, and nobody else's.
  package init(of c: Int, visit: VisitID, secret: [UInt8]) {
    self.init(random: SHA256.digest(of: secret + Array("\(visit.text) \(c)".utf8)))
  }

  package var text: String {
    String(unsafeUninitializedCapacity: 9) { bytes in
      bytes[0] = Self.mark
      for place in 0..<8 { bytes[1 + place] = UInt8(truncatingIfNeeded: characters >> (56 - 8 * place)) }
      return 9
    }
  }

  /// Which of `count` loops is the room's home. The same everywhere, so nobody has to be asked.
  package func home(among count: Int) -> Int {
    var hash = FNV1a()
    hash.add(text.utf8)
    return Int(hash.value % UInt32(count))
  }

  package var description: String { text }

  private static let mark = UInt8(ascii: "r")

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

  /// No connection's: no slot is as old. Stands where a room hears something that nobody said.
  package static let none = ConnectionID(loop: 0, slot: .max - 1, generation: 0)

  package init(loop: UInt16, slot: UInt32, generation: UInt32) {
    self.loop = loop
    self.slot = slot
    self.generation = generation
  }
}

/// A person, the same over all their connections; derived from their token, so no list of people is kept.
package struct GuestID: Hashable, Sendable {
  private let bytes: SixteenBytes

  /// - Parameter digest: of their token; the first sixteen bytes count.
  package init(digest: some Sequence<UInt8>) { bytes = SixteenBytes(digest) }

  /// nil for what cannot be the id of any guest.
  package init?(_ text: String) {
    guard text.hasPrefix("g_"), let bytes = SixteenBytes(text: String(text.dropFirst(2))) else { return nil }
    self.bytes = bytes
  }

  package var text: String { "g_" + bytes.text }

  /// Nobody: stands where somebody was who has been erased, another one for each of them at each table.
  ///
  /// - Parameter random: eight bytes from the system's random source.
  package init(erased random: some Sequence<UInt8>) {
    bytes = SixteenBytes(Array(repeating: 0, count: 8) + Array(random))
  }

  /// No token names it: that would be the half of a hash by chance.
  package var isErased: Bool { bytes.isLow }
}

/// One person's presence, which survives the loss of a connection.
package struct VisitID: Hashable, Sendable {
  private let bytes: SixteenBytes

  /// - Parameter random: sixteen bytes from the system's random source.
  package init(random: some Sequence<UInt8>) { bytes = SixteenBytes(random) }

  /// nil for what cannot be the name of any visit.
  package init?(_ text: String) {
    guard let bytes = SixteenBytes(text: text) else { return nil }
    self.bytes = bytes
  }

  package var text: String { bytes.text }
}

/// Sixteen bytes where they are needed, and not somewhere else.
private struct SixteenBytes: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// The first sixteen of at least as many.
  init(_ bytes: some Sequence<UInt8>) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var count = 0
    for byte in bytes.prefix(16) {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
      count += 1
    }
    precondition(count == 16, "an identifier has sixteen bytes")
    (self.high, self.low) = (high, low)
  }

  var isLow: Bool { high == 0 }

  /// nil for what is not 32 hexadecimal digits, lower case, as we write them ourselves.
  init?(text: String) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var count = 0
    for byte in text.utf8 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      guard count < 32 else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
      count += 1
    }
    guard count == 32 else { return nil }
    (self.high, self.low) = (high, low)
  }

  var text: String {
    String(unsafeUninitializedCapacity: 32) { digits in
      for place in 0..<32 {
        let word = place < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> (60 - 4 * (place % 16))) & 15
        digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return 32
    }
  }
}

/// Place at a table with the right to move, from 0.
package struct SeatNumber: Hashable, Sendable, Comparable {
  package let index: Int
  package init(_ index: Int) { self.index = index }
  /// The player who sits here, as the engine calls them.
  package var player: PlayerID { PlayerID(rawValue: UInt32(index)) }
  package static func < (a: SeatNumber, b: SeatNumber) -> Bool { a.index < b.index }
}
