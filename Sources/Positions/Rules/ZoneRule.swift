import Patience

/// Which cards of a pile can be lifted, each with all that lies on it, the whole pile apart.
enum Take: UInt8 {
  case nothing, top, run, runOfSuit, anyOpen

  init(_ unit: Zone.Unit) {
    self =
      switch unit {
      case .none, .pile: .nothing
      case .top, .pileOrTop: .top
      case .run, .pileOrFreeing: .run
      case .runOfSuit: .runOfSuit
      case .face: .anyOpen
      }
  }
}

/// One zone as flat numbers; a zone that a game does not have is one without piles.
struct ZoneRule {
  var first = 0
  var end = 0
  var take = Take.nothing
  var takesWholePiles = false
  /// A part of a pile leaves it only if that lays a card bare which can go to a foundation.
  var hasToFree = false
  var takeMax: Int32 = 0
  /// What can be taken depends on empty cells, if these help, and on empty piles of the zone, if any card
  /// begins one.
  var takesBySupermove = false
  var cellsHelp = false
  var columnsHelp = false
  /// Cards of other piles lie on those of this zone.
  var isCovered = false
  var startsWithBase = false
  /// Whether something can be put on its piles, or pairs be made with them.
  var isTarget = false
  var isPaired = false
  var takesCompleteRuns = false
  /// Its lanes, in the order of targets.
  var laneFirst = 0
  var laneEnd = 0
  /// Where its part of `takers` begins.
  var build = 0
  /// Its part of the list of piles that fill empty ones.
  var fillFirst = 0
  var fillEnd = 0

  var canBeLifted: Bool { take != .nothing || takesWholePiles }
}
