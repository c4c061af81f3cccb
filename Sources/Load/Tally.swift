/// What one run of a load gave.
package struct Tally {
  /// Messages or deliveries that counted.
  package var messages = 0
  package var seconds = 0.0
  package var latency = Histogram()
  /// Bytes on the wire towards the receivers.
  package var bytes = 0
  /// What the server's threads took meanwhile, if its process is known.
  package var cpuNanoseconds: UInt64?

  package init() {}

  package var rate: Double { Double(messages) / max(1e-9, seconds) }
  package var bytesPerMessage: Double { Double(bytes) / Double(max(1, messages)) }
  package var cpuMicroseconds: Double? {
    cpuNanoseconds.map { Double($0) / 1000 / Double(max(1, messages)) }
  }
}

/// One kind of work on one server, done again and again over the same connections.
package protocol Work: AnyObject {
  /// - Parameter usage: of the server's process, where that is known.
  func run(seconds: Double, usage: ProcessUsage?) throws(LoadFailure) -> Tally
}
