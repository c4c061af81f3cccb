import Hashes
import Synchronization

/// Who has how many connections, over all loops.
/// Invariant: open ≤ openMax and each key's count ≤ perKeyMax; a key is here only while it has connections, so memory
/// is bounded by connections, not by visitors.
///
/// A connection keeps its key, enters with it and leaves with it.
final class Addresses: Sendable {
  /// Only four bytes, since each of many thousands of connections holds one. Two networks may share one, by chance once
  /// in some billions; nobody can choose to, for the hash has a secret in it.
  typealias Key = UInt32

  enum Refusal: Error, Equatable {
    /// So many connections are open as there may be.
    case full
    /// That address has as many as one may have.
    case tooManyOfOne
  }

  private struct Counts {
    var openMax: Int
    var perKeyMax: Int
    var open = 0
    var byKey: [Key: Int] = [:]
  }

  /// This machine's own programs: never too many of them.
  static let uncounted: Key = 0
  /// Somebody behind a proxy, who is known when the request's head is read.
  static let unknown = Key.max

  /// Somebody who was not let in, and is only told so.
  static let turnedAway = Key.max - 1

  /// - Parameter counting: `Peer.countingKey`.
  func key(_ counting: UInt64) -> Key {
    guard counting != 0 else { return Self.uncounted }
    var hash = SHA256()
    hash.update(secret)
    withUnsafeBytes(of: counting.littleEndian) { hash.update($0) }
    let key = hash.digest().prefix(4).reduce(Key(0)) { $0 << 8 | Key($1) }
    return key == Self.uncounted || key >= Self.turnedAway ? 1 : key
  }

  private let secret: [UInt8]
  private let counts: Mutex<Counts>

  /// - Parameter secret: the same over restarts, where keys are kept for longer than a process.
  init(openMax: Int, perKeyMax: Int, secret: [UInt8]) {
    self.secret = secret
    counts = Mutex(Counts(openMax: openMax, perKeyMax: perKeyMax))
  }

  /// From now on. Where there are more already, nobody is sent away.
  func change(openMax: Int, perKeyMax: Int) {
    counts.withLock {
      $0.openMax = openMax
      $0.perKeyMax = perKeyMax
    }
  }

  var openMax: Int { counts.withLock { $0.openMax } }

  var open: Int { counts.withLock { $0.open } }
  /// How many addresses have connections now.
  var keys: Int { counts.withLock { $0.byKey.count } }

  /// A connection more.
  func enter(_ key: Key) throws(Refusal) {
    try counts.withLock { counts throws(Refusal) in
      guard counts.open < counts.openMax else { throw .full }
      try add(key, to: &counts)
      counts.open += 1
    }
  }

  /// Moves a connection to the address it turned out to belong to. If that address is full, it stays counted where it
  /// was.
  func move(from old: Key, to new: Key) throws(Refusal) {
    guard old != new else { return }
    try counts.withLock { counts throws(Refusal) in
      try add(new, to: &counts)
      remove(old, from: &counts)
    }
  }

  func leave(_ key: Key) {
    counts.withLock { counts in
      counts.open -= 1
      precondition(counts.open >= 0, "who leaves has entered")
      remove(key, from: &counts)
    }
  }

  private func add(_ key: Key, to counts: inout Counts) throws(Refusal) {
    guard key != Self.uncounted, key != Self.unknown else { return }
    let count = counts.byKey[key] ?? 0
    guard count < counts.perKeyMax else { throw .tooManyOfOne }
    counts.byKey[key] = count + 1
  }

  private func remove(_ key: Key, from counts: inout Counts) {
    guard key != Self.uncounted, key != Self.unknown else { return }
    guard let count = counts.byKey[key] else { preconditionFailure("who leaves has entered") }
    counts.byKey[key] = count > 1 ? count - 1 : nil
  }

  func checkInvariants() {
    counts.withLock { counts in
      precondition(counts.byKey.values.allSatisfy { $0 > 0 }, "who has no connections is not here")
      precondition(
        counts.byKey.values.reduce(0, +) <= counts.open, "a connection counts for one address at most")
    }
  }
}
