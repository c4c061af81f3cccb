import Reactor
import Rooms
import Synchronization

/// How a server takes leave of those who are there.
package enum Farewell: Sendable {
  /// It ends: a few at a time, so that they do not all come back as one.
  case drain
  /// Another process goes on at the same sockets: at once, and come back at once.
  case handOver
}

/// The pace at which a loop takes leave of its connections: first watchers, then players, so that play is
/// interrupted for the shortest time; then those who came meanwhile.
/// Invariant: no more than `perTurnMax` in a turn, and all within `spreadMilliseconds`.
struct Drain {
  enum Stage: Int {
    case others, players, latecomers, told
  }

  let farewell: Farewell
  let began: Instant
  /// Connections of this loop when it began.
  let count: Int
  let spreadMilliseconds: Int64
  private(set) var stage = Stage.others
  /// Where the stage goes on.
  private(set) var slot = 0
  /// Of how many leave was taken.
  private(set) var taken = 0
  /// Connections that are still there then are closed; nil while not all were told.
  var endsAt: Instant?
  /// The other loops know that nobody is left here.
  var isThrough = false

  static let perTurnMax = 64

  init(_ farewell: Farewell, connections count: Int, settings: Configuration, now: Instant) {
    self.farewell = farewell
    self.count = count
    began = now
    spreadMilliseconds =
      farewell == .handOver
      ? 0 : min(settings.drainMilliseconds, Int64(count) * 1000 / settings.drainTellsPerSecondMin)
  }

  /// Of how many leave may be taken in a turn that begins now.
  func turnMax(now: Instant) -> Int {
    guard spreadMilliseconds > 0 else { return Self.perTurnMax }
    // Those who come meanwhile are few, and not kept waiting for.
    let due = Int64(count) * min(now - began, spreadMilliseconds) / spreadMilliseconds
    let allowed = now - began >= spreadMilliseconds ? Int.max : Int(due) + Self.perTurnMax
    return max(0, min(Self.perTurnMax, allowed - taken))
  }

  /// More can be done at once.
  var isBusy: Bool { stage != .told && spreadMilliseconds == 0 }

  mutating func took() { taken += 1 }

  /// The next place to look at among so many; nil when the stage is over, and the next one begins.
  mutating func nextSlot(among slots: Int) -> Int? {
    guard slot < slots else {
      slot = 0
      stage = Stage(rawValue: stage.rawValue + 1) ?? .told
      return nil
    }
    defer { slot += 1 }
    return slot
  }

  /// When to come back, in milliseconds: after the last was told, and the more there are the more spread out.
  ///
  /// - Parameter total: connections of the whole server.
  func comeBack(total: Int, now: Instant) -> (from: Int, to: Int) {
    switch farewell {
    case .drain:
      let from = 200 + Int(max(0, spreadMilliseconds - (now - began)))
      return (from, from + 1_800 + total / 2)
    case .handOver: return (0, min(1_200, 300 + total / 20))
    }
  }
}

/// All loops taking leave. Loops end together, for the tables of one are at home on another.
final class Departure: Sendable {
  let farewell: Farewell
  /// Connections of the whole server when it began.
  let connections: Int
  private let mailboxes: [Mailbox<Mail>]
  private let loopsLeft: Atomic<Int>

  init(_ farewell: Farewell, connections: Int, mailboxes: [Mailbox<Mail>]) {
    self.farewell = farewell
    self.connections = connections
    self.mailboxes = mailboxes
    loopsLeft = Atomic(mailboxes.count)
  }

  /// A loop has nobody left; each says so once.
  func through() {
    let left = loopsLeft.subtract(1, ordering: .acquiringAndReleasing).newValue
    precondition(left >= 0, "each loop is through once")
    if left == 0 { for mailbox in mailboxes { mailbox.send(.upkeep(.end)) } }
  }
}
