/// A game as it was played, so that somebody else can play it again.
package struct GameRecord: Codable, Equatable, Sendable {
  package enum Result: String, Codable, Sendable {
    case won
    /// No possible move makes progress any more.
    case stuck
    /// The strategy saw no use in going on.
    case gaveUp
    /// It is proved that no way leads to a win from where the game stands, for somebody who sees all cards too.
    case impossible
  }

  /// One accepted command. Fields that an operation does not have are nil.
  package struct Move: Codable, Equatable, Sendable {
    package var op: String
    /// The card that was taken hold of, and its face.
    package var item: Int?
    package var face: String?
    package var from: String?
    package var `in`: String?
    /// Cards that travelled.
    package var count: Int?
  }

  package var room: String
  package var game: String
  package var deal: UInt64?
  package var result: Result
  package var moves: Int
  package var score: Int
  /// Cards on the foundations at the end.
  package var up: Int
  package var milliseconds: Int
  package var reconnections: Int
  package var commands: [Move]?
}
