/// Every connection always has `depth` messages on their way, and each answer is followed by the next message.
/// Latency is that of one message, from the send to the read.
package final class EchoWork: Work {
  private let fleet: Fleet
  private let depth: Int
  private let frameBytes: Int
  /// `depth` frames in a row, so that any number of them is one send.
  private let frames: [UInt8]
  /// When the messages on their way were sent: `depth` places for each line, used in turn.
  private let sentAt: UnsafeMutablePointer<UInt64>
  private let next: UnsafeMutablePointer<Int32>
  private var onTheWay = 0
  private var goesOn = false
  private let latency = Histogram()

  private static let patienceSeconds = 5.0

  package init(_ fleet: Fleet, payload: [UInt8], depth: Int) {
    precondition(depth >= 1, "something has to be sent")
    self.fleet = fleet
    self.depth = depth
    let frame = ClientFrame.text(payload)
    frameBytes = frame.count
    frames = (0..<depth).flatMap { _ in frame }
    sentAt = .allocate(capacity: fleet.count * depth)
    sentAt.initialize(repeating: 0, count: fleet.count * depth)
    next = .allocate(capacity: fleet.count)
    next.initialize(repeating: 0, count: fleet.count)
  }

  deinit {
    sentAt.deallocate()
    next.deallocate()
  }

  package func run(seconds: Double, usage: ProcessUsage?) throws(LoadFailure) -> Tally {
    goesOn = true
    for index in 0..<fleet.count { say(depth, on: index, at: Nanoseconds.now()) }
    let tally = try fleet.tally(self, seconds: seconds, usage: usage, latency: latency)
    try drain()
    return tally
  }

  private func drain() throws(LoadFailure) {
    goesOn = false
    let end = Nanoseconds.now() + Nanoseconds.of(seconds: Self.patienceSeconds)
    while onTheWay > 0 {
      try fleet.turn(self, waiting: 10_000_000)
      guard Nanoseconds.now() < end else { throw .missing(onTheWay, fleet.path) }
    }
  }

  private func say(_ count: Int, on index: Int, at now: UInt64) {
    for _ in 0..<count { write(now, index) }
    onTheWay &+= count
    frames.withUnsafeBytes {
      fleet.send(UnsafeRawBufferPointer(rebasing: $0[..<(count &* frameBytes)]), on: index)
    }
  }

  /// The oldest place of a line is the next to be used, for as many are on their way as there are places.
  private func write(_ now: UInt64, _ index: Int) {
    let place = Int(next[index])
    sentAt[index &* depth &+ place] = now
    next[index] = Int32(truncatingIfNeeded: place &+ 1 == depth ? 0 : place &+ 1)
  }
}

extension EchoWork: Hearer {
  func heard(_ count: Int, on index: Int, of fleet: Fleet) {
    let now = Nanoseconds.now()
    onTheWay &-= count
    for later in 0..<min(count, depth) {
      let place = (Int(next[index]) &+ later) % depth
      latency.record(now &- sentAt[index &* depth &+ place])
    }
    if goesOn { say(min(count, depth), on: index, at: now) }
  }
}
