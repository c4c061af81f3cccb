import Wire

/// What a room told last, and what it keeps to tell those who come back.
struct LastTold {
  var history = History()
  /// What everybody last heard of who is there.
  var crowd = Crowd()
  /// Visits that left, and the versions that each was told of: who comes back is told what they missed.
  var absences = Recent<VisitID, ClosedRange<Int>>(generationMax: 512)
  /// Titles as the last event or snapshot for all left them: drags may have changed some since.
  var titles: [RegionChange]
  /// Who changed the top of each collection last, to tell a lost race from an old view.
  var movers: [String: (seat: SeatNumber, version: Int)] = [:]

  init(_ game: Game) { titles = game.board.titles }

  /// Versions after this one are void, and the same numbers will name others.
  mutating func fallBack(to version: Int, of game: Game) {
    forgetAbsences()
    history.fallBack(to: version)
    movers = movers.filter { $0.value.version <= version }
    titles = game.board.titles
  }

  /// Who left is told no more what they missed.
  mutating func forgetAbsences() { absences = Recent(generationMax: absences.generationMax) }
}
