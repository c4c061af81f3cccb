import Cards
import Patience
package import Wire

/// A table as text while it is played: for each change a line that tells it, and the picture of what lies
/// there. It does no I/O.
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
      return ("\(headline(why))\n\(mirror.view.picture)", nil)
    case .event(let event):
      isOver = event.status.status == .won
      return ("\(line(of: event, on: before))\n\(mirror.view.picture)", nil)
    case .wantsSync(let why): return (nil, .sync(room: mirror.room, why: why.rawValue))
    case .ended(let why):
      isOver = true
      return ("table \(mirror.room) has ended (\(why))\n", nil)
    case .none, .dests, .crowd: return (nil, nil)
    }
  }

  /// For resuming.
  package var position: Hello.Position { mirror.position }

  private func headline(_ why: Snapshot.Reason) -> String {
    let deal: String =
      switch mirror.deal {
      case .open(let number)?: "deal \(number)"
      case .sealed?: "a sealed deal"
      case nil: "no deal"
      }
    let names = mirror.seats.compactMap(\.person?.name).joined(separator: ", ")
    let players = names.isEmpty ? "nobody plays" : "played by \(names)"
    return "v\(mirror.version) \(mirror.game?.name ?? ""), \(deal), \(players) (\(why.rawValue)); \(standing)"
  }

  /// "v413 Ada: move 7S 6D to t5, turns up QC; score 20, 4 moves".
  private func line(of event: Event, on before: TableMirror) -> String {
    let who = mirror.seats.first { $0.number == event.seat }?.person?.name ?? "seat \(event.seat)"
    var parts: [String] = []
    for move in event.moves {
      let cards = move.items.map { handle in
        (mirror.place(of: handle)?.face ?? before.place(of: handle)?.face)?.text ?? "--"
      }
      parts.append("\(Self.short(cards)) to \(move.collection)")
    }
    let moved = Set(event.moves.flatMap(\.items))
    let up = event.up.filter { !moved.contains($0.handle) }.compactMap(\.face)
    if !up.isEmpty { parts.append("turns up \(Self.short(up))") }
    let what = parts.isEmpty ? "" : " " + parts.joined(separator: ", ")
    return "v\(event.to) \(who): \(event.operation)\(what); \(standing)"
  }

  private static func short(_ cards: [String]) -> String {
    cards.count <= 13 ? cards.joined(separator: " ") : "\(cards.count) cards"
  }

  private var standing: String {
    guard let status = mirror.status else { return "" }
    let end = status.status == .playing ? "" : ", \(status.status.rawValue)"
    return "score \(status.score), \(status.moves) moves, \(status.up) up\(end)"
  }
}
