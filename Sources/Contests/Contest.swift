import Boards
import Bytes
import DragDrop
package import Wire

/// A race on one deal, as its room hosts it: who is ready, whose salts are opened, how each stands, what comes next.
/// A value without clock and dice: `next` says which step is due, and a step is only taken by `apply`, so that the log
/// carries it out again.
///
///     open ── enough are ready ──→ starting ── salts opened ──→ running ── all are done, or time is over ──→ ended
///       ↑────── too few salts ────────┘                            │ again, of who is done              again │
///                                                                  └────────────→ another race ←──────────────┘
///
/// Invariants: nobody is known to be done who has no table; a race that has ended has a standing for each entrant.
package struct Contest: Sendable {
  /// What never changes of it.
  final class Laid: Sendable {
    let table: OpenTable
    let plan: RacePlan
    let title: String
    let sealed: SealedDeal
    let cards: Int
    let ranking: Ranking

    init(table: OpenTable, plan: RacePlan, title: String, sealed: SealedDeal, cards: Int, ranking: Ranking) {
      self.table = table
      self.plan = plan
      self.title = title
      self.sealed = sealed
      self.cards = cards
      self.ranking = ranking
    }
  }

  /// One seat of the race.
  struct Entrant: Equatable {
    var isReady = false
    /// SHA-256 of their salt, in hex; nil for a program.
    var commit: String?
    var salt: String?
    /// Their table, once there is one.
    var room: String?
    /// They were there when it began.
    var plays = false
    var standing: RaceStanding?
    var wantsAgain = false
    var readyCount = 0

    /// They begin if the race begins now.
    var isOpened: Bool { room != nil && (commit == nil || salt != nil) }
  }

  /// Who holds a seat, as far as a race has to know it. It is in no record: nothing that is replayed rests on it.
  package struct Attendance: Equatable, Sendable {
    var isHere: Bool
    var isProgram: Bool
    var isHost: Bool

    package init(isHere: Bool, isProgram: Bool, isHost: Bool) {
      (self.isHere, self.isProgram, self.isHost) = (isHere, isProgram, isHost)
    }
  }

  let laid: Laid
  package internal(set) var phase = RaceState.open
  var entrants: [Entrant]
  /// The text that the deal is bound to, once it has begun.
  package internal(set) var start: String?
  package internal(set) var nextRoom: String?
  /// The host wants it to begin without those who are not ready.
  var isStartAsked = false
  /// So often too few opened their salts.
  var reopenings = 0

  // MARK: in no record

  var attendance: [Attendance?]
  /// How those stand who have told it, and are not recorded.
  var latest: [Int: RaceStanding] = [:]
  /// When the second was ready, the start was decided, the cards are dealt.
  var secondReadyAt: Int64?
  var startingAt: Int64?
  /// Nothing begins before.
  var restsUntil: Int64?
  package internal(set) var startsAt: Int64?
  /// The time was over, and those who still play were told.
  var closedAt: Int64?
  var isClosingTold = false
  /// It was told that the next race has begun.
  var hasNextBegun = false
  /// Since when everybody is waited for, after the server was away.
  var heldAt: Int64?
  /// Those of them who have told how they stand.
  var heard: Set<Int> = []

  /// Between the decision and the start.
  package static let countdownMilliseconds: Int64 = 3000
  /// So long there is to open a salt.
  static let saltMilliseconds: Int64 = 2500
  /// After a race: so long the others are waited for when two want another.
  static let againMilliseconds: Int64 = 10_000
  /// After the server was away: so long all are waited for.
  static let heldMilliseconds: Int64 = 5000
  /// After the time is over: so long tables may take to say how they stand.
  static let closingMilliseconds: Int64 = 5000
  /// After the first win the others have half of its time again, or this.
  static let afterWinMilliseconds = 60_000
  /// So often somebody may say whether they are ready: a log without a base may not become too long.
  static let readyMax = 200
  /// After too few opened their salts nothing begins for so long, and each time twice as long, up to a minute.
  static let restMilliseconds: Int64 = 2000
  static let restMillisecondsMax: Int64 = 60_000

  /// - Parameters:
  ///   - table: as it was opened.
  ///   - title: of its game.
  ///   - cards: that are to be done.
  ///   - random: 48 bytes from the system's random source.
  package init(
    _ table: OpenTable, plan: RacePlan, title: String, cards: Int, ranking: Ranking, random: [UInt8]
  ) {
    laid = Laid(
      table: table, plan: plan, title: title, sealed: SealedDeal(random: random), cards: cards,
      ranking: ranking)
    entrants = Array(repeating: Entrant(), count: plan.most)
    attendance = Array(repeating: nil, count: plan.most)
  }

  package var plan: RacePlan { laid.plan }
  package var table: OpenTable { laid.table }
  package var commit: String { laid.sealed.commit }

  // MARK: - What is asked of it

  /// Seats that play: they were there at the start.
  package var players: [Int] {
    entrants.indices.filter { entrants[$0].plays }
  }

  /// Those of them who are not done.
  package var unfinished: [Int] {
    guard phase == .running else { return [] }
    return entrants.indices.filter { entrants[$0].plays && entrants[$0].standing == nil }
  }

  /// Whether they may ask for another race: they are done with this one.
  func mayGoOn(_ number: Int) -> Bool {
    phase == .ended || phase == .running && entrants[number].standing != nil
  }

  /// The lowest seat that has asked for another race.
  package var wantsAnother: Int? { entrants.firstIndex(where: \.wantsAgain) }

  package func room(of number: Int) -> String? { entrants[number].room }
  package func number(of room: String) -> Int? { entrants.firstIndex { $0.room == room } }

  /// Nobody new gets in, and nobody's seat becomes a stranger's.
  package var keepsSeats: Bool { phase != .open }

  /// When it is over at the latest, on its own clock.
  package var untilMilliseconds: Int {
    let limit = plan.seconds * 1000
    let wins = entrants.compactMap { $0.standing.flatMap { $0.state == .won ? $0.milliseconds : nil } }
    guard let first = wins.min() else { return limit }
    return min(limit, first + max(first / 2, Self.afterWinMilliseconds))
  }

  /// Whether the log leads to it.
  package func isSame(as other: Contest?) -> Bool {
    guard let other else { return false }
    return phase == other.phase && entrants == other.entrants && start == other.start
      && nextRoom == other.nextRoom
  }

  /// Whether a command has changed nothing that is remembered.
  package func isUnchanged(since before: Contest) -> Bool {
    isSame(as: before) && isStartAsked == before.isStartAsked
  }

  package func checkInvariants() {
    precondition(
      entrants.allSatisfy { $0.standing == nil || $0.room != nil }, "who is done has a table")
    precondition(phase == .open || phase == .starting || start != nil, "a race that runs is bound to a text")
    precondition(
      phase != .ended || players.allSatisfy { entrants[$0].standing?.isFinal == true },
      "a race that has ended has a standing for each entrant")
  }
}
