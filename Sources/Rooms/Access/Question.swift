import Wire

/// A new deal, or a new start, that somebody wants at a table where others play: it waits for their yes.
///
///     asked ── all have said yes ──→ agreed: dealt
///       ├───── somebody says no ───→ refused
///       ├───── the clock is over ──→ late
///       └───── the asker takes it back, or is gone ──→ withdrawn
struct Question {
  let number: Int
  let by: SeatNumber
  /// nil: the same deal from the start.
  let choice: DealChoice?
  /// nil: the same game.
  let game: String?
  let until: Int64
  /// Whose yes is needed.
  private(set) var of: Set<SeatNumber>
  private(set) var yes: Set<SeatNumber> = []

  /// So long there is for an answer.
  static let millisecondsMax: Int64 = 30_000
  /// So many times may somebody ask within `millisecondsMax`.
  static let timesMax = 3

  init(
    number: Int, by: SeatNumber, _ choice: DealChoice?, game: String?, of seats: Set<SeatNumber>, now: Int64
  ) {
    (self.number, self.by, self.choice, self.game, of) = (number, by, choice, game, seats)
    until = now + Self.millisecondsMax
  }

  var isAgreed: Bool { of.isSubset(of: yes) }

  mutating func agree(_ seat: SeatNumber) { if of.contains(seat) { yes.insert(seat) } }

  /// Nobody sits there any more.
  ///
  /// - Returns: whether somebody was asked there.
  mutating func leaveOut(_ seat: SeatNumber) -> Bool {
    yes.remove(seat)
    return of.remove(seat) != nil
  }

  func told(now: Int64) -> QuestionTold {
    QuestionTold(
      number: number, by: by.index, game: game, deal: choice, milliseconds: Int(max(0, until - now)),
      of: of.map(\.index).sorted(), yes: yes.map(\.index).sorted())
  }
}
