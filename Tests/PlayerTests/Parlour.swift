import Player
import Rooms
import Wire

/// A room and one visitor without a network between them: what a server would carry, in the order in which it would.
final class Parlour {
  private var room: Room?
  private let name = "rAAAAAAAA"
  private let visitor = Visitor(
    guest: GuestID(digest: sixteen("Ada")), visit: VisitID(random: sixteen("visit")), name: "Ada",
    isBot: true, wantsDests: true,
    wantsDrag: false)
  private let connection = ConnectionID(loop: 0, slot: 1, generation: 1)
  private var now: Int64 = 1000

  /// What the server says to a message.
  func hear(_ message: ClientMessage) throws -> [ServerMessage] {
    var effects: [Effect] = []
    now += 100
    switch message {
    case .open(let c, let table):
      guard let id = RoomID(name) else { return [] }
      let opening = RoomOpening(table: table, opener: visitor.guest)
      let fresh = try Room(id: id, opening: opening, secret: [], now: now) { Array(repeating: 7, count: 48) }
      fresh.begin(c: c, from: connection, opening: opening, into: &effects)
      room = fresh
    case .subscribe(let c, _, let presence, _):
      tell(.join(c: c, visitor, as: RoomMessage.Presence(presence), resume: nil), &effects)
    case .unsubscribe(let c, _): tell(.leave(c: c), &effects)
    case .command(let c, _, let command): tell(.command(c: c, command), &effects)
    case .query(let c, _, let query): tell(.query(c: c, query), &effects)
    case .sync: tell(.sync, &effects)
    default: break
    }
    var messages: [ServerMessage] = []
    for effect in effects {
      switch effect {
      case .answer(_, let reply, _):
        if let message = try ServerMessage.read(Array(reply.line.dropLast())) { messages.append(message) }
      case .tell(_, let line), .publish(_, let line, _), .crowd(let line), .talk(let line):
        if let message = try ServerMessage.read(Array(line.dropLast())) { messages.append(message) }
      case .prime(_, _, let lines):
        for line in lines.split(separator: UInt8(ascii: "\n")) {
          if let message = try ServerMessage.read(Array(line)) { messages.append(message) }
        }
      case .opened, .remember, .admit, .dismiss, .hover, .keep, .report, .won, .letter, .order, .ask: break
      }
    }
    return messages
  }

  private func tell(_ message: RoomMessage, _ effects: inout [Effect]) {
    room?.hear(message, from: connection, now: now, into: &effects)
  }
}

/// Bytes for an identifier, different for different names.
func sixteen(_ name: String) -> [UInt8] {
  Array((Array(name.utf8) + Array(repeating: 0, count: 16)).prefix(16))
}

/// Plays a game to its end.
///
/// - Parameters:
///   - spoil: may change or swallow what the server says.
///   - meddle: is told of each move of the bot that the server has answered, and may do something itself then.
func played(
  _ game: BotGame, spoil: (ServerMessage) -> [ServerMessage] = { [$0] },
  meddle: (Int) -> Command.Operation? = { _ in nil }
) throws -> (game: BotGame, told: [ClientMessage], holds: Int) {
  var game = game
  var numbers = RequestNumbers()
  let parlour = Parlour()
  var told: [ClientMessage] = []
  var (holds, moves) = (0, 0)
  var acts = game.begin(&numbers)
  while !acts.isEmpty, told.count < 5000 {
    switch acts.removeFirst() {
    case .tell(let message), .play(let message):
      told.append(message)
      var answers = try parlour.hear(message)
      if case .command(_, let room, _) = message {
        moves += 1
        if let operation = meddle(moves) {
          answers += try parlour.hear(.command(c: numbers.next(), room: room, Command(operation)))
        }
      }
      for answer in answers.flatMap(spoil) { acts += try game.hear(answer, &numbers) }
    case .hold:
      holds += 1
      acts += game.proceed(&numbers)
    }
    if acts.isEmpty, game.result == nil { acts = try game.quiet(&numbers) }
  }
  return (game, told, holds)
}
