package import DragDrop
package import Wire

// What a board may have beside drags. The extension of each says what a board without it answers.

/// Somebody plays against the time.
package protocol Timed: Sendable {
  var isTimed: Bool { get }
  /// - Parameter seconds: that were played so far.
  mutating func elapse(to seconds: UInt32)
}

extension Timed {
  package var isTimed: Bool { false }
  package mutating func elapse(to seconds: UInt32) {}
}

/// It was dealt, openly or sealed.
package protocol Dealt: Sendable {
  var dealTold: DealTold? { get }
}

extension Dealt {
  package var dealTold: DealTold? { nil }
}

/// There are points, an end, and better moves than others.
package protocol Scored: Sendable {
  var state: GameState { get }
  var standing: Standing { get }
  /// What a player would do well to do, best first.
  func hints(for player: PlayerID) -> [HintTold]
}

extension Scored {
  package var state: GameState { .playing }
  package var standing: Standing { Standing() }
  package func hints(for player: PlayerID) -> [HintTold] { [] }
}

/// Items may lie face down.
package protocol Veiled: Sendable {
  var hidesFaces: Bool { get }
  /// A number that is the larger the later an item came to where it lies; nil where items keep their places, so that
  /// the order of coming says nothing.
  func arrival(of item: Int) -> UInt32?
}

extension Veiled {
  package var hidesFaces: Bool { false }
  package func arrival(of item: Int) -> UInt32? { nil }
}

/// Items are taken in hand.
package protocol Handled: Sendable {
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
}

extension Handled {
  package mutating func lift(_ item: Int, player: PlayerID, tick: Tick) throws(GameRefusal) -> Held {
    throw GameRefusal(BoardRefusal.noSuchItem)
  }
  package func hover(_ hover: Hover, session: DragSessionID, player: PlayerID, tick: Tick) -> String? { nil }
  package mutating func cancel(_ session: DragSessionID, player: PlayerID) {}
  package mutating func emptyHands(of player: PlayerID) {}
  package mutating func leave(_ player: PlayerID) -> [Command.Operation] {
    emptyHands(of: player)
    return []
  }
  package var springs: Bool { false }
  package mutating func spring(tick: Tick) {}
  package mutating func takeSprung() -> [Sprung] { [] }
}

/// Steps can be taken back.
package protocol Undoable: Sendable {
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
}

extension Undoable {
  package var undoDepth: Int { 0 }
  package var redoDepth: Int { 0 }
  package mutating func takeBack(_ count: Int) throws(GameRefusal) {
    throw GameRefusal(BoardRefusal.nothingToUndo)
  }
  package mutating func playAgain(_ count: Int) throws(GameRefusal) {
    throw GameRefusal(BoardRefusal.nothingToRedo)
  }
  package mutating func forgetSteps() {}
  package mutating func beginRepetition(takingBack count: Int) throws(GameRefusal) {
    throw GameRefusal(BoardRefusal.nothingToUndo)
  }
  package mutating func repeatStep(carrying items: [Int]) {}
  package mutating func endRepetition() {}
}

/// Lines of play that were left for another can be come back to. Where they cannot, what is done after an undo takes
/// the place of what was taken back, as in any editor.
package protocol Branching: Sendable {
  var keepsLines: Bool { get }
  /// As every step from one on left the board, up to now, and on to what can be played again.
  ///
  /// - Parameter depth: of the first step, counted from 0; none that was forgotten.
  func positions(after depth: Int) -> [PackedBytes]
  /// As redo would leave the board; nil where nothing can be played again.
  var nextPosition: PackedBytes? { get }
  /// Sets what can be played again, in place of what could be.
  ///
  /// - Parameter positions: as each step left the board when it was done from here, the next one first.
  mutating func lead(through positions: [PackedBytes])
  /// What was done last is the step that could be played again: what comes after it can be now.
  ///
  /// - Parameter earlier: the board as it was before.
  mutating func leadOn(as earlier: any GameBoard)
  func lies(as position: PackedBytes) -> Bool
}

extension Branching {
  package var keepsLines: Bool { false }
  package func positions(after depth: Int) -> [PackedBytes] { [] }
  package var nextPosition: PackedBytes? { nil }
  package mutating func lead(through positions: [PackedBytes]) {
    preconditionFailure("a board with one line")
  }
  package mutating func leadOn(as earlier: any GameBoard) { preconditionFailure("a board with one line") }
  package func lies(as position: PackedBytes) -> Bool { false }
}
