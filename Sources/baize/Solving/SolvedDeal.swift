import Foundation
import Positions
import Solving

/// What the search of one deal found, and what it took.
struct SolvedDeal: Sendable {
  let number: UInt64
  let verdict: Verdict
  let spent: Spent
  let microseconds: Int64
  /// Why the verdict is wrong, where a check found that it is.
  let fault: String?

  /// "7 winnable 112 moves 0.08 ms", and the moves below it.
  func text(_ rules: CompiledRules, withMoves: Bool) -> String {
    let time = String(format: "%.2f ms", Double(microseconds) / 1000)
    let found =
      switch verdict {
      case .winnable(let line): "winnable \(line.moves.count) moves"
      case .impossible: "impossible \(spent.positions) positions"
      case .unknown(let shortage): "unknown (\(shortage.text)) \(spent.positions) positions"
      }
    let head = "\(number) \(found) \(time)\(fault.map { " WRONG: \($0)" } ?? "")"
    guard withMoves, case .winnable(let line) = verdict else { return head }
    return ([head] + line.moves.map { "  \($0.text(rules))" }).joined(separator: "\n")
  }

  private struct Answer: Encodable {
    var deal: UInt64
    var verdict: String
    var why: String?
    var moves: Int?
    var line: [String]?
    var kernel: String?
    var proof: String?
    var positions: UInt64
    var bytes: Int
    var milliseconds: Double
    var fault: String?
  }

  func json(_ rules: CompiledRules, withMoves: Bool) -> String {
    var answer = Answer(
      deal: number, verdict: verdict.word, positions: spent.positions, bytes: spent.bytes,
      milliseconds: Double(microseconds) / 1000, fault: fault)
    switch verdict {
    case .winnable(let line):
      answer.moves = line.moves.count
      if withMoves { answer.line = line.moves.map { $0.text(rules) } }
    case .impossible(let proof):
      answer.kernel = proof.kernel.rawValue
      answer.proof = String(format: "%016lx%016lx", proof.sum, proof.parity)
    case .unknown(let shortage): answer.why = shortage.text
    }
    return SolveTally.encode(answer)
  }
}

extension Verdict {
  var word: String {
    switch self {
    case .winnable: "winnable"
    case .impossible: "impossible"
    case .unknown: "unknown"
    }
  }
}

extension Shortage {
  var text: String {
    switch self {
    case .positions: "positions"
    case .memory: "memory"
    case .stopped: "stopped"
    }
  }
}

extension Move {
  /// "t3 f0", "t3 t5 4" for four cards, or "turn" for the stock.
  func text(_ rules: CompiledRules) -> String {
    if isTurn { return "turn" }
    let ends = "\(rules.pileIDs[Int(from)].text) \(rules.pileIDs[Int(to)].text)"
    return count == 1 ? ends : "\(ends) \(count)"
  }
}
