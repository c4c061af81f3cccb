import Cards
import Patience

/// A description of a game while it is read: what is written, and where. What is not written stands here as `nil`, to
/// be told from the rest when everything is known.
struct GameDraft {
  /// Cards of the piles of a zone.
  enum Dealt {
    case all(Int)
    case each([Int])
  }

  struct Piles {
    var count: Int?
    var owner: Zone.Owner?
    var down: Dealt?
    var up: Dealt?
    var places: [Zone.Place]?
    var isTransparent: Bool?
    /// Inside: `nil` if nothing is built here, and that is written.
    var direction: Zone.Build.Direction??
    var suit: Zone.Build.SuitRule?
    var wraps: Bool?
    var start: Zone.Build.Start?
    var closedBy: Rank?
    var put: Zone.Put?
    var putLimit: Zone.Limit?
    var take: Zone.Unit?
    var takeLimit: Zone.Limit?
    var empty: Zone.Empty?
    var emptyFrom: Zone.Roles?
    var fill: [Zone.Role]?
    var from: Zone.Roles?
    var to: Zone.Roles?
    var reach: [UInt8]?
    var capacity: Zone.Limit?
  }

  struct Stock {
    var target: Ruleset.Stock.Target?
    var draw: Int?
    var passes: Ruleset.Stock.Passes?
    var needsFullTableau = false
    var showsTop = false
  }

  struct Pairs {
    var sum = 13
    var among: Zone.Roles?
    var takesCovered = false
  }

  enum Score {
    case preset(ScorePreset)
    case own(Scoring)
  }

  /// Nothing is written, or no object.
  var isEmpty = true
  var id: DescriptionReader.Located<String>?
  var title = ""
  var family: String?
  var pack = Ruleset.Pack()
  var base = Ruleset.Base.rank(.ace)
  var seats = Ruleset.Seats.one
  var order: Dealing.Order?
  var first: [Zone.Role]?
  var generator: Dealing.Generator?
  var basesFirst = false
  /// By role; the stock's as well.
  var zones: [Zone.Role: Piles] = [:]
  var stock: Stock?
  var pairs: Pairs?
  var win = Ruleset.Win.foundationsFull
  var score = Score.preset(.none)
  var automatic = Ruleset.Automatic()
  var options: [(parameter: Parameter, values: [UInt8])] = []

  /// Where each field stands, by its path.
  private(set) var marks: [String: Int] = [:]

  mutating func mark(_ path: String, at offset: Int) { marks[path] = offset }

  /// Where a field stands, or what it would belong to.
  func offset(of path: String) -> Int {
    var rest = path[...]
    while !rest.isEmpty {
      if let offset = marks[String(rest)] { return offset }
      rest = rest[..<(rest.lastIndex(of: ".") ?? rest.startIndex)]
    }
    return marks[""] ?? 0
  }
}
