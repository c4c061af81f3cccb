package import DragDrop
package import Wire

/// What lies on a table, whatever it is: items go by handles, places by names, people by numbers as in the engine.
/// A value, so that an earlier state can be kept.
///
/// Promises: what is told of it is made of what everybody may see; a refused call changes nothing that is shown, except
/// where it says that the board is to be thrown away.
package protocol GameBoard: Timed, Dealt, Scored, Veiled, Branching {
  // MARK: what is shown

  /// Which game or board it is, as its table was opened with.
  var name: String { get }
  /// As people call it.
  var title: String { get }
  var told: GameTold { get }
  var regions: [RegionTold] { get }
  /// The headings of regions alone, as some follow a drag; none where headings never change.
  var titles: [RegionChange] { get }
  /// What a player has selected, in all regions.
  func selection(of player: PlayerID) -> [Int]
  func hasPlace(_ name: String) -> Bool
  /// The last item of a place; nil for an empty one.
  func top(of place: String) -> Int?
  /// What a player may do. Which room and version it is of, and whether there is something to undo, is filled in by
  /// the game.
  func dests(for player: PlayerID) -> Dests
  func checkInvariants()

  // MARK: commands

  /// Carries out a command that stays within this game and is neither undo nor redo.
  ///
  /// - Parameters:
  ///   - drag: the engine's session of a `drop`.
  ///   - tick: milliseconds since the table was opened.
  /// - Throws: the board may then have changed and must be thrown away.
  mutating func play(
    _ operation: Command.Operation, player: PlayerID, drag: DragSessionID?, tick: Tick
  ) throws(GameRefusal) -> Played
  /// An item, with all that would travel with it, as data that leaves the board.
  func exported(_ item: Int, player: PlayerID) throws(GameRefusal) -> [ItemData]

  // MARK: drags

  /// Lifts an item with all that travels with it.
  mutating func lift(_ item: Int, player: PlayerID, tick: Tick) throws(GameRefusal) -> Held
  /// Moves a drag; what observers and springs change is kept.
  ///
  /// - Returns: how the items look there; nil if that never changes, or if the drag is over.
  mutating func hover(_ hover: Hover, session: DragSessionID, player: PlayerID, tick: Tick) -> String?
  mutating func cancel(_ session: DragSessionID, player: PlayerID)
  /// Ends the drags of a player.
  mutating func emptyHands(of player: PlayerID)
  /// Ends all that a player is at who gave up the seat, or lost it: drags, selections and editing.
  ///
  /// - Returns: the commands that would have ended it.
  mutating func leave(_ player: PlayerID) -> [Command.Operation]
  /// Whether any target springs.
  var springs: Bool { get }
  /// Springs what a resting drag has waited for.
  mutating func spring(tick: Tick)
  /// What sprang since the last call.
  mutating func takeSprung() -> [Sprung]

  // MARK: undo

  var undoDepth: Int { get }
  var redoDepth: Int { get }
  /// - Parameter count: of steps, 1 or more.
  mutating func takeBack(_ count: Int) throws(GameRefusal)
  mutating func playAgain(_ count: Int) throws(GameRefusal)
  /// As `BoardEngine.forgetSteps`.
  mutating func forgetSteps()
  /// As `BoardEngine.beginRepetition(takingBack:)`: what is played until `endRepetition` was done before.
  mutating func beginRepetition(takingBack count: Int) throws(GameRefusal)
  /// - Parameter items: what the next step carried when it was done first.
  mutating func repeatStep(carrying items: [Int])
  mutating func endRepetition()
  var byteCounts: ByteCounts { get }

  // MARK: as it is kept

  /// What replays the table from the journal, which alone is told of it before the end.
  var secret: Secret { get }
  /// A byte for what sort of board it is, which one, and what it was made of.
  func writeHead(to coder: inout ByteCoder)
  /// What lies there, and what else a board goes on from: all but live drags and what undo would bring back.
  func writeBody(to coder: inout ByteCoder)
}

extension GameBoard {
  package var titles: [RegionChange] { [] }
  package func selection(of player: PlayerID) -> [Int] { [] }
  package func exported(_ item: Int, player: PlayerID) throws(GameRefusal) -> [ItemData] { [] }
  package func hover(_ hover: Hover, session: DragSessionID, player: PlayerID, tick: Tick) -> String? { nil }
  package mutating func leave(_ player: PlayerID) -> [Command.Operation] {
    emptyHands(of: player)
    return []
  }
  package var springs: Bool { false }
  package mutating func spring(tick: Tick) {}
  package mutating func takeSprung() -> [Sprung] { [] }
}
