import Contests
import Wire

/// What the table of an entrant knows of its race beside the log.
struct Entered {
  let entry: RaceEntry
  /// When the race begins, and what the cards are made of.
  var start: (at: Int64, sealed: SealedDeal)?
  /// The table was woken in the middle: the race says where the clock stands, and until then nothing is played.
  var isHeld = false
  /// Guests who still play, and may see no table but their own; nil as long as the race has not said it.
  var racing: Set<GuestID>?
  /// What the race was told last, and when.
  var told: RaceStanding?
  var toldAt: Int64 = 0
  /// It is to be told anew, whatever it was told before.
  var mustTell: Bool
  private let openedAt: Int64

  /// How often a race is told how somebody is getting on.
  static let pauseMilliseconds: Int64 = 400
  /// What was told while the race could not hear it is told again.
  static let againMilliseconds: Int64 = 2000
  /// For so long a table waits for a start without being used.
  private static let awaitedMilliseconds: Int64 = 30_000

  init(_ entry: RaceEntry, isReopened: Bool, now: Int64) {
    self.entry = entry
    (isHeld, mustTell, openedAt) = (isReopened, isReopened, now)
  }

  /// For so long nothing else may have the table's place.
  ///
  /// - Parameter isAwaited: whether the race has not begun.
  func isAwakeUntil(isAwaited: Bool) -> Int64 {
    // The longest race, and as long again for all that may hold it up.
    openedAt + (isAwaited ? Self.awaitedMilliseconds : Int64(WireLimits.raceSeconds.upperBound) * 2000)
  }
}
