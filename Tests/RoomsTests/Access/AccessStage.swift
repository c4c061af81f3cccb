import Testing
import Wire

@testable import Rooms

/// A table that Ada has opened with some access, and people who come with keys.
struct AccessStage {
  let stage: RoomStage
  let ada: ConnectionID

  static let access = AccessLevel.allCases

  init(_ level: AccessLevel, seats: Int = 3) throws {
    stage = try RoomStage(
      opening: OpenTable(game: "klondike1", deal: .open(7), seats: seats, access: level))
    ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
  }

  var room: Room { stage.room }
  var keys: TableKeys { room.keys ?? TableKeys() }

  func key(_ role: KeyRole?) -> String? {
    switch role {
    case .watch: keys.watch
    case .play: keys.play
    case .host: keys.host
    case nil: nil
    }
  }

  /// Somebody comes; the answer that they get.
  func come(
    _ name: String, at slot: UInt32, as presence: RoomMessage.Presence = .play, key: String? = nil
  ) throws -> Answer {
    try stage.ask(
      { .join(c: $0, stage.visitor(name), as: presence, key: key, resume: nil) }, from: at(slot))
  }

  func at(_ slot: UInt32) -> ConnectionID { ConnectionID(loop: 0, slot: slot, generation: 1) }

  /// Somebody sits down with a key to play.
  func sit(_ name: String, at slot: UInt32) throws -> ConnectionID {
    try #require(try come(name, at: slot, key: keys.play).isSeated)
    return at(slot)
  }

  func host(_ command: HostCommand, from connection: ConnectionID) throws -> Answer {
    try stage.ask({ .host(c: $0, command) }, from: connection)
  }

  /// The newest rights that a connection was told since the last silence.
  func rights(of connection: ConnectionID) throws -> Rights? {
    try stage.messages(to: connection).compactMap { if case .rights(_, let it) = $0 { it } else { nil } }.last
  }

  /// The same table after a restart, as its log has it.
  func restarted() throws -> Room { try stage.reopened() }
}

extension Answer {
  var isSeated: Bool { if case .ok(let agreement) = self { agreement.seat ?? -1 >= 0 } else { false } }
  var isWatching: Bool { if case .ok(let agreement) = self { agreement.seat == -1 } else { false } }
  var isKnocking: Bool { if case .ok(let agreement) = self { agreement.isKnocking } else { false } }
  var question: Int? { if case .ok(let agreement) = self { agreement.question } else { nil } }

  static func role(_ why: Access.Refused) -> Answer { .no(.role, why: why.rawValue) }
}
