extension Fleet {
  /// Lines are looked at for so long.
  func turn(_ listener: some Listening, seconds: Double) throws(LoadFailure) {
    let end = Nanoseconds.now() + Nanoseconds.of(seconds: seconds)
    while Nanoseconds.now() < end { try turn(listener, waiting: 10_000_000) }
  }

  /// What is heard in so many seconds, behind a little time that does not count.
  ///
  /// - Parameter latency: where the listener records each message; cleared when it begins to count.
  func tally(
    _ listener: some Listening, seconds: Double, usage: ProcessUsage?, latency: Histogram
  ) throws(LoadFailure) -> Tally {
    try turn(listener, seconds: 0.2)
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
