import Foundation
import Patience
import Positions
import TestDice
import Testing

/// Whether everything is tried as often as it takes, which is a minute or two: with `BAIZE_LONG=1`, and in the slice of
/// a file of tests.
func isLong(in file: String = #fileID) -> Bool {
  ProcessInfo.processInfo.environment["BAIZE_LONG"] != nil || Slice.has(file)
}

/// A position that tests can talk about: moves by their names, piles as in pictures.
final class Played {
  private var position: Position
  private let rules: CompiledRules

  init(_ picture: String, _ ruleset: Ruleset) throws {
    rules = try #require(CompiledRules(ruleset))
    guard let position = Position(try Table(picture: picture, ruleset: ruleset), of: rules) else {
      throw Unmade(picture: picture)
    }
    self.position = position
  }

  init(copying other: Played) {
    rules = other.rules
    position = other.position.copy()
  }

  func become(_ other: Played) { position.become(other.position) }

  var key: UInt64 { position.key }
  var isWon: Bool { position.isWon }
  var pass: UInt16 { position.pass }

  /// All moves: "c0-t3", with the number of cards where there are several, "turn".
  var moves: [String] { listed.map { name(of: $0) } }

  func play(_ name: String) throws {
    let move = listed.first { self.name(of: $0) == name }
    position.apply(try #require(move, "\(name) is no move"))
  }

  func row(_ name: String) -> String {
    rules.pileIDs.firstIndex { $0.text == name }.map { position.row($0) } ?? "no pile"
  }

  private var listed: [Move] {
    var list = MoveList(for: rules)
    position.moves(into: &list)
    return (0..<list.count).map { list[$0] }
  }

  private func name(of move: Move) -> String {
    if move.isTurn { return "turn" }
    let piles = "\(rules.pileIDs[Int(move.from)].text)-\(rules.pileIDs[Int(move.to)].text)"
    return move.count == 1 ? piles : "\(piles)×\(move.count)"
  }
}

struct Unmade: Error {
  let picture: String
}

extension Position {
  /// A pile as in a picture.
  func row(_ pile: Int) -> String {
    let down = down(of: pile)
    return cards(of: pile).enumerated().map { $0 < down ? "(\($1.text))" : $1.text }.joined(separator: " ")
  }
}
