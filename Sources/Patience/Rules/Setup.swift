import Cards

/// What a game is played with and by: one reference, so that the many copies of a table, one for every
/// step that can be taken back, do not carry it along. Invariant: it never changes.
final class Setup: Hashable, Sendable {
  let ruleset: Ruleset
  /// How many people play.
  let seats: UInt8
  /// All piles, in the order in which they are listed everywhere.
  let pileIDs: [PileID]
  /// Their rules, in the same order.
  let rules: [PileRule]
  /// By slot: the piles that lie half over it; empty where cards do not cover each other.
  let coverers: [[UInt8]]
  /// The slots of each role, by its raw value.
  let slotsOfRole: [Range<Int>]
  /// By handle. Never public: this is the secret. `nil` where a player's view does not tell it.
  let faces: [Card?]
  let knowsAllFaces: Bool
  /// The rank that foundations begin with; `nil` while it is not known.
  let base: Rank?

  init(ruleset: Ruleset, seats: UInt8, faces: [Card?], base: Rank?) {
    self.ruleset = ruleset
    self.seats = seats
    self.faces = faces
    self.base = base
    knowsAllFaces = faces.allSatisfy { $0 != nil }
    let rules = ruleset.zones.flatMap { zone in
      zone.piles(seats: seats).map { PileRule(zone, index: $0.index, base: base) }
    }
    self.rules = rules
    pileIDs = rules.map { $0.pile }
    var (slotsOfRole, coverers) = ([Range<Int>](), [[UInt8]]())
    for role in Zone.Role.allCases {
      let first = coverers.count
      let places = ruleset.zone(role)?.places ?? []
      while coverers.count < rules.count, rules[coverers.count].role == role {
        coverers.append(Self.coverers(of: coverers.count - first, places, first: first))
      }
      slotsOfRole.append(first..<coverers.count)
    }
    self.slotsOfRole = slotsOfRole
    self.coverers = coverers
  }

  /// The slots of the piles that lie half over one of their zone; seats have a picture each.
  private static func coverers(of index: Int, _ places: [Zone.Place], first: Int) -> [UInt8] {
    if places.isEmpty { return [] }
    let place = places[index % places.count]
    var found: [UInt8] = []
    for (other, candidate) in places.enumerated() where place.isCovered(by: candidate) {
      found.append(UInt8(truncatingIfNeeded: first + index / places.count * places.count + other))
    }
    return found
  }

  /// With other faces of the same cards.
  func with(faces: [Card?]) -> Setup {
    Setup(ruleset: ruleset, seats: seats, faces: faces, base: base)
  }

  static func == (a: Setup, b: Setup) -> Bool {
    a === b || a.ruleset == b.ruleset && a.faces == b.faces && a.seats == b.seats
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ruleset)
    hasher.combine(faces)
  }
}
