import Reactor
import Wire

/// Lets a bot play on a client: carries messages between the two, pauses, comes back when the connection
/// breaks, and never speaks faster than the server wants.
package struct BotRun<Guest: Bot> {
  private let client: PlayerClient
  /// Before each move, so that people can watch.
  private let thinkMilliseconds: Int
  private var commands: Pace
  private var hovers: Pace
  package private(set) var bot: Guest
  package private(set) var milliseconds = 0
  package private(set) var reconnections = 0

  package init(_ bot: Guest, on client: PlayerClient, thinkMilliseconds: Int) {
    self.bot = bot
    self.client = client
    self.thinkMilliseconds = thinkMilliseconds
    let limits = client.welcome.limits
    let now = Instant.now().milliseconds
    commands = Pace(perSecond: limits.commandsPerSecond, burst: limits.commandsBurst, now: now)
    hovers = Pace(perSecond: limits.hoversPerSecond, burst: limits.hoversBurst, now: now)
  }

  /// All of it; leaves the table at its end.
  ///
  /// - Parameter seated: told the room's name as soon as it is known.
  package mutating func toItsEnd(_ seated: (String) -> Void = { _ in }) throws(PlayerFailure) {
    let began = Instant.now()
    let before = client.reconnections
    var room: String?
    try perform(bot.begin(&client.numbers))
    while !bot.isOver {
      let message = try client.next(withinMilliseconds: 1000, holding: bot.positions)
      if client.takeMissed() { try perform(bot.missed()) }
      let acts = try bot.hear(orQuiet: message, &client.numbers)
      if room == nil, let name = bot.room {
        room = name
        seated(name)
      }
      try perform(acts)
    }
    milliseconds = Int(Instant.now() - began)
    if let room { try leave(room) }
    reconnections = client.reconnections - before
  }

  private mutating func perform(_ acts: [BotAct]) throws(PlayerFailure) {
    for act in acts {
      switch act {
      case .tell(let message): try tell(message)
      case .play(let message):
        try pause(milliseconds: thinkMilliseconds)
        try tell(message)
      case .hold(let milliseconds):
        try pause(milliseconds: milliseconds)
        try perform(bot.proceed(&client.numbers))
      }
    }
  }

  private mutating func tell(_ message: ClientMessage) throws(PlayerFailure) {
    try pause(milliseconds: wait(before: message))
    do throws(PlayerFailure) {
      try client.tell(message)
    } catch {
      // It is asked again when we are back.
      try client.comeBack(after: error, holding: bot.positions)
    }
  }

  private mutating func wait(before message: ClientMessage) -> Int {
    let now = Instant.now().milliseconds
    if case .hover = message { return hovers.take(now: now) }
    return commands.take(now: now)
  }

  /// The table goes on meanwhile, so what is heard counts; a move is on its way, so nothing is decided.
  private mutating func pause(milliseconds: Int) throws(PlayerFailure) {
    let end = Instant.now() + Int64(milliseconds)
    while case let left = end - .now(), left > 0 {
      let heard = try client.next(withinMilliseconds: Int(left), holding: bot.positions)
      if client.takeMissed() { try perform(bot.missed()) }
      guard let message = heard else { continue }
      try perform(try bot.hear(message, &client.numbers))
    }
  }

  private mutating func leave(_ room: String) throws(PlayerFailure) {
    let c = client.numbers.next()
    try tell(.unsubscribe(c: c, room: room))
    let deadline = Instant.now() + 5_000
    while Instant.now() < deadline {
      if try client.next(withinMilliseconds: 1000, holding: bot.positions)?.c == c { return }
    }
  }
}

extension BotRun where Guest == BotGame {
  /// The whole game; leaves the table at its end.
  package mutating func play(_ seated: (String) -> Void = { _ in }) throws(PlayerFailure) -> GameRecord {
    try toItsEnd(seated)
    var deal: UInt64?
    if let number = bot.deal?.number { deal = number }
    return GameRecord(
      room: bot.room ?? "", game: bot.game?.id ?? "", deal: deal, result: bot.result ?? .gaveUp,
      moves: bot.status?.moves ?? 0, score: bot.status?.score ?? 0, up: bot.status?.up ?? 0,
      milliseconds: milliseconds, reconnections: reconnections, commands: bot.played)
  }
}

extension Bot {
  /// A message, or a second without one.
  fileprivate mutating func hear(
    orQuiet message: ServerMessage?, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    if let message { try hear(message, &numbers) } else { try quiet(&numbers) }
  }
}
