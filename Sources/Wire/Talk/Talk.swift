/// What people say to each other at a table. See "Talking" in docs/PROTOCOL.md.

/// A word that everybody at a table may say by one tap.
package enum Reaction: String, Sendable, CaseIterable {
  case hello, gg, clap, oops, wow, thanks
}

/// Why somebody reports a line.
package enum ReportReason: String, Sendable, CaseIterable {
  case insult, spam, cheating, other
}

/// One line that somebody said.
package struct LineTold: Equatable, Sendable {
  /// Grows from line to line of a table.
  package var number: Int
  package var seat: Int
  /// Of the guest who said it.
  package var id: String
  /// As they were named then.
  package var name: String
  package var text: String

  package init(number: Int, seat: Int, id: String, name: String, text: String) {
    (self.number, self.seat, self.id, self.name, self.text) = (number, seat, id, name, text)
  }
}

/// Reactions of the last moment.
package struct ReactionsTold: Equatable, Sendable {
  /// Of one seat.
  package struct One: Equatable, Sendable {
    package var seat: Int
    package var what: Reaction

    package init(seat: Int, what: Reaction) { (self.seat, self.what) = (seat, what) }
  }

  /// Those of the seats, in their order.
  package var list: [One]
  /// How often those who watch said what, in the order of `Reaction`.
  package private(set) var sum: [Int]

  package init(list: [One] = []) {
    self.list = list
    sum = Array(repeating: 0, count: Reaction.allCases.count)
  }

  package var isEmpty: Bool { list.isEmpty && sum.allSatisfy { $0 == 0 } }

  package subscript(what: Reaction) -> Int {
    get { sum[Self.place(of: what)] }
    set { sum[Self.place(of: what)] = newValue }
  }

  private static func place(of what: Reaction) -> Int { Reaction.allCases.firstIndex(of: what) ?? 0 }
}
