import Wire

/// How a bot came out in a race, as `--json` prints it.
package struct RaceRecord: Encodable, Sendable {
  package let race: String
  /// nil for who took no part.
  package let place: Int?
  package let entrants: Int
  package let won: Bool
  /// On the race's clock.
  package let milliseconds: Int
  package let done: Int
  package let moves: Int
}

extension BotRun where Guest == RaceBot {
  package var record: RaceRecord {
    let outcome = bot.outcome
    let standing = outcome?.standing
    return RaceRecord(
      race: bot.room ?? "", place: outcome?.place, entrants: bot.entrantCount, won: standing?.state == .won,
      milliseconds: standing?.milliseconds ?? 0, done: standing?.done ?? 0, moves: standing?.moves ?? 0)
  }
}
