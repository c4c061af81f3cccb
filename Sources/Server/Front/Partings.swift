import Reactor
import Rooms

/// Players who are heard no more, since the server stops, and wait for what they said before to be told.
final class Partings {
  private struct Parting {
    let until: Instant
    /// Those that have not answered yet.
    var rooms: [RoomID]
  }

  private var waiting: [Token: Parting] = [:]

  var isEmpty: Bool { waiting.isEmpty }

  func contains(_ token: Token) -> Bool { !waiting.isEmpty && waiting[token] != nil }

  func begin(_ token: Token, rooms: [RoomID], until: Instant) {
    waiting[token] = Parting(until: until, rooms: rooms)
  }

  /// All that was said in a room is told.
  func settled(_ room: RoomID, for token: Token) { waiting[token]?.rooms.removeAll { $0 == room } }

  /// All is told to somebody, who can go.
  var isAnybodySettled: Bool { waiting.contains { $0.value.rooms.isEmpty } }

  /// - Returns: those who have heard all, or waited for so long, or are gone.
  func takeOver(now: Instant, isThere: (Token) -> Bool) -> [Token] {
    let over = waiting.filter { $0.value.rooms.isEmpty || now >= $0.value.until || !isThere($0.key) }.map(
      \.key)
    for token in over { waiting[token] = nil }
    return over
  }

  /// What holds between turns. Those who are gone, or sent away, stay here until they are next looked at.
  func checkInvariants(in connections: Connections) {
    for token in waiting.keys {
      switch connections[token]?.phase {
      case nil, .visiting, .leaving: break
      default: preconditionFailure("only visitors part")
      }
    }
  }
}
