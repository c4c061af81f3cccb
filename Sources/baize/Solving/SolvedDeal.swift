import Foundation
import Positions
import Solving

/// What the search of one deal found, and what it took.
struct SolvedDeal: Sendable {
  /// What a second look at a verdict says.
  enum Check: Sendable {
    case holds
    /// And why.
    case refuted(String)
    /// The proof has too many positions to be searched without prunings.
    case tooLarge
    /// Somebody ended the run before.
    case stopped

    var text: String {
      switch self {
      case .holds: "checked"
      case .refuted(let why): "WRONG: \(why)"
      case .tooLarge: "too large to be checked"
      case .stopped: "the check was stopped"
      }
    }
  }

  let number: UInt64
  let verdict: Verdict
  let spent: Spent
  let microseconds: Int64
  /// The budget's time was up.
  let isLate: Bool
  /// Nil where nobody asked for one, and where there is no verdict.
  let check: Check?

  /// "7 winnable 112 moves 0.08 ms", and the moves below it.
  func text(_ rules: CompiledRules, withMoves: Bool) -> String {
    let time = String(format: "%.2f ms", Double(microseconds) / 1000)
    let found =
      switch verdict {
      case .winnable(let line): "winnable \(line.moves.count) moves"
      case .impossible: "impossible \(spent.positions) positions"
      case .unknown(let shortage): "unknown (\(text(of: shortage))) \(spent.positions) positions"
      }
    let head = "\(number) \(found) \(time)\(check.map { " \($0.text)" } ?? "")"
    guard withMoves, case .winnable(let line) = verdict else { return head }
    return ([head] + line.moves.map { "  \($0.text(rules))" }).joined(separator: "\n")
  }

  /// Written by hand: an encoder takes longer than many a deal. Nothing but a check has letters that JSON asks about.
  func json(_ rules: CompiledRules, withMoves: Bool) -> String {
    var fields = ["\"deal\":\(number)", "\"verdict\":\"\(verdict.word)\""]
    switch verdict {
    case .winnable(let line):
      fields.append("\"moves\":\(line.moves.count)")
      if withMoves {
        fields.append("\"line\":[\(line.moves.map { "\"\($0.text(rules))\"" }.joined(separator: ","))]")
      }
    case .impossible(let proof):
      fields.append("\"kernel\":\"\(proof.kernel.rawValue)\"")
      fields.append("\"proof\":\"" + String(format: "%016lx%016lx", proof.sum, proof.parity) + "\"")
    case .unknown(let shortage): fields.append("\"why\":\"\(text(of: shortage))\"")
    }
    fields.append("\"positions\":\(spent.positions),\"bytes\":\(spent.bytes)")
    fields.append("\"milliseconds\":\(Double(microseconds) / 1000)")
    if let check { fields.append("\"check\":\(SolveTally.encode(check.text))") }
    return "{\(fields.joined(separator: ","))}"
  }

  private func text(of shortage: Shortage) -> String {
    switch shortage {
    case .positions: "out of positions"
    case .memory: "out of memory"
    case .stopped: isLate ? "out of time" : "stopped"
    }
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

extension Move {
  /// "t3 f0", "t3 t5 4" for four cards, or "turn" for the stock.
  func text(_ rules: CompiledRules) -> String {
    if isTurn { return "turn" }
    let ends = "\(rules.pileIDs[Int(from)].text) \(rules.pileIDs[Int(to)].text)"
    return count == 1 ? ends : "\(ends) \(count)"
  }
}
