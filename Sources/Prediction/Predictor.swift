import Cards
package import Patience

/// What a browser asks of the rules, bytes in and bytes out (docs/PREDICTION.md). Promise: it answers
/// as the server's referee would on what the player sees; it holds no hidden face, and a refused call
/// changes nothing.
///
/// The board that the server declares only asks the table, so this asks the table too, and leaves
/// sessions, negotiation and all else that a browser need not know to the server: half the bytes.
package struct Predictor {
  package enum Loading: UInt8 {
    case done, badRules, badView, noRules
  }

  package enum Operation: UInt8 {
    case move = 1
    case turnStock, send, finish
  }

  /// The answer to what is asked of no view. No refusal has this number.
  package static let nothingLoaded: UInt8 = 255

  package private(set) var ruleset: Ruleset?
  package private(set) var table: Table?
  /// Cards that others are dragging.
  package private(set) var held: [UInt16] = []

  package init() {}

  // MARK: loading

  package mutating func load(rules bytes: [UInt8]) -> Loading {
    table = nil
    ruleset = Ruleset(bytes: bytes)
    // Not compared with nil: the comparison of whole rulesets would come along.
    if case .none = ruleset { return .badRules }
    return .done
  }

  package mutating func load(view bytes: [UInt8]) -> Loading {
    table = nil
    held = []
    guard let ruleset else { return .noRules }
    table = Sight(bytes: bytes, ruleset: ruleset).flatMap { Table(ruleset: ruleset, sight: $0) }
    if case .none = table { return .badView }
    return .done
  }

  /// Somebody else drags a card with all that lies on it.
  package mutating func hold(_ handle: UInt16) -> UInt8 {
    guard let table else { return Self.nothingLoaded }
    if let refusal = whyNotLift(handle, from: table) { return refusal.rawValue }
    held += table.stack(from: handle)
    return 0
  }

  // MARK: asking

  /// 0 if the server would allow the drop.
  package func whyNotDrop(_ handle: UInt16, on pile: UInt8) -> UInt8 {
    guard let table else { return Self.nothingLoaded }
    return whyNotMove(handle, to: pile, on: table)?.rawValue ?? 0
  }

  /// `nil` if the card cannot be lifted.
  package func look(_ handle: UInt16) -> Look? {
    guard let table, whyNotLift(handle, from: table) == nil else { return nil }
    return Look(cards: table.stack(from: handle).count)
  }

  private func whyNotLift(_ handle: UInt16, from table: Table) -> Refusal? {
    if let refusal = table.whyNotLift(handle) { return refusal }
    return table.stack(from: handle).contains { held.contains($0) } ? .inUse : nil
  }

  private func whyNotMove(_ handle: UInt16, to pile: UInt8, on table: Table) -> Refusal? {
    if let refusal = whyNotLift(handle, from: table) { return refusal }
    guard Int(pile) < table.pileIDs.count else { return .noSuchPile }
    let target = table.pileIDs[Int(pile)]
    // A pile that takes nothing from anywhere is no destination, not even for its own cards.
    if target.role != .tableau, !table.takesCards(in: target.role) { return .notAllowedThere }
    return table.whyNotMove(table.stack(from: handle), to: target)
  }

  // MARK: playing

  /// 0 if it was done, up to the first card that would turn up.
  package mutating func play(_ operation: UInt8, _ handle: UInt16, on pile: UInt8) -> UInt8 {
    guard var next = table else { return Self.nothingLoaded }
    guard let operation = Operation(rawValue: operation) else { return Refusal.declined.rawValue }
    do throws(Refusal) {
      switch operation {
      case .move:
        if let refusal = whyNotMove(handle, to: pile, on: next) { throw refusal }
        try next.move(next.stack(from: handle), to: next.pileIDs[Int(pile)])
      case .turnStock: try next.turnStock()
      case .send:
        if held.contains(handle) { throw .inUse }
        try next.sendToFoundation(handle)
      case .finish:
        if !held.isEmpty { throw .inUse }
        try next.finish()
      }
    } catch {
      return error.rawValue
    }
    table = next
    return 0
  }
}
