import Testing
import Wire

@testable import Rooms

/// A table to which people come by a link, where Ada is the host, Ben plays and Eve watches. What they were told so far
/// is past.
struct TalkStage {
  let table: AccessStage
  let ben: ConnectionID
  let eve: ConnectionID

  init(_ level: AccessLevel = .link, seats: Int = 3) throws {
    table = try AccessStage(level, seats: seats)
    ben = try table.sit("ben", at: 1)
    eve = table.at(2)
    #expect(try table.come("eve", at: 2, as: .watch, key: table.keys.watch).isWatching)
    stage.silence()
  }

  var stage: RoomStage { table.stage }
  var ada: ConnectionID { table.ada }

  func say(_ text: String, isKnown: Bool = false, from connection: ConnectionID) throws -> Answer {
    try stage.ask({ .say(c: $0, text, isKnown: isKnown) }, from: connection)
  }

  func react(_ what: Reaction, from connection: ConnectionID) throws -> Answer {
    try stage.ask({ .react(c: $0, what) }, from: connection)
  }

  func report(_ line: Int, from connection: ConnectionID) throws -> Answer {
    try stage.ask({ .report(c: $0, line: line, .insult) }, from: connection)
  }

  /// What a connection was told of talk since it was asked last, and nothing else that it was told.
  func heard(_ connection: ConnectionID) throws -> [LineTold] {
    try stage.messages(to: connection).compactMap { if case .said(_, let lines) = $0 { lines } else { nil } }
      .flatMap(\.self)
  }

  func reactions(_ connection: ConnectionID) throws -> [ReactionsTold] {
    try stage.messages(to: connection).compactMap { if case .reacts(_, let told) = $0 { told } else { nil } }
  }

  /// Says so many lines, as slowly as is allowed.
  func chatter(_ count: Int, from connection: ConnectionID) throws {
    for number in 0..<count {
      stage.now += 2_000
      try #require(try say("line \(number)", from: connection).isOK)
    }
  }
}
