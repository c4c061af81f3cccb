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
