package import Wire

/// What its owner has to do for a bot.
package enum BotAct: Equatable, Sendable {
  case tell(ClientMessage)
  /// A move: people may want to watch, so its owner may pause before telling it.
  case play(ClientMessage)
  /// Pause, then call `proceed`.
  case hold(milliseconds: Int)
}

/// Somebody who plays at one table over the messages that a browser uses. It does no I/O: messages in, messages
/// out. Promise: the same messages and the same seed give the same commands.
package protocol Bot: Sendable {
  mutating func begin(_ numbers: inout RequestNumbers) -> [BotAct]
  mutating func hear(
    _ message: ServerMessage, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct]
  /// A line could not be read.
  mutating func missed() -> [BotAct]
  /// The time of a `hold` has passed.
  mutating func proceed(_ numbers: inout RequestNumbers) -> [BotAct]
  /// A second has passed without any message.
  mutating func quiet(_ numbers: inout RequestNumbers) throws(PlayerFailure) -> [BotAct]

  /// The table as it knows it, as soon as it has a name.
  var mirror: TableMirror? { get }
  /// For resuming.
  var positions: [Hello.Position] { get }
  var isOver: Bool { get }
}

extension Bot {
  package var room: String? { mirror?.room }
  package var game: GameTold? { mirror?.game }
}

/// What bots have in common.
enum BotLimits {
  /// So many refusals one after the other mean that this leads nowhere.
  static let refusalsInARowMax = 50
  /// For how long a request may stay unanswered.
  static let quietSecondsMax = 30
}
