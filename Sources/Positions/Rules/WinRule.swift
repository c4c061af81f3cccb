/// When a game is won.
struct WinRule {
  enum Kind: UInt8 { case foundationsFull, emptied, runs, onePile }

  var kind = Kind.foundationsFull
  /// Roles as bits, for `emptied`.
  var roles: UInt8 = 0
  /// How many, for `runs`.
  var count = 0
}
