/// What ties a room to a race.
struct RaceTies {
  /// At the table of an entrant; nil elsewhere.
  var entered: Entered?
  /// Of the race that is hosted here; nil at a table.
  var desk: RaceDesk?
}
