import Contests
package import Patience
package import Wire

/// A deal that can be won, as it was picked for a table, and how.
package struct PickedDeal: Sendable, Equatable {
  package enum Source: Sendable, Equatable {
    /// Of an open deal.
    case number(UInt64)
    /// 48 bytes, which a sealed deal is made of.
    case random([UInt8])
  }

  package let source: Source
  /// Steps that win from the first position, where nothing goes up by itself.
  package let line: [StepTold]

  package init(_ source: Source, line: [StepTold]) {
    self.source = source
    self.line = line
  }

  /// The cards of it.
  package func deal(of ruleset: Ruleset) -> Deal {
    switch source {
    case .number(let number): return Deal(number: number, of: ruleset)
    case .random(let random):
      var generator = SealedDeal(random: random).generator
      return Deal(of: ruleset, using: &generator)
    }
  }

  /// As a log has it; nil where that is of no such deal.
  init?(_ deal: DealChoice, _ secret: Secret) {
    guard case .winnable(_, let isSealed, let number) = deal else { return nil }
    if !isSealed, let number {
      self.init(.number(number), line: [])
    } else if isSealed, let reveal = secret.reveal, let sealed = SealedDeal(reveal) {
      self.init(.random(sealed.random), line: reveal.line ?? [])
    } else {
      return nil
    }
  }
}

/// The answer to a wish for a deal that can be won.
package enum Pick: Sendable {
  /// No other table gets it, if it is sealed; the number of an open deal may be found again.
  case picked(PickedDeal)
  /// None is ready yet; asking soon again helps.
  case later
  /// Of this game none is ever picked.
  case never
}

/// Why a deal that can be won is not dealt; each case is a word of the protocol.
package enum PickRefusal: String, CaseIterable, Sendable {
  /// None is ready yet; ask again.
  case noDealYet
  /// The server picks none of this game, or for so many seats.
  case noWinnableDeals

  package static let waitMilliseconds = 500
}

extension RoomOpening {
  /// What is to be picked for it; nil where nothing is.
  package var wantedPick: (ruleset: Ruleset, terms: DealTerms, isSealed: Bool)? {
    guard case .winnable(let terms, let isSealed, _) = table.deal, table.race == nil, table.entry == nil,
      case .patience(let ruleset)? = GameBook(described: described).find(table.game)
    else { return nil }
    return (ruleset, terms, isSealed)
  }
}
