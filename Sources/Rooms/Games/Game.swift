import DragDrop
import Wire

/// What lies on a room's table: a game of patience, or a board of any kind. A value, so that a room can go
/// back to an earlier one. Promise: what is told of it is made of what everybody may see.
protocol Game: Sendable {
  var clock: GameClock { get set }
  /// Who made the steps that can be taken back.
  var steps: Steps { get set }

  // MARK: what is shown

  var regions: [RegionTold] { get }
  /// What the holders of so many seats have selected.
  func selections(seats: Int) -> [SelectionTold]
  /// A number that is the larger the later an item came to where it lies; nil where items keep their places, so
  /// that the order of coming says nothing.
  func arrival(of handle: Int) -> UInt32?
  func hasPlace(_ name: String) -> Bool
  /// The last item of a place; nil for an empty one.
  func top(of place: String) -> Int?
  /// Titles that may follow a drag, by region.
  var titles: [RegionChange] { get }

  /// Which game it is, as its table was opened with.
  var name: String { get }
  var told: GameTold { get }
  var dealTold: DealTold? { get }
  /// What opens a sealed deal, once the game is over.
  var reveal: Reveal? { get }
  /// What its table is called in a list, where the name of the game does not say it.
  var nameTold: String { get }
  /// What replays the table from the journal, which alone is told of it before the end.
  var secret: Secret { get }
  func status(now: Int64) -> Status
  var state: GameState { get }
  var moves: Int { get }
  var score: Int { get }
  /// How far it is to the goal, in cards.
  var cardsUp: Int { get }
  var cardsInAll: Int { get }
  func dests(room: String, version: Int, seat: SeatNumber) -> Dests
  /// The lines that were played, as far as they can be gone to.
  var linesTold: LinesTold { get }
  /// What a seat would do well to do, best first.
  func hints(for seat: SeatNumber) -> [HintTold]
  func exported(_ item: Int, seat: SeatNumber) throws(GameRefusal) -> [ItemData]
  func checkInvariants()
  /// The game as bytes, without live drags and without what undo and redo would bring back: what is gone on from when
  /// it is carried out again. Its clock stands there. Equal games give equal bytes.
  func base(now: Int64) -> [UInt8]

  // MARK: commands

  /// Carries out a command that stays within this game and is neither undo nor redo.
  ///
  /// - Parameter drag: the engine's session of a `drop`.
  /// - Throws: the game may then have changed and must be thrown away.
  mutating func carryOut(
    _ operation: Command.Operation, seat: SeatNumber, drag: UInt32?, now: Int64
  ) throws(GameRefusal)
  /// The items that the last command carried in a hand; the same each time that it is carried out if it does the same.
  var carried: [Int] { get }
  /// The items of which something is told by telling that command, beside the one that it moved.
  var beside: [Int] { get }
  /// - Parameter count: of steps, 1 or more.
  mutating func takeBack(_ count: Int) throws(GameRefusal)
  mutating func playAgain(_ count: Int) throws(GameRefusal)
  var undoDepth: Int { get }

  /// Another line of play was begun: keeps the one that it left, if it keeps lines.
  ///
  /// - Parameters:
  ///   - earlier: the game as it was.
  ///   - depth: how many of its steps stay.
  mutating func keepLine(of earlier: Self, after depth: Int)
  /// What can be played again from now on are these plies, the next first.
  ///
  /// - Parameter earlier: keeps them.
  mutating func lead(through plies: [Ply], as earlier: Self)

  /// What was done last is the step that could be played again: what comes after it can be now.
  ///
  /// - Parameter earlier: the game as it was before.
  mutating func leadOn(as earlier: Self)

  /// Whether what lies on the table is what a ply left, which the earlier game can come to by other lines or by redo;
  /// never where one line is kept.
  func isSame(as ply: Ply, of earlier: Self) -> Bool

  /// What it takes in memory, in bytes, as far as it grows with what is done.
  var byteCount: Int { get }
  /// How much of that `forgetSteps` gives back.
  var stepsByteCount: Int { get }

  /// What was done so far can no longer be taken back or played again by the game itself.
  mutating func forgetSteps()

  /// As `BoardEngine.beginRepetition(takingBack:)`: what is carried out until `endRepetition` was done before.
  mutating func beginRepetition(takingBack count: Int) throws(GameRefusal)
  /// - Parameter items: What the next step carried when it was done first.
  mutating func repeatStep(carrying items: [Int])
  mutating func endRepetition()

  // MARK: drags

  mutating func lift(_ item: Int, seat: SeatNumber, now: Int64) throws(GameRefusal) -> Held
  /// - Returns: how the items look there; nil if that never changes.
  mutating func hover(_ hover: Hover, session: UInt32, seat: SeatNumber, now: Int64) -> String?
  mutating func cancel(_ session: UInt32, seat: SeatNumber)
  /// Drags of a seat end.
  mutating func emptyHands(of seat: SeatNumber)
  /// Somebody gave up their seat, or lost it: what they were at ends, drags, selections and editing.
  ///
  /// - Returns: the commands that would have ended it.
  mutating func leave(_ seat: SeatNumber) -> [Command.Operation]
  /// Whether any target springs.
  var springs: Bool { get }
  /// Looks at what has waited: targets that spring.
  mutating func wait(now: Int64)
  /// What sprang since the last call, as the commands that would have done the same.
  mutating func takeSprung() -> [(seat: SeatNumber, operation: Command.Operation)]
}

/// Why not, as it is told.
struct GameRefusal: Error, Equatable {
  var code: RefusalCode
  var why: String?
}

/// What a hand holds.
struct Held {
  let session: UInt32
  let items: [Int]
  /// Which of them is under the pointer.
  let index: Int
  let formation: String
  let destinations: [String]
  let onto: [Int]

  /// The item under the pointer.
  var lifted: Int { items.indices.contains(index) ? items[index] : items.first ?? 0 }
}

extension Game {
  var isOver: Bool { state == .won }

  /// Looks of formations in the words of the wire; nil for the default one.
  static func told(_ formation: DragDropPreviewsFormation) -> String? {
    formation == .default ? nil : formation.wireName.description
  }
}
