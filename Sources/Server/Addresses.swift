import Synchronization

/// Who has how many connections, over all loops.
/// Invariant: open ≤ openMax and each key's count ≤ perKeyMax; a key is here only while it has connections, so memory
/// is bounded by connections, not by visitors.
///
/// A key is `Peer.countingKey`; a connection keeps it, enters with it and leaves with it.
final class Addresses: Sendable {
  enum Refusal: Error, Equatable {
    /// So many connections are open as there may be.
    case full
    /// That address has as many as one may have.
    case tooManyOfOne
  }

  private struct Counts {
    var open = 0
    var byKey: [UInt64: Int] = [:]
  }

  /// This machine's own programs: never too many of them.
  static let uncounted: UInt64 = 0
  /// Somebody behind a proxy, who is known when the request's head is read. It names no network that anybody could
  /// connect from: those that begin so are for many receivers.
  static let unknown = UInt64.max

  /// Somebody who was not let in, and is only told so.
  static let turnedAway = UInt64.max - 1

  let openMax: Int
  private let perKeyMax: Int
  private let counts = Mutex(Counts())

  init(openMax: Int, perKeyMax: Int) {
    self.openMax = openMax
    self.perKeyMax = perKeyMax
  }

  var open: Int { counts.withLock { $0.open } }
  /// How many addresses have connections now.
  var keys: Int { counts.withLock { $0.byKey.count } }

  /// A connection more.
  func enter(_ key: UInt64) throws(Refusal) {
    try counts.withLock { counts throws(Refusal) in
      guard counts.open < openMax else { throw .full }
      try add(key, to: &counts)
      counts.open += 1
    }
  }

  /// It is found out whose connection it is: it counts there from now on. Where there are too many it stays where it
  /// was.
  func move(from old: UInt64, to new: UInt64) throws(Refusal) {
    guard old != new else { return }
    try counts.withLock { counts throws(Refusal) in
      try add(new, to: &counts)
      remove(old, from: &counts)
    }
  }

  func leave(_ key: UInt64) {
    counts.withLock { counts in
      counts.open -= 1
      precondition(counts.open >= 0, "who leaves has entered")
      remove(key, from: &counts)
    }
  }

  private func add(_ key: UInt64, to counts: inout Counts) throws(Refusal) {
    guard key != Self.uncounted, key != Self.unknown else { return }
    let count = counts.byKey[key] ?? 0
    guard count < perKeyMax else { throw .tooManyOfOne }
    counts.byKey[key] = count + 1
  }

  private func remove(_ key: UInt64, from counts: inout Counts) {
    guard key != Self.uncounted, key != Self.unknown else { return }
    guard let count = counts.byKey[key] else { preconditionFailure("who leaves has entered") }
    counts.byKey[key] = count > 1 ? count - 1 : nil
  }
}
