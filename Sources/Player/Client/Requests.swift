import Wire

/// The numbers `c` of a visit: positive, each once. Each request takes the next.
package struct RequestNumbers: Sendable {
  private var last = 0

  package init() {}

  package mutating func next() -> Int {
    last += 1
    return last
  }
}

/// What was asked and not answered yet, in the order of asking. After a reconnection it is asked again, with
/// the same numbers, so that nothing is done twice. Invariant: no two have the same number.
struct UnansweredRequests {
  private(set) var messages: [ClientMessage] = []

  mutating func asked(_ message: ClientMessage) {
    guard message.c != nil else { return }
    messages.append(message)
    checkInvariants()
  }

  mutating func heard(_ message: ServerMessage) {
    guard let c = message.c else { return }
    messages.removeAll { $0.c == c }
  }

  func checkInvariants() {
    assert(Set(messages.map(\.c)).count == messages.count, "no two requests have the same number")
  }
}
