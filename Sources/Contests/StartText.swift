import Bytes
import Hashes
import Wire

/// The text that the cards of a race are bound to: its game and options, and all for whom a table was opened, in their
/// order, with their salts. It is told at the start, so everybody can look for their own salt in it, and check that the
/// others' open what was committed. Who is named is settled before any salt is opened.
///
///     baize deal 2
///     klondike1
///     auto=safe timed=1 seconds=600 undo=1 hint=0
///     0 9f86d081884c7d659a2feaa0c55ad015
///     1 bot
///     2 -
struct StartText {
  let text: String

  /// Stands for the salt of a program, which does not count.
  static let program = "bot"
  /// Stands for a salt that was not opened.
  static let unopened = "-"

  /// - Parameter entrants: their seats, with their salts in hex, or what stands for one.
  init(_ table: OpenTable, plan: RacePlan, entrants: [(number: Int, salt: String)]) {
    var lines = ["baize deal 2", table.game]
    lines.append(
      "auto=\(table.auto.rawValue) timed=\(table.timed ? 1 : 0) seconds=\(plan.seconds) "
        + "undo=\(plan.undo ? 1 : 0) hint=\(plan.hint ? 1 : 0)")
    for (number, salt) in entrants { lines.append("\(number) \(salt)") }
    text = lines.map { $0 + "\n" }.joined()
  }

  /// The seats of those who begin, in their order.
  static func entrants(in text: String) -> [Int] {
    text.split(separator: "\n").dropFirst(3).compactMap { line in
      let parts = line.split(separator: " ")
      return parts.last == Substring(unopened) ? nil : parts.first.flatMap { Int($0) }
    }
  }

  /// Whether a salt, in hex, is what somebody committed to.
  static func opens(_ salt: String, _ commit: String) -> Bool {
    guard let bytes = bytes(ofHex: salt), bytes.count == SealedDeal.saltBytes else { return false }
    return hex(SHA256.digest(of: bytes)) == commit
  }
}
