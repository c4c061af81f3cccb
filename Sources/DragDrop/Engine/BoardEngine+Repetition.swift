/// Steps done again after one beneath them was taken out: undo of one's own step at a board of several
/// people. First `beginRepetition`, then for each step `repeatStep` and the step as it was done, at last
/// `endRepetition`.
///
/// In between hands are empty and edit mode does not matter; so neither who drags something now, nor who
/// selects or edits something else, stands in the way. If a step cannot be done again, the engine is to be
/// thrown away: work on a copy.
extension BoardEngine {
  /// What is set aside meanwhile.
  struct Repetition {
    /// The models that the later steps were done on, oldest first.
    var then: ArraySlice<Model>
    let now: Model
    let sessions: [Session]
    /// What a lift takes, whatever is selected.
    var items: [ItemID]?
  }

  /// Takes back steps, some of which are to be done again.
  /// - Parameter count: how many; 0 to do something again that was taken out before.
  /// - Returns: `false`, and nothing has happened, if there are not so many, or another repetition goes on.
  package mutating func beginRepetition(takingBack count: Int) -> Bool {
    guard repetition == nil, count >= 0 else { return false }
    var next = self
    var then: [Model] = []
    for _ in 0..<count {
      guard let model = next.forgetStep() else { return false }
      then.append(model)
    }
    next.repetition = Repetition(
      then: then.reversed().dropFirst(), now: model, sessions: sessions, items: nil)
    next.sessions = []
    self = next
    return true
  }

  /// To be called before each step: numbers for new items, and what else undo leaves alone, are as they were when it
  /// was done first.
  /// - Parameter items: what it lifts; `nil` for whatever a lift takes.
  package mutating func repeatStep(lifting items: [ItemID]? = nil) {
    repetition?.items = items
    if let model = repetition?.then.popFirst() { recall(model) }
  }

  /// Hands hold again what they held; the rules judge their drop as the board is now.
  package mutating func endRepetition() {
    guard let repetition else { return }
    recall(repetition.now)
    sessions = repetition.sessions
    self.repetition = nil
    assertInvariants()
  }
}
