package import Patience

/// Names of games as people type them: a ruleset's identifier, or a family and how many cards are turned at
/// once.
package enum GameName {
  /// "klondike" is "klondike1" or "klondike3", as `draw` says; nil for what no ruleset is called.
  package static func ruleset(_ name: String, draw: Int? = nil) -> Ruleset? {
    let name = name.lowercased()
    if let ruleset = Catalogue.ruleset(id: name) {
      return draw.map { Int(ruleset.stock?.draw ?? 0) == $0 } ?? true ? ruleset : nil
    }
    return Catalogue.ruleset(id: name + String(draw ?? 1))
  }

  /// "klondike1, klondike3 (klondike is klondike1)": what to type.
  package static var known: String {
    Catalogue.rulesets.map(\.id.text).joined(separator: ", ") + " (klondike is klondike1)"
  }
}
