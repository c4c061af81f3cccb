import Rooms

/// Codes that make a device one of somebody's: each holds for five minutes, and once. They live in memory only.
/// Invariant: a person has one code at most.
struct PairingCodes {
  static let millisecondsMax: Int64 = 300_000
  static let length = 10
  /// Without digits and letters that are taken for each other.
  private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let countMax = 10_000

  private var codes: [String: (person: GuestID, until: Int64)] = [:]
  private var byPerson: [GuestID: String] = [:]

  /// A new code; the one before opens nothing any more.
  ///
  /// - Parameter random: so many bytes as a code has characters, from the system's random source.
  /// - Returns: nil when too many hold already.
  mutating func make(for person: GuestID, random: [UInt8], now: Int64) -> String? {
    revoke(person)
    if codes.count >= Self.countMax { expire(now: now) }
    guard codes.count < Self.countMax else { return nil }
    // Two bytes for each, so that no character comes more often than others by more than can be seen.
    let code = (0..<Self.length).map { place in
      let number = Int(random[2 * place]) << 8 | Int(random[2 * place + 1])
      return Self.alphabet[number % Self.alphabet.count]
    }
    let text = String(decoding: code, as: UTF8.self)
    codes[text] = (person, now + Self.millisecondsMax)
    byPerson[person] = text
    return text
  }

  static let randomBytes = 2 * length

  /// Whose code it is; nil for one that nobody has, or that is too old.
  ///
  /// - Parameter text: as it was typed: small letters, spaces and hyphens do no harm.
  func person(of text: String, now: Int64) -> GuestID? {
    let code = text.uppercased().filter { $0 != " " && $0 != "-" }
    return codes[code].flatMap { $0.until > now ? $0.person : nil }
  }

  mutating func revoke(_ person: GuestID) {
    if let code = byPerson.removeValue(forKey: person) { codes[code] = nil }
  }

  func checkInvariants() {
    precondition(codes.count == byPerson.count, "a person has one code at most")
    precondition(byPerson.allSatisfy { codes[$0.value]?.person == $0.key }, "a code is its person's")
    precondition(codes.count <= Self.countMax, "no more hold than may")
  }

  private mutating func expire(now: Int64) {
    for (_, known) in codes where known.until <= now { revoke(known.person) }
  }
}
