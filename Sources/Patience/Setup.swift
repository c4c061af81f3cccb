import Cards

/// What a game is played with and by: one reference, so that the many copies of a table, one for every
/// step that can be taken back, do not carry it along. Invariant: it never changes.
final class Setup: Hashable, Sendable {
  let ruleset: Ruleset
  /// All piles, in the order in which they are listed everywhere.
  let pileIDs: [PileID]
  /// Their rules, in the same order.
  let rules: [PileRule]
  /// By handle. Never public: this is the secret. `nil` where a player's view does not tell it.
  let faces: [Card?]
  let knowsAllFaces: Bool

  init(ruleset: Ruleset, faces: [Card?]) {
    self.ruleset = ruleset
    self.faces = faces
    knowsAllFaces = faces.allSatisfy { $0 != nil }
    rules = ruleset.zones.flatMap { zone in
      (0..<zone.count).map { PileRule(zone, index: $0, base: ruleset.base) }
    }
    pileIDs = rules.map { $0.pile }
  }

  static func == (a: Setup, b: Setup) -> Bool {
    a === b || a.ruleset == b.ruleset && a.faces == b.faces
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ruleset)
    hasher.combine(faces)
  }
}
