/// What a room has to tell, held back until the records that it reflects are durable. Invariant: sequences in
/// the queue never fall; after a release, everything that waits reflects a record that is not durable.
package struct Gate {
  private struct Waiting {
    /// How many records there were.
    let sequence: Int
    let effect: Effect
  }

  /// The newest record that the journal has acknowledged.
  package private(set) var durable = 0
  private var queue: [Waiting] = []

  package init() {}

  package var isEmpty: Bool { queue.isEmpty }
  package var count: Int { queue.count }

  /// - Parameter sequence: the room's when it produced the effect.
  package mutating func hold(_ effect: Effect, at sequence: Int) {
    precondition(queue.last.map { $0.sequence <= sequence } ?? true, "a room's records only fall in `lose`")
    // Of hovers only the latest counts, so they do not pile up while the journal is slow. If the two hovers exclude
    // different connections, none is excluded.
    if case .hover(let line, let except) = effect, let last = queue.last, last.sequence == sequence,
      case .hover(_, let before) = last.effect
    {
      queue.removeLast()
      let both = except == before ? except : nil
      return queue.append(Waiting(sequence: sequence, effect: .hover(line: line, except: both)))
    }
    queue.append(Waiting(sequence: sequence, effect: effect))
  }

  package mutating func open(upTo sequence: Int) {
    durable = max(durable, sequence)
  }

  /// Appends everything that may be told now, in order.
  package mutating func release(into effects: inout [Effect]) {
    let count = queue.firstIndex { $0.sequence > durable } ?? queue.count
    for waiting in queue.prefix(count) { effects.append(waiting.effect) }
    queue.removeFirst(count)
  }

  /// The journal lost what was not durable: what waits is dropped, answers say so instead. What only concerns
  /// who is in the room, and what was said there, holds all the same.
  ///
  /// - Returns: those who were to be primed.
  package mutating func lose(into effects: inout [Effect]) -> [ConnectionID] {
    release(into: &effects)
    var unprimed: [ConnectionID] = []
    for waiting in queue {
      switch waiting.effect {
      case .answer(let connection, _, let ifLost?):
        effects.append(.answer(connection, ifLost, ifLost: nil))
      case .opened(let connection, _): effects.append(.opened(connection, isKept: false))
      case .answer, .admit, .dismiss, .talk, .report: effects.append(waiting.effect)
      case .prime(let connection, _, _): unprimed.append(connection)
      case .tell, .publish, .hover, .crowd, .keep, .won, .letter, .order, .ask: break
      case .remember: preconditionFailure("records go to the journal, not through the gate")
      }
    }
    queue.removeAll()
    return unprimed
  }

  /// What holds after a release: all that may be told was told.
  package func checkInvariants() {
    for (before, after) in zip(queue, queue.dropFirst()) {
      precondition(before.sequence <= after.sequence, "what waits is in the order of its records")
    }
    precondition(queue.first.map { $0.sequence > durable } ?? true, "all that is durable was told")
  }

  /// The sequence of the newest record that a waiting effect reflects.
  package var sequenceWaiting: Int? { queue.last?.sequence }
}
