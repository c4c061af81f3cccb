import DragDrop
import Testing

/// Numbers in comments are rows of the engine's table of cases.
@Suite struct `Applying a difference` {
  struct Row: Sendable, CustomTestStringConvertible {
    var given: String
    var when: LetterDifference
    var then: String
    var testDescription: String { "\(given) -> \(then)" }

    init(_ given: String, _ when: LetterDifference, _ then: String) {
      self.given = given
      self.when = when
      self.then = then
    }
  }

  static let rows = [
    Row("[a b c d]", d("a", before: "d"), "[b c a d]"),  // 1
    Row("[a b c d]", d("b"), "[a c d b]"),  // 2
    Row("[a b c]", d("a", before: "b"), "[a b c]"),  // 3
    Row("[a b c d]", d("a", before: "a"), "[a b c d]"),  // 4
    Row("[a b c]", d("c"), "[a b c]"),  // 5
    Row("[a b c d e]", d("d a", before: "c"), "[b d a c e]"),  // 6: in the order of sources
    Row("[a b c d]", d("b c", before: "c"), "[a b c d]"),  // 7: the anchor slides on to d
    Row("[a b c d]", d("c d", before: "d"), "[a b c d]"),  // 8: nobody behind stays
    Row("F[1 2 3] O[4 5]", d("5 1", before: "3", in: "F"), "F[2 5 1 3] O[4]"),  // 15
    Row("F[1] O[]", d("1", in: "O"), "F[] O[1]"),  // 16
  ]

  @Test(arguments: rows)
  func `puts the sources where the destination says`(_ row: Row) throws {
    for policy in [ReorderPolicy.strict, .forgiving] {
      var arrangement = letters(row.given)
      let undo = try arrangement.apply(row.when, policy: policy)
      #expect(picture(arrangement) == row.then)
      #expect(undo.changes == (row.given != row.then))
      arrangement.revert(undo)
      #expect(picture(arrangement) == row.given)  // 20
    }
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var given: String
    var when: LetterDifference
    var error: ReorderError
    /// What a forgiving policy makes of it, `nil` if it refuses as well.
    var forgiven: String?
    var testDescription: String { "\(given) \(error)" }

    init(_ given: String, _ when: LetterDifference, _ error: ReorderError, forgiven: String?) {
      self.given = given
      self.when = when
      self.error = error
      self.forgiven = forgiven
    }
  }

  static let wrong = [
    Wrong("[a b c]", d("a a"), .duplicateSource(index: 1), forgiven: "[b c a]"),  // 9, 10
    Wrong("[a b c]", d("z"), .unknownSource(index: 0), forgiven: "[a b c]"),  // 11
    Wrong("[a b c]", d("z b"), .unknownSource(index: 0), forgiven: "[a c b]"),  // 12
    Wrong("[a b c]", d("a", before: "z"), .unknownAnchor, forgiven: "[b c a]"),  // 13, 14
    Wrong("F[1]", d("1", in: "X"), .unknownCollection, forgiven: nil),  // 17
    Wrong("F[1 2] O[3]", d("1", before: "3", in: "F"), .unknownAnchor, forgiven: "F[2 1] O[3]"),  // 18
    Wrong("[a b]", d(""), .emptySources, forgiven: "[a b]"),  // 19
  ]

  @Test(arguments: wrong)
  func `refuses what does not fit, and loses nothing`(_ row: Wrong) {
    var arrangement = letters(row.given)
    #expect(throws: row.error) { try arrangement.apply(row.when) }
    #expect(picture(arrangement) == row.given)
  }

  @Test(arguments: wrong)
  func `forgives what can be forgiven`(_ row: Wrong) throws {
    var arrangement = letters(row.given)
    if let forgiven = row.forgiven {
      try arrangement.apply(row.when, policy: .forgiving)
      #expect(picture(arrangement) == forgiven)
    } else {
      #expect(throws: row.error) { try arrangement.apply(row.when, policy: .forgiving) }
      #expect(picture(arrangement) == row.given)
    }
  }

  @Test func `items can be inserted and removed`() throws {
    var arrangement = letters("F[1 2] O[3]")
    try arrangement.insert(["8", "9"], at: before("2", "F"))
    #expect(picture(arrangement) == "F[1 8 9 2] O[3]")
    arrangement.remove(["1", "3", "nobody"])
    #expect(picture(arrangement) == "F[8 9 2] O[]")
    #expect(arrangement.slot(of: "9")?.index == 1)
    #expect(arrangement.slot(of: "3") == nil)
  }

  @Test func `an item cannot be inserted twice`() {
    var arrangement = letters("F[1 2] O[3]")
    #expect(throws: ReorderError.duplicateSource(index: 1)) {
      try arrangement.insert(["8", "3"], at: end("F"))
    }
    #expect(throws: ReorderError.duplicateSource(index: 1)) {
      try arrangement.insert(["8", "8"], at: end("F"))
    }
    #expect(throws: ReorderError.unknownAnchor) {
      try arrangement.insert(["8"], at: before("3", "F"))
    }
    #expect(throws: ReorderError.unknownCollection) { try arrangement.insert(["8"], at: end("X")) }
    #expect(picture(arrangement) == "F[1 2] O[3]")
  }
}

@Suite struct `Moving by offsets` {
  @Test(arguments: [
    ("ABCD", [0], 3, "BCAD"),  // 21
    ("ABCD", [0, 3], 2, "BADC"),  // 22
    ("ABCD", [1], 1, "ABCD"),  // 23
    ("ABCD", [1], 2, "ABCD"),  // 23
    ("ABCD", [], 4, "ABCD"),
    ("ABcDefgHIJKlmNO", [2, 4, 5, 6, 11, 12], 2, "ABcefglmDHIJKNO"),  // 24
  ])
  func `counts all offsets before the move`(
    _ given: String, _ from: [Int], _ to: Int, _ then: String
  ) {
    var list = Array(given)
    let isMoved = list.move(fromOffsets: from, toOffset: to)
    #expect(isMoved)
    #expect(String(list) == then)
  }

  @Test(arguments: [([5], 0), ([-1], 0), ([0], 3), ([0], -1)])
  func `row 25: refuses offsets that are not there`(_ from: [Int], _ to: Int) {
    var list = ["A", "B"]
    let isMoved = list.move(fromOffsets: from, toOffset: to)
    #expect(!isMoved)
    #expect(list == ["A", "B"])
  }
}
