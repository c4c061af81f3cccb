import Testing
import Wire

@testable import Rooms

@Suite struct `Answers to commands that come again` {
  private static func visit(_ number: Int) throws -> VisitID {
    let digits = String(number, radix: 16)
    return try #require(VisitID(String(repeating: "0", count: 32 - digits.count) + digits))
  }

  private func said(_ answers: Answers, _ c: Int, of visit: VisitID) -> String {
    switch answers.known(c, of: visit) {
    case .fresh: "fresh"
    case .forgotten: "forgotten"
    case .agreed(let version): "agreed at \(version)"
    case .answered(let reply): String(decoding: reply.line, as: UTF8.self)
    }
  }

  @Test func `are those that were given, and newer commands are fresh`() throws {
    var answers = Answers()
    let visit = try Self.visit(1)
    for c in [1, 2, 4] { answers.give(Reply(line: Array("\(c)".utf8)), to: c, of: visit, at: c) }
    #expect((1...5).map { said(answers, $0, of: visit) } == ["1", "2", "fresh", "4", "fresh"])
    #expect(said(answers, 1, of: try Self.visit(2)) == "fresh")
  }

  @Test func `The oldest answers of a long visit are forgotten, and nothing is carried out twice`() throws {
    var answers = Answers()
    let visit = try Self.visit(1)
    let last = Answers.perVisitMax * 2
    for c in 1...last { answers.give(Reply(line: []), to: c, of: visit, at: c) }
    #expect(said(answers, 1, of: visit) == "forgotten")
    #expect(said(answers, last, of: visit) == "" && said(answers, last + 1, of: visit) == "fresh")
  }

  @Test func `Answers of a visit that gave way to others are forgotten, and nothing is done twice`() throws {
    var answers = Answers()
    for number in 0...Answers.visitsMax {
      answers.give(Reply(line: []), to: 7, of: try Self.visit(number), at: 1)
    }
    #expect(said(answers, 7, of: try Self.visit(0)) == "forgotten")
    #expect(said(answers, 8, of: try Self.visit(0)) == "fresh")
    #expect(said(answers, 7, of: try Self.visit(1)) == "")
  }

  @Test func `Answers that the log does not hold at hand are forgotten, and the others are not`() throws {
    var answers = Answers()
    let visit = try Self.visit(1)
    answers.forget(upTo: 5, of: visit)
    answers.forget(upTo: 3, of: visit)
    for c in [4, 7] { answers.give(Reply(line: []), to: c, of: visit, at: c) }
    #expect(
      (3...8).map { said(answers, $0, of: visit) } == ["forgotten", "", "forgotten", "fresh", "", "fresh"])
  }

  @Test func `An answer that agrees is known by its version alone`() throws {
    var answers = Answers()
    let visit = try Self.visit(1)
    answers.give(nil, to: 3, of: visit, at: 17)
    #expect(said(answers, 3, of: visit) == "agreed at 17")
    answers.fallBack(to: 16)
    #expect(said(answers, 3, of: visit) == "fresh")
  }

  @Test func `are limited in bytes, and the visit with most gives way`() throws {
    var answers = Answers()
    let (few, many) = (try Self.visit(1), try Self.visit(2))
    for c in 1...5 { answers.give(Reply(line: Array(repeating: 1, count: 100)), to: c, of: few, at: c) }
    for c in 1...1_000 { answers.give(Reply(line: Array(repeating: 1, count: 500)), to: c, of: many, at: c) }
    #expect(answers.byteCount <= Answers.bytesMax + 1_000)
    #expect((1...5).allSatisfy { said(answers, $0, of: few).count == 100 }, "those of others are at hand")
    #expect(said(answers, 1, of: many) == "forgotten" && said(answers, 1_000, of: many).count == 500)
    // One that is larger than all may be is not kept.
    answers.give(Reply(line: Array(repeating: 1, count: Answers.bytesMax)), to: 1_001, of: many, at: 1)
    #expect(said(answers, 1_001, of: many) == "forgotten")
  }
}
