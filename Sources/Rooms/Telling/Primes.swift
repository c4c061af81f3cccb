import Wire

/// What brings members to the room's version, made once for all who come while nothing changes: they get the very same
/// array. Invariant: everything in it was made for `state`.
struct Primes {
  /// All that a snapshot shows beside what is fixed for a room.
  struct State: Equatable {
    let lineage: UInt32
    let version: Int
    /// Of what was last told of seats and spectators.
    let crowd: Int
    /// The clock goes on meanwhile: a second is near enough.
    let clockSeconds: Int64
    let clockRuns: Bool
  }

  /// Of how many versions the lines that were missed since are kept: who was lost together comes back together.
  private static let missedMax = 8

  /// What it takes in memory, in bytes.
  var byteCount: Int {
    snapshots.values.reduce(0) { $0 + $1.count } + missed.values.reduce(0) { $0 + $1.count }
  }

  private var state: State?
  private var snapshots: [Snapshot.Reason: [UInt8]] = [:]
  private var missed: [Int: [UInt8]] = [:]

  mutating func snapshot(_ reason: Snapshot.Reason, at state: State, make: () -> [UInt8]) -> [UInt8] {
    begin(state)
    if let line = snapshots[reason] { return line }
    let line = make()
    snapshots[reason] = line
    return line
  }

  /// The lines since a version; nil when they cannot be told, so that only a snapshot helps.
  mutating func missed(since version: Int, at state: State, make: () -> [UInt8]?) -> [UInt8]? {
    begin(state)
    if let lines = missed[version] { return lines }
    guard let lines = make() else { return nil }
    if missed.count < Self.missedMax { missed[version] = lines }
    return lines
  }

  /// What is seen of a game is another thing from now on.
  mutating func removeAll() {
    state = nil
    snapshots = [:]
    missed = [:]
  }

  private mutating func begin(_ state: State) {
    guard state != self.state else { return }
    removeAll()
    self.state = state
  }
}
