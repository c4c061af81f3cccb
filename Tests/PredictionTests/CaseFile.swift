import Cards
import DragDrop
import Foundation
import Patience
import Prediction
import Walks

/// Tests/Fixtures/prediction.json: what is asked of the rules in the browser and what they must answer, for every build
/// of them. Bytes are in hexadecimal.
struct CaseFile: Codable, Equatable {
  struct Case: Codable, Equatable {
    struct Play: Codable, Equatable {
      var operation: UInt8
      var handle: UInt16
      var pile: UInt8
      var answer: UInt8
      var view: String
      var awaited: String
    }

    var name: String
    var rules: String
    var piles: String
    var view: String
    var held: [UInt16]
    var choices: String
    /// FNV-1a over `whyNotDrop` of every handle and one more on every pile and one more, handle by handle.
    var refusals: UInt32
    /// FNV-1a over `look` of every handle and one more, as four bytes each.
    var looks: UInt32
    /// One after the other on the same board.
    var plays: [Play]
  }

  struct Walk: Codable, Equatable {
    var game: UInt8
    var seed: UInt32
    var steps: UInt32
    var digest: UInt32
  }

  struct Differences: Codable, Equatable {
    var seed: UInt32
    var steps: UInt32
    var digest: UInt32
  }

  /// The result of doing once what `baize-bench engine` measures.
  struct Measured: Codable, Equatable {
    var work: UInt8
    var sum: UInt32
  }

  var cases: [Case]
  var measured: [Measured]
  var walks: [Walk]
  var differences: [Differences]

  static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/prediction.json")

  static func read() throws -> CaseFile {
    try JSONDecoder().decode(CaseFile.self, from: Data(contentsOf: path))
  }

  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: Self.path)
  }

  // MARK: what is to be answered

  static func made() throws -> CaseFile {
    var cases: [Case] = []
    for (game, ruleset) in games.enumerated() {
      for (seed, steps) in [(1, 9), (2, 50)] as [(UInt64, Int)] {
        cases.append(try played(ruleset, seed: seed + UInt64(game) * 10, steps: steps))
      }
    }
    cases.append(try finished())
    return CaseFile(
      cases: cases,
      measured: EngineMeasure.Work.allCases.map { work in
        Measured(work: work.rawValue, sum: EngineMeasure().run(work, times: 1))
      },
      walks: [(0, 1), (1, 2)].map { game, seed in
        Walk(
          game: game, seed: seed, steps: 20_000,
          digest: Walks.Walk.digest(game: game, seed: seed, steps: 20_000))
      },
      differences: [1, 2].map { seed in
        Differences(
          seed: seed, steps: 20_000, digest: DifferenceWalk.digest(seed: seed, steps: 20_000))
      })
  }

  /// A game after some steps; then some more, one of which is refused, and with luck some that are held up.
  private static func played(_ ruleset: Ruleset, seed: UInt64, steps: Int) throws -> Case {
    var play = Play(ruleset, seed: seed)
    for _ in 0..<steps {
      let (operation, handle, pile) = play.anything()
      do throws(Refusal) { try play.make(operation, handle, pile) } catch { break }
    }
    var plays: [(UInt8, UInt16, UInt8)] = [(1, 0, 0), (9, 0, 0)]
    var ahead = play
    for _ in 0..<5 {
      let (operation, handle, pile) = ahead.anything()
      plays.append((operation.rawValue, handle, pile))
      do throws(Refusal) { try ahead.make(operation, handle, pile) } catch { break }
    }
    let held = steps == 50 ? play.engine.choices(for: 0).drops.first.map { [$0.handle] } ?? [] : []
    return try answered(
      "\(ruleset.id.text), seed \(seed), after \(steps) steps", play.engine.model, held: held, plays: plays)
  }

  private static func finished() throws -> Case {
    let picture = "stock: (QS) (KS)\nf0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-TS\nt0: JS"
    return try answered(
      "a stock whose order is hidden, finished as far as it is known", table(picture), held: [],
      plays: [(4, 0, 0), (2, 0, 0)])
  }

  private static func answered(
    _ name: String, _ table: Table, held: [UInt16], plays: [(UInt8, UInt16, UInt8)]
  ) throws -> Case {
    var predictor = try predictor(seeing: table)
    for handle in held { _ = predictor.hold(handle) }
    var (refusals, looks) = (Digest(), Digest())
    for handle in 0...UInt16(table.ruleset.cardCount()) {
      for pile in 0...UInt8(table.pileIDs.count) {
        refusals.add(predictor.whyNotDrop(handle, on: pile))
      }
      looks.add(predictor.look(handle)?.packed ?? .max)
    }
    let choices = predictor.choices()
    return Case(
      name: name, rules: hex(table.ruleset.bytes), piles: String(decoding: predictor.piles(), as: UTF8.self),
      view: hex(table.sight.bytes), held: held, choices: hex(choices), refusals: refusals.value,
      looks: looks.value,
      plays: plays.map { operation, handle, pile in
        let answer = predictor.play(operation, handle, on: pile)
        return Case.Play(
          operation: operation, handle: handle, pile: pile, answer: answer, view: hex(predictor.view()),
          awaited: hex(predictor.awaited()))
      })
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }
}
