import Reactor
import Wire

/// Plays a `BotGame` on a client: carries messages between the two, pauses, comes back when the
/// connection breaks.
package struct BotRun {
  private let client: PlayerClient
  /// Before each move, so that people can watch.
  private let thinkMilliseconds: Int
  private var game: BotGame

  package init(_ game: BotGame, on client: PlayerClient, thinkMilliseconds: Int) {
    self.game = game
    self.client = client
    self.thinkMilliseconds = thinkMilliseconds
  }

  /// The whole game; leaves the table at its end.
  ///
  /// - Parameter seated: told the room's name as soon as it is known.
  package mutating func play(_ seated: (String) -> Void = { _ in }) throws(PlayerFailure) -> GameRecord {
    let began = Instant.now()
    let reconnections = client.reconnections
    var room: String?
    try perform(game.begin(&client.numbers))
    while game.result == nil {
      let message = try client.next(withinMilliseconds: 1000, holding: game.positions)
      let acts = try game.hear(orQuiet: message, &client.numbers)
      if room == nil, let name = game.room {
        room = name
        seated(name)
      }
      try perform(acts)
    }
    let milliseconds = Int(Instant.now() - began)
    if let room { try leave(room) }
    return record(
      milliseconds: milliseconds, reconnections: client.reconnections - reconnections)
  }

  private mutating func perform(_ acts: [BotGame.Act]) throws(PlayerFailure) {
    for act in acts {
      switch act {
      case .tell(let message): try tell(message)
      case .play(let message):
        try pause(milliseconds: thinkMilliseconds)
        try tell(message)
      case .hold(let milliseconds):
        try pause(milliseconds: milliseconds)
        try perform(game.proceed(&client.numbers))
      }
    }
  }

  private mutating func tell(_ message: ClientMessage) throws(PlayerFailure) {
    do throws(PlayerFailure) {
      try client.tell(message)
    } catch {
      // It is asked again when we are back.
      try client.comeBack(after: error, holding: game.positions)
    }
  }

  /// The table goes on meanwhile, so what is heard counts; a move is on its way, so nothing is decided.
  private mutating func pause(milliseconds: Int) throws(PlayerFailure) {
    let end = Instant.now() + Int64(milliseconds)
    while case let left = end - .now(), left > 0 {
      guard let message = try client.next(withinMilliseconds: Int(left), holding: game.positions) else {
        continue
      }
      try perform(try game.hear(message, &client.numbers))
    }
  }

  private mutating func leave(_ room: String) throws(PlayerFailure) {
    let c = client.numbers.next()
    try tell(.unsubscribe(c: c, room: room))
    let deadline = Instant.now() + 5_000
    while Instant.now() < deadline {
      if try client.next(withinMilliseconds: 1000, holding: game.positions)?.c == c { return }
    }
  }

  private func record(milliseconds: Int, reconnections: Int) -> GameRecord {
    var deal: Int?
    if case .open(let number)? = game.deal { deal = number }
    return GameRecord(
      room: game.room ?? "", game: game.game?.id ?? "", deal: deal, result: game.result ?? .gaveUp,
      moves: game.status?.moves ?? 0, score: game.status?.score ?? 0, up: game.status?.up ?? 0,
      milliseconds: milliseconds, reconnections: reconnections, commands: game.played)
  }
}

extension BotGame {
  /// A message, or a second without one.
  fileprivate mutating func hear(
    orQuiet message: ServerMessage?, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [Act] {
    if let message { try hear(message, &numbers) } else { try quiet(&numbers) }
  }
}
