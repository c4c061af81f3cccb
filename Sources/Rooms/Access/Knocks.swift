import Wire

/// People who want to be let in: one knock for each guest, for a while.
/// Invariant: never more than `WireLimits.knocksMax` wait, each guest once.
struct Knocks {
  struct Knock {
    let number: Int
    let guest: Access.Guest
    let connection: ConnectionID
    let until: Int64
  }

  /// So long a knock waits, and so long somebody who was refused does not knock again.
  static let millisecondsMax: Int64 = 30_000

  private(set) var waiting: [Knock] = []
  private var lastNumber = 0
  /// Those who went before they were answered, and how often.
  private var gone: [(knock: Knock, times: Int)] = []
  private var refused: [(guest: GuestID, until: Int64)] = []
  private static let refusedMax = 64

  var isEmpty: Bool { waiting.isEmpty }
  var isFull: Bool { waiting.count >= WireLimits.knocksMax }

  func knock(_ number: Int) -> Knock? { waiting.first { $0.number == number } }
  func isWaiting(_ guest: GuestID) -> Bool { waiting.contains { $0.guest.id == guest } }
  func wasRefused(_ guest: GuestID, now: Int64) -> Bool {
    refused.contains { $0.guest == guest && $0.until > now }
  }

  /// So many times may a guest knock, and go, before they are answered.
  static let timesMax = 3

  /// Somebody knocks; again, also after they had gone: with the same number, and no longer.
  mutating func add(_ guest: Access.Guest, from connection: ConnectionID, now: Int64) {
    gone.removeAll { $0.knock.until <= now }
    if let place = waiting.firstIndex(where: { $0.guest.id == guest.id }) {
      let before = waiting[place]
      waiting[place] = Knock(number: before.number, guest: guest, connection: connection, until: before.until)
      return
    }
    precondition(!isFull, "no more knock than may")
    if let before = gone.first(where: { $0.knock.guest.id == guest.id })?.knock {
      waiting.append(
        Knock(number: before.number, guest: guest, connection: connection, until: before.until))
      return
    }
    lastNumber += 1
    waiting.append(
      Knock(number: lastNumber, guest: guest, connection: connection, until: now + Self.millisecondsMax))
  }

  mutating func remove(_ number: Int) { waiting.removeAll { $0.number == number } }

  /// Somebody is gone.
  ///
  /// - Returns: whether they had knocked.
  mutating func remove(from connection: ConnectionID, now: Int64) -> Bool {
    guard let knock = waiting.first(where: { $0.connection == connection }) else { return false }
    remove(knock.number)
    gone.removeAll { $0.knock.until <= now }
    if let place = gone.firstIndex(where: { $0.knock.guest.id == knock.guest.id }) {
      gone[place].times += 1
      if gone[place].times >= Self.timesMax { refuse(knock, now: now) }
    } else {
      if gone.count >= Self.refusedMax { gone.removeFirst() }
      gone.append((knock, 1))
    }
    return true
  }

  /// Somebody came in otherwise.
  ///
  /// - Returns: whether they had knocked.
  mutating func remove(of guest: GuestID) -> Bool {
    let count = waiting.count
    waiting.removeAll { $0.guest.id == guest }
    return waiting.count < count
  }

  mutating func refuse(_ knock: Knock, now: Int64) {
    remove(knock.number)
    refused.removeAll { $0.until <= now || $0.guest == knock.guest.id }
    if refused.count >= Self.refusedMax { refused.removeFirst() }
    refused.append((knock.guest.id, now + Self.millisecondsMax))
  }

  /// Those that nobody answered.
  mutating func takeLate(now: Int64) -> [Knock] {
    let late = waiting.filter { $0.until <= now }
    if !late.isEmpty { waiting.removeAll { $0.until <= now } }
    return late
  }

  func checkInvariants() {
    precondition(waiting.count <= WireLimits.knocksMax, "no more knock than may")
    precondition(Set(waiting.map(\.guest.id)).count == waiting.count, "a guest knocks once")
  }
}
