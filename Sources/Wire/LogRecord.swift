import JSON

/// A command as the journal keeps it: one JSON line that carries its format's number, so that old records
/// stay readable.
package enum LogRecord: Equatable, Sendable {
  package static let format = 1

  /// - `secret`: what opens a sealed deal.
  case opening(OpenTable, secret: Reveal?)
  /// - `clockMilliseconds`: on the game's own clock, since points depend on it.
  case command(Command, seat: Int, clockMilliseconds: Int, secret: Reveal?)

  package func line() -> [UInt8] {
    jsonLine { json in
      json.field("f", Self.format)
      switch self {
      case .opening(let table, let secret):
        json.field("k", "open")
        table.write(into: &json)
        secret?.write(into: &json)
      case .command(let command, let seat, let clock, let secret):
        json.field("k", "cmd")
        json.field("by", seat)
        json.field("clock", clock)
        command.write(into: &json)
        secret?.write(into: &json)
      }
    }
  }
}
