package import DragDrop
package import Wire

/// What lies on a table, whatever it is: items go by handles, places by names, people by numbers as in the engine.
/// A value, so that an earlier state can be kept.
///
/// Promises: what is told of it is made of what everybody may see; a refused call changes nothing that is shown, except
/// where it says that the board is to be thrown away.
package protocol GameBoard: Timed, Dealt, Scored, Veiled, Handled, Undoable, Branching {
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
  var byteCounts: ByteCounts { get }
  /// An item, with all that would travel with it, as data that leaves the board.
  func exported(_ item: Int, player: PlayerID) throws(GameRefusal) -> [ItemData]

  // MARK: as it is kept

  /// What replays the table from the journal, which alone is told of it before the end.
  var secret: Secret { get }
  /// A byte for what sort of board it is, which one, and what it was made of.
  func writeHead(to coder: inout ByteCoder)
  /// What lies there, and what else a board goes on from: all but live drags and what undo would bring back.
  func writeBody(to coder: inout ByteCoder)
  /// Whether it can be gone on from without all of its log.
  var isKeptAsBase: Bool { get }
}

extension GameBoard {
  package var titles: [RegionChange] { [] }
  package func selection(of player: PlayerID) -> [Int] { [] }
  package func exported(_ item: Int, player: PlayerID) throws(GameRefusal) -> [ItemData] { [] }
  package var isKeptAsBase: Bool { true }
}
