import Cards
package import Patience

// Words of the data, as keys of the catalogue and as descriptions have them.

extension Rank {
  /// The key of what it is called.
  var key: String { "rank.\(Array("A23456789TJQK")[Int(rawValue) - 1])" }
}

extension Zone.Role {
  /// The key of what one of its piles is called.
  var key: String { "zone.\(word)" }
}

extension Zone.Build.Direction {
  package var word: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .both: "both"
    case .level: "level"
    }
  }
}

extension Zone.Build.SuitRule {
  package var word: String {
    switch self {
    case .any: "any"
    case .same: "same"
    case .alternateColour: "alternateColour"
    case .sameColour: "sameColour"
    case .otherSuit: "otherSuit"
    case .suitOrRank: "suitOrRank"
    }
  }
}

extension Zone.Unit {
  package var word: String {
    switch self {
    case .none: "none"
    case .top: "top"
    case .run: "run"
    case .runOfSuit: "runOfSuit"
    case .face: "face"
    case .pile: "pile"
    case .pileOrTop: "pileOrTop"
    case .pileOrFreeing: "pileOrFreeing"
    }
  }
}
