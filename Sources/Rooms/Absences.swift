/// Visits that left a table, and since which version each had been told everything that happened there. Whoever
/// comes back is told what they missed; nobody is told what happened before they came.
///
/// Invariant: at most `2 * generationMax` visits are known, the ones that left last.
struct Absences {
  static let generationMax = 512

  private var latest: [VisitID: Int] = [:]
  private var before: [VisitID: Int] = [:]

  var count: Int { latest.count + before.count }

  /// - Parameter since: the first version that the visit was told of.
  mutating func begin(_ visit: VisitID, since version: Int) {
    before[visit] = nil
    latest[visit] = version
    // Who left long ago is forgotten a generation at a time, so that each leaves as quickly as any other.
    if latest.count == Self.generationMax { (before, latest) = (latest, [:]) }
  }

  /// The visit is back, or is a stranger.
  ///
  /// - Returns: the first version that it was told of; nil when that is not known.
  mutating func end(_ visit: VisitID) -> Int? {
    latest.removeValue(forKey: visit) ?? before.removeValue(forKey: visit)
  }
}
