/// What a bot did on a board.
package struct BoardRecord: Codable, Equatable, Sendable {
  package var room: String
  package var board: String
  /// Things that were done.
  package var moves: Int
  /// Things that nobody may do, and that were refused.
  package var refusals: Int
  /// Things that were refused because somebody was faster, or held it.
  package var beaten: Int
  /// Things that the table offered and the server refused all the same.
  package var surprises: [String]
  package var milliseconds: Int
  package var reconnections: Int
  package var commands: [GameRecord.Move]?
}

extension BotRun where Guest == BoardBot {
  /// All that the bot wants to do; leaves the table at its end.
  package mutating func play(_ seated: (String) -> Void = { _ in }) throws(PlayerFailure) -> BoardRecord {
    try toItsEnd(seated)
    return BoardRecord(
      room: bot.room ?? "", board: bot.game?.id ?? "", moves: bot.done.count, refusals: bot.refusals,
      beaten: bot.beaten, surprises: bot.surprises, milliseconds: milliseconds, reconnections: reconnections,
      commands: bot.done)
  }
}
