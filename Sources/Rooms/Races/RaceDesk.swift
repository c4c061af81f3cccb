import Wire

/// What the room of a race knows beside its log.
struct RaceDesk {
  /// The race was woken in the middle, or has forgotten something, and has to ask its tables.
  var mustAsk = false
  /// The next race could not be opened.
  var isNextLost = false
  /// It may not have been opened before the server was away: it is opened again, once, which does no harm where it was.
  var isNextUnsure = false
  /// Whose limits hold for each entrant: for a program its owner's.
  var payers: [Int: GuestID] = [:]
  /// How those were getting on who play, when it was told last, and when that was.
  var progress: [RaceProgress] = []
  var progressAt: Int64 = 0
}
