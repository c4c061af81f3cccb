import Wire

/// A new deal, a new start, or the end, that somebody wants at a table where others play: it waits for their yes.
///
///     asked ── all have said yes ──→ agreed: dealt
///       ├───── somebody says no ───→ refused
///       ├───── the clock is over ──→ late
///       └───── the asker takes it back, or is gone ──→ withdrawn
struct Question {
  let number: Int
  let by: SeatNumber
  let wish: Wish
  let until: Int64
  /// Whose yes is needed.
  private(set) var of: Set<SeatNumber>
  private(set) var yes: Set<SeatNumber> = []

  /// What somebody wants.
  enum Wish: Equatable {
    /// Another deal; of the same game where none is named. One that can be won is picked already.
    case deal(DealChoice, PickedDeal? = nil, game: String?)
    /// The same deal from the start.
    case restart
    /// The game given up.
    case resign

    /// nil for what nobody has to be asked about in this way.
    init?(_ operation: Command.Operation) {
      switch operation {
      case .restart: self = .restart
      case .resign: self = .resign
      default: return nil
      }
    }
  }

  /// So long there is for an answer.
  static let millisecondsMax: Int64 = 30_000
  /// So many times may somebody ask within `millisecondsMax`.
  static let timesMax = 3

  init(number: Int, by: SeatNumber, _ wish: Wish, of seats: Set<SeatNumber>, now: Int64) {
    (self.number, self.by, self.wish, of) = (number, by, wish, seats)
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
    var (deal, game): (DealChoice?, String?)
    if case .deal(let choice, _, let id) = wish { (deal, game) = (choice, id) }
    return QuestionTold(
      number: number, by: by.index, game: game, deal: deal, resigns: wish == .resign,
      milliseconds: Int(max(0, until - now)), of: of.map(\.index).sorted(), yes: yes.map(\.index).sorted())
  }
}
