extension Fleet {
  private static let warmUpSeconds = 0.2

  /// Lines are looked at for so long.
  func turn(_ listener: some Hearer, seconds: Double) throws(LoadFailure) {
    let end = Nanoseconds.now() + Nanoseconds.of(seconds: seconds)
    while Nanoseconds.now() < end { try turn(listener, waiting: 10_000_000) }
  }

  /// What is heard in so many seconds, behind a little time that does not count.
  ///
  /// - Parameter latency: where the listener records each message; cleared when it begins to count.
  func tally(
    _ listener: some Hearer, seconds: Double, usage: ProcessUsage?, latency: Histogram
  ) throws(LoadFailure) -> Tally {
    try turn(listener, seconds: Self.warmUpSeconds)
    latency.clear()
    var tally = Tally()
    let bytes = bytesHeard
    let cpu = usage?.cpuNanoseconds()
    let start = Nanoseconds.now()
    try turn(listener, seconds: seconds)
    tally.seconds = Double(Nanoseconds.now() - start) / 1e9
    if let usage, let cpu { tally.cpuNanoseconds = usage.cpuNanoseconds() - cpu }
    tally.bytes = bytesHeard - bytes
    tally.messages = latency.count
    tally.latency.add(latency)
    return tally
  }
}

/// Waits until nothing more comes by itself: joins, welcomes, what was published before.
func settle(_ fleets: Fleet...) throws(LoadFailure) {
  let quietNanoseconds: UInt64 = 150_000_000
  let nobody = Nobody()
  var quietSince = Nanoseconds.now()
  let deadline = quietSince + 20 * 1_000_000_000
  while Nanoseconds.now() - quietSince < quietNanoseconds, Nanoseconds.now() < deadline {
    var heard = 0
    for fleet in fleets { heard += try fleet.turn(nobody, waiting: 5_000_000) }
    if heard > 0 { quietSince = Nanoseconds.now() }
  }
}
