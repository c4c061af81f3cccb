import Patience

/// A ruleset as flat tables in memory that never moves: what the inner loops read. Invariant: it is as good
/// as the rules that own the memory, and nothing changes it.
struct RuleTables {
  static let roleCount = 6

  var pileCount = 0
  var cardCount = 0

  /// By role.
  var zones: UnsafePointer<ZoneRule>
  var lanes: UnsafePointer<Lane>
  var reaches: UnsafePointer<Int>
  /// By pile: its role, the cards that may begin it, and where the list of those that lie on it begins.
  var roles: UnsafePointer<UInt8>
  var starters: UnsafePointer<CardSet>
  var coverFirst: UnsafePointer<Int>
  var coverers: UnsafePointer<UInt8>
  /// For each zone, 64 entries: by card, which may lie on it.
  var takers: UnsafePointer<CardSet>
  /// By card, which make a pair with it.
  var partners: UnsafePointer<CardSet>
  /// By rank, from 0.
  var ranks: UnsafePointer<CardSet>
  /// Roles whose piles' tops fill empty piles, by `fillFirst`.
  var fills: UnsafePointer<UInt8>
  /// By two roles: whether cards that are put there go off as a pair.
  var pairs: UnsafePointer<Bool>
  /// By pile: what makes its part of the key differ from those of others; in the second half once the stock
  /// is empty.
  var salts: UnsafePointer<UInt64>
  /// By pile: 1 where only its last card and the number of its cards matter.
  var sealed: UnsafePointer<UInt8>
  /// What of eight cards matters: all of it, or their ranks.
  var faces: UInt64

  /// Cards that make the sum of a pair by themselves.
  var loners = CardSet.none
  /// A card may go together with the only one that lies on it.
  var takesCovered = false
  /// Whether cards of the tableau turn up; whether the top of the stock does.
  var turnsUp = false
  var stockTurnsUp = false
  var hasFills = false
  var runsGo = false
  /// Cards go to the foundations by themselves; the safe ones alone.
  var cardsGo = false
  var onlySafeGo = false
  /// Nothing is safe in the waste, or everything is safe.
  var wasteIsUnsafe = false
  var allIsSafe = false

  var stock = StockRule()
  var win = WinRule()

  @inline(__always)
  func zone(_ role: Zone.Role) -> UnsafePointer<ZoneRule> { zones + Int(role.rawValue) }
}
