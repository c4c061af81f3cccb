import Cards
import Patience
package import Wire

/// A table as text while it is played: for each change a line that tells it, such as
///
///     v413 Ada: move 7S 6D to t5, turns up QC; score 20, 4 moves, 0 up
///     v7 Bob: drop [🍎 Apple] to basket; 3 moves
///
/// and the picture of what lies there. It does no I/O.
package struct WatchTranscript: Sendable {
  private var mirror: TableMirror
  /// Nothing more is to come: the game is won, or the table has ended.
  package private(set) var isOver = false

  package init(room: String) {
    mirror = TableMirror(room: room)
  }

  /// What to print, nil for nothing; and what to say to the server.
  package mutating func hear(_ message: ServerMessage) -> (text: String?, sync: ClientMessage?) {
    let before = mirror
    switch mirror.hear(message) {
    case .snapshot(let why):
      isOver = mirror.status?.status == .won
      return ("\(headline(why))\n\(picture)", nil)
    case .event(let event):
      isOver = event.status.status == .won
      let what = isBoard ? mirror.changes(by: event, on: before) : Self.changes(by: event, on: mirror, before)
      let told = what.isEmpty ? "" : " " + what.joined(separator: ", ")
      return (
        "v\(event.to) \(mirror.name(of: event.seat)): \(event.operation)\(told); \(standing)\n\(picture)", nil
      )
    case .wantsSync(let why): return (nil, .sync(room: mirror.room, why: why.rawValue))
    case .ended(let why):
      isOver = true
      return ("table \(mirror.room) has ended (\(why))\n", nil)
    case .none, .dests, .drags, .crowd: return (nil, nil)
    }
  }

  /// What to say to the server when a line could not be read.
  package mutating func missed() -> ClientMessage? {
    guard case .wantsSync(let why) = mirror.missed() else { return nil }
    return .sync(room: mirror.room, why: why.rawValue)
  }

  /// For resuming.
  package var position: Hello.Position { mirror.position }

  private var isBoard: Bool { mirror.game?.kind == .board }
  private var picture: String { isBoard ? mirror.boardPicture : mirror.view.picture }

  private func headline(_ why: Snapshot.Reason) -> String {
    let deal: String =
      switch mirror.deal?.cards {
      case .open(let number)?: ", deal \(number)"
      case .sealed?: ", a sealed deal"
      case nil: isBoard ? "" : ", no deal"
      }
    let names = mirror.seats.compactMap(\.person?.name).joined(separator: ", ")
    let players = names.isEmpty ? "nobody plays" : "played by \(names)"
    return "v\(mirror.version) \(mirror.game?.name ?? "")\(deal), \(players) (\(why.rawValue)); \(standing)"
  }

  /// "7S 6D to t5", "turns up QC".
  private static func changes(by event: Event, on mirror: TableMirror, _ before: TableMirror) -> [String] {
    var parts: [String] = []
    for move in event.moves {
      let cards = move.items.map { handle in
        (mirror.place(of: handle)?.face ?? before.place(of: handle)?.face)?.text ?? "--"
      }
      parts.append("\(short(cards)) to \(move.collection)")
    }
    let moved = Set(event.moves.flatMap(\.items))
    let up = event.up.filter { !moved.contains($0.handle) }.compactMap(\.face)
    if !up.isEmpty { parts.append("turns up \(short(up))") }
    return parts
  }

  private static func short(_ cards: [String]) -> String {
    cards.count <= 13 ? cards.joined(separator: " ") : "\(cards.count) cards"
  }

  private var standing: String {
    guard let status = mirror.status else { return "" }
    if isBoard { return "\(status.moves) moves" }
    let end = status.status == .playing ? "" : ", \(status.status.rawValue)"
    return "score \(status.score), \(status.moves) moves, \(status.up) up\(end)"
  }
}
