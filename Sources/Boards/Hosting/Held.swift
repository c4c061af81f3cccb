package import DragDrop
package import Wire

/// What a hand holds.
package struct Held: Equatable, Sendable {
  /// The engine's number of the drag.
  package let session: DragSessionID
  package let items: [Int]
  /// Which of them is under the pointer.
  package let index: Int
  package let formation: String
  package let destinations: [String]
  /// Items that take the drop themselves.
  package let onto: [Int]

  package init(
    session: DragSessionID, items: [Int], index: Int, formation: String, destinations: [String],
    onto: [Int] = []
  ) {
    self.session = session
    self.items = items
    self.index = index
    self.formation = formation
    self.destinations = destinations
    self.onto = onto
  }

  /// The item under the pointer.
  package var lifted: Int { items.indices.contains(index) ? items[index] : items.first ?? 0 }
}

/// What a command did.
package struct Played: Sendable {
  /// The items that it carried in a hand; the same each time that it is played if it does the same.
  package var carried: [Int] = []
  /// The items of which something is told by telling the command, beside the one that it moved.
  package var beside: [Int] = []
  /// It began the game anew: what was done before cannot be taken back.
  package var isAnew = false

  package init() {}
}

/// A target that opened because a drag rested above it, as the command that would have done the same.
package struct Sprung: Equatable, Sendable {
  package let player: PlayerID
  package let operation: Command.Operation
}

/// What a board takes in memory, in bytes, as far as it grows with what is done.
package struct ByteCounts: Sendable {
  package var kept: Int
  /// What `forgetSteps` gives back.
  package var steps: Int

  package init(kept: Int, steps: Int) {
    self.kept = kept
    self.steps = steps
  }
}

/// How far a game is; as it is where nobody counts.
package struct Standing: Equatable, Sendable {
  package var score = 0
  /// nil where the board does not count them.
  package var moves: Int?
  package var pass = 0
  package var redeal = false
  /// How far it is to the goal, in cards.
  package var up = 0
  package var of = 52
  /// How often time has cost points.
  package var ticks = 0
  package var auto = AutoMoves.off
  package var timed = false
  package var bonus: Int?
  package var streak = 0

  package init() {}
}
