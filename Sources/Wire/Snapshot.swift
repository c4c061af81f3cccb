/// A room as a newcomer may see it. It is built from a view and holds nothing that a view does not:
/// an item without a face has none here.
package struct Snapshot: Equatable, Sendable {
  package enum Reason: String, Sendable, CaseIterable {
    case join, sync, resume, deal, fallback, behind
    /// A race has begun.
    case start
  }

  package var room: String
  package var epoch: String
  package var version: Int
  package var hash: String
  package var why: Reason
  package var game: GameTold
  /// nil for boards.
  package var deal: DealTold?
  package var regions: [RegionTold]
  package var selections: [SelectionTold]
  package var status: Status
  package var seats: [Seat]
  package var watching: Int
  package var live: [LiveDrag]
  package var access: AccessTold
  /// nil for a table.
  package var race: RaceTold?
  /// Whose table it is in a race; nil for any other.
  package var entry: RaceEntry?

  package init(
    room: String, epoch: String, version: Int, hash: String, why: Reason, game: GameTold, deal: DealTold?,
    regions: [RegionTold], selections: [SelectionTold] = [], status: Status, seats: [Seat], watching: Int,
    live: [LiveDrag], access: AccessTold = AccessTold(), race: RaceTold? = nil, entry: RaceEntry? = nil
  ) {
    self.room = room
    self.epoch = epoch
    self.version = version
    self.hash = hash
    self.why = why
    self.game = game
    self.deal = deal
    self.regions = regions
    self.selections = selections
    self.status = status
    self.seats = seats
    self.watching = watching
    self.live = live
    self.access = access
    self.race = race
    self.entry = entry
  }
}

package struct GameTold: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case patience
    case board
    case race
  }

  package var id: String
  package var name: String
  package var kind: Kind
  /// Cards turned from the stock at once.
  package var draw: Int
  /// Passes through the stock that are allowed; −1 for no limit.
  package var passes: Int
  /// The whole ruleset in its compact form, for rules in a browser; empty if it was not told.
  package var rules: [UInt8]
  /// How far it is to the goal, in cards.
  package var of: Int
  /// What two cards that go together add up to; nil where cards do not go in pairs.
  package var pairs: Int?
  package var score: ScoreTold
  /// What lies where, for clients that draw it; empty if it was not told.
  package var zones: [ZoneTold]

  /// What points mean.
  package enum ScoreTold: String, Sendable, CaseIterable {
    case points
    /// The fewer the better.
    case low
    case none
  }

  package init(
    id: String, name: String, kind: Kind = .patience, draw: Int = 0, passes: Int = -1, rules: [UInt8] = [],
    of: Int = 52, pairs: Int? = nil, score: ScoreTold = .points, zones: [ZoneTold] = []
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.draw = draw
    self.passes = passes
    self.rules = rules
    self.of = of
    self.pairs = pairs
    self.score = score
    self.zones = zones
  }
}

/// A region with all that a client has to know of it; empty and nil mean: nothing was declared.
package struct RegionTold: Equatable, Sendable {
  package var name: String
  package var title = ""
  package var label = ""
  package var layout: String?
  package var empty = ""
  package var formation: String?
  package var dropFormation: String?
  package var button: ButtonTold?
  /// "toggle" or "always", for lists that are moved by offsets.
  package var edit: String?
  /// Seats that edit it.
  package var editing: [Int] = []
  /// Its items can be tapped.
  package var taps = false
  /// MIME types that it takes from outside.
  package var takes: [String] = []
  /// Its items may leave the board as data.
  package var gives = false
  package var preview = ""
  package var scrolls = false
  package var runs: [RunTold]
}

// Here, so that there is an initialiser of all properties as well.
extension RegionTold {
  package init(name: String, formation: String? = nil, runs: [RunTold]) {
    self.init(name: name, title: "", formation: formation, runs: runs)
  }
}

/// Items of one collection that are alike in whether they may be lifted, deepest first.
package struct RunTold: Equatable, Sendable {
  package var collection: String
  package var drag: Bool
  package var title: String
  /// A drop says where among its items they go.
  package var reorder: Bool
  package var capacity: Int?
  package var items: [ItemTold]

  package init(
    collection: String, drag: Bool, title: String = "", reorder: Bool = false, capacity: Int? = nil,
    items: [ItemTold]
  ) {
    self.collection = collection
    self.drag = drag
    self.title = title
    self.reorder = reorder
    self.capacity = capacity
    self.items = items
  }
}

package struct ItemTold: Equatable, Sendable {
  package var handle: Int
  /// A card's face; nil where it lies face down, and for items with content.
  package var face: String?
  /// Elsewhere, so that cards are small: all of a table are looked at in each move.
  private var kept: Kept?

  private indirect enum Kept: Equatable, Sendable {
    case content(ItemContent)
  }

  package init(handle: Int, face: String? = nil, content: ItemContent? = nil) {
    self.handle = handle
    self.face = face
    kept = content.map(Kept.content)
  }

  package var content: ItemContent? {
    get { if case .content(let content)? = kept { content } else { nil } }
    set { kept = newValue.map(Kept.content) }
  }

  /// What the view hash counts of it beside its handle; nil for nothing.
  package var hashed: String? { face ?? content?.hashed }
}

package enum GameState: String, Sendable, CaseIterable {
  case playing, won
  /// What is left to do leads nowhere.
  case stuck
  /// Ended without a win: given up, or the time of its race is over.
  case over
  /// Its race has not begun: there are no faces yet.
  case waiting

  /// Nothing is played any more.
  package var isEnd: Bool { self == .won || self == .over }
}

/// Score and state of a game at a version.
package struct Status: Equatable, Sendable {
  package var score: Int
  package var moves: Int
  package var pass: Int
  package var redeal: Bool
  package var up: Int
  package var clockMilliseconds: Int
  package var clockRuns: Bool
  package var ticks: Int
  package var status: GameState
  package var undo: Int
  package var redo: Int
  package var auto: AutoMoves
  package var timed: Bool
  package var bonus: Int?
  /// Cards played one after the other since the stock was turned, where that counts.
  package var streak: Int

  package init(
    score: Int, moves: Int, pass: Int, redeal: Bool, up: Int, clockMilliseconds: Int, clockRuns: Bool,
    ticks: Int,
    status: GameState, undo: Int, redo: Int, auto: AutoMoves, timed: Bool, bonus: Int? = nil,
    streak: Int = 0
  ) {
    self.score = score
    self.moves = moves
    self.pass = pass
    self.redeal = redeal
    self.up = up
    self.clockMilliseconds = clockMilliseconds
    self.clockRuns = clockRuns
    self.ticks = ticks
    self.status = status
    self.undo = undo
    self.redo = redo
    self.auto = auto
    self.timed = timed
    self.bonus = bonus
    self.streak = streak
  }
}
