import Bytes
import JSON

/// A command as the journal keeps it: one JSON line that carries its format's number, so that old records
/// stay readable.
package enum LogRecord: Equatable, Sendable {
  package static let format = 1

  /// - `secret`: what the table was made from.
  case opening(OpenTable, secret: Secret)
  /// - `clockMilliseconds`: on the game's own clock, since points depend on it.
  case command(Command, seat: Int, clockMilliseconds: Int, secret: Secret)

  package func line() -> [UInt8] {
    jsonLine { json in
      json.field("f", Self.format)
      switch self {
      case .opening(let table, let secret):
        json.field("k", "open")
        table.write(into: &json)
        secret.write(into: &json)
      case .command(let command, let seat, let clock, let secret):
        json.field("k", "cmd")
        json.field("by", seat)
        json.field("clock", clock)
        command.write(into: &json)
        secret.write(into: &json)
      }
    }
  }
}

/// What a table is made from and nobody at it is told, or not before its end.
package struct Secret: Equatable, Sendable {
  /// What opens a sealed deal.
  package var reveal: Reveal?
  /// What a board was shuffled with.
  package var seed: UInt64?
  /// A board that somebody described, as they did.
  package var description: [UInt8]

  package init(reveal: Reveal? = nil, seed: UInt64? = nil, description: [UInt8] = []) {
    self.reveal = reveal
    self.seed = seed
    self.description = description
  }

  fileprivate func write(into json: inout JSONWriter) {
    reveal?.write(into: &json)
    // As text: not every reader of JSON keeps 64 bits.
    if let seed { json.field("board", String(seed)) }
    if !description.isEmpty { json.field("description", Base64.encode(description)) }
  }
}
