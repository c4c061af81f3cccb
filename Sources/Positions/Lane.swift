/// How cards of one zone go to those of another.
enum Way: UInt8 {
  /// One on the other, as the target's build says.
  case ordinary
  /// A complete run, to an empty pile.
  case completeRun
  /// Two cards go off together.
  case pair
  /// One that makes the sum of a pair by itself goes off.
  case alone
}

/// The way from one zone to another.
struct Lane {
  let way: Way
  /// The role of the target zone, and its piles.
  let target: Int
  let first: Int
  let end: Int
  /// How many cards at once.
  let putMax: Int32
  /// How many cards a pile can hold.
  let capacity: Int32
  /// Whether cards from here may begin an empty pile there.
  let begins: Bool
  /// It leads to other piles of the same zone.
  let staysInZone: Bool
  /// Not the card that is lifted has to fit, but the top of its pile.
  let judgesTop: Bool
  /// Whether it matters how far to the left a pile is, and where the list of what is allowed begins and ends,
  /// the farthest first.
  let hasReach: Bool
  let reachFirst: Int
  let reachEnd: Int
}
