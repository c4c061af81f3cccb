import Hashes
package import Wire

/// The keys of one table. None is stored: each is derived from the secret of the data directory, the table, what it
/// opens, and a number; another number makes all keys so far void.
package struct KeyRing: Sendable {
  private let secret: [UInt8]
  private let room: RoomID
  private let ring: RoomID

  /// - Parameters:
  ///   - ring: the room whose keys to play and to watch these are; nil: its own. The host's key is always its own.
  ///   - secret: the same over restarts, and known to nobody outside.
  package init(_ room: RoomID, ring: RoomID? = nil, secret: [UInt8]) {
    (self.room, self.ring, self.secret) = (room, ring ?? room, secret)
  }

  private static let length = 8
  private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// Eight digits of base 62, some 47 bits: with so few wrong tries as are allowed nobody finds one.
  package func key(_ role: KeyRole, number: Int) -> String {
    let room = role == .host ? room : ring
    let code = HMAC.sha256(of: Array("\(room.text) \(role.word) \(number)".utf8), key: secret)
    // Of 64 bits, so that each digit is as likely as any other, but for some billionths.
    var rest = code.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var digits: [UInt8] = []
    for _ in 0..<Self.length {
      digits.append(Self.digits[Int(rest % UInt64(Self.digits.count))])
      rest /= UInt64(Self.digits.count)
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// All keys of one number.
  package func all(number: Int) -> TableKeys {
    TableKeys(
      play: key(.play, number: number), watch: key(.watch, number: number), host: key(.host, number: number))
  }

  /// What a key opens; nil for one that opens nothing. How long it takes tells nothing of a key that is nearly right.
  func role(of key: String, number: Int) -> KeyRole? {
    KeyRole.allCases.first { role in
      let right = Array(self.key(role, number: number).utf8)
      let given = Array(key.utf8)
      return right.count == given.count && zip(right, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
  }
}

extension KeyRole {
  fileprivate var word: String {
    switch self {
    case .watch: "watch"
    case .play: "play"
    case .host: "host"
    }
  }
}
