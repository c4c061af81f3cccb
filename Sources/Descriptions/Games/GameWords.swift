import Cards
import Patience

// Words that stand for the values of a game. Those that sentences about the rules use as well stand beside them.

enum GameWords {
  typealias Words<Value> = [(word: String, means: Value)]

  static let roleWords: Words<Zone.Role> = Zone.Role.allCases.map { ($0.word.description, $0) }
  static let someRoles: Words<Zone.Roles> =
    roleWords.map { ($0.word, Zone.Roles($0.means)) } + [("any", .any), ("none", .none)]
  static let suitRules: Words<Zone.Build.SuitRule> = all().map { ($0.word, $0) }
  static let directions: Words<Zone.Build.Direction?> =
    (all() as [Zone.Build.Direction]).map { ($0.word, $0) } + [("none", nil)]
  static let starts: Words<Zone.Build.Start> = [("any", .any), ("bySuit", .bySuit)]
  static let units: Words<Zone.Unit> = all().map { ($0.word, $0) }
  static let puts: Words<Zone.Put> = [("cards", .cards), ("completeRun", .completeRun)]
  static let empties: Words<Zone.Empty> = all().map { ($0.word.description, $0) }
  static let owners: Words<Zone.Owner> = [("table", .shared), ("seat", .seat)]
  static let orders: Words<Dealing.Order> = [("rows", .rows), ("piles", .piles), ("openLast", .openLast)]
  static let generators: Words<Dealing.Generator> = [("own", .own), ("microsoft", .microsoft)]
  static let targets: Words<Ruleset.Stock.Target> = [("waste", .waste), ("tableau", .tableau)]
  static let automatics: Words<Ruleset.Automatic.Foundation> = all().map { ($0.word, $0) }
  static let pictures: Words<GamePicture> = GamePicture.allCases.map { ($0.rawValue, $0) }
  static let presets: Words<ScorePreset> = ScorePreset.allCases.map { ($0.rawValue, $0) }
  static let ranks: Words<Ruleset.Base> = [
    ("ace", .rank(.ace)), ("jack", .rank(.jack)), ("queen", .rank(.queen)), ("king", .rank(.king)),
  ]

  /// All values of an enumeration whose raw values count from 0.
  private static func all<Value: RawRepresentable<UInt8>>() -> [Value] {
    Array((UInt8(0)...UInt8.max).lazy.map { Value(rawValue: $0) }.prefix { $0 != nil }.compactMap { $0 })
  }
}

extension Ruleset.Base {
  init?(rank: Int) {
    guard let rank = Rank(rawValue: UInt8(clamping: rank)) else { return nil }
    self = .rank(rank)
  }

  /// The number of its rank; 0 if that is dealt.
  var number: Int {
    if case .rank(let rank) = self { Int(rank.rawValue) } else { 0 }
  }
}

extension Ruleset.Automatic.Foundation {
  var word: String {
    switch self {
    case .off: "off"
    case .safe: "safe"
    case .all: "all"
    }
  }
}

/// Pictures of cards that cover each other, by name.
enum GamePicture: String, CaseIterable {
  case pyramid, peaks

  var places: [Zone.Place] {
    let ruleset: Ruleset =
      switch self {
      case .pyramid: .pyramid
      case .peaks: .triPeaks
      }
    return ruleset.zone(.tableau)?.places ?? []
  }
}

/// What many games are worth, by name.
enum ScorePreset: String, CaseIterable {
  case none, windows, vegas, spider

  /// - Parameter draw: cards turned at once, on which it rests what further passes cost.
  func scoring(draw: UInt8) -> Scoring {
    switch self {
    case .none: Scoring()
    case .windows: draw == 1 ? Ruleset.klondike1.scoring : Ruleset.klondike3.scoring
    case .vegas: Ruleset.vegas1.scoring
    case .spider: Ruleset.spider1.scoring
    }
  }
}
