/// A publisher and many subscribers: `window` publications are on their way, and the next leaves when the oldest
/// has reached everybody. Latency is that of a delivery, from the publisher's send to the subscriber's read.
package final class FanoutWork: Work {
  private let subscribers: Fleet
  private let publisher: Fleet
  private let window: Int
  private let publications: Publications
  /// How many of each publication's deliveries are still to come, and when it left; used in turn.
  private var missing = [Int](repeating: 0, count: FanoutWork.places)
  private var sentAt = [UInt64](repeating: 0, count: FanoutWork.places)
  /// Publications that each subscriber has heard.
  private var heard: [Int]
  private var published = 0
  private var completed = 0
  private var publishedMax = 0
  private var isInBursts = false
  /// What may leave at the same moment leaves in one send.
  private var leaving: [UInt8] = []
  private let latency = Histogram()

  private static let places = 64
  package static let windowMax = places / 2
  private static let patienceSeconds = 5.0

  package init(_ subscribers: Fleet, publisher: Fleet, publications: Publications, window: Int) {
    precondition((1...Self.windowMax).contains(window), "a window fits into its places")
    self.subscribers = subscribers
    self.publisher = publisher
    self.publications = publications
    self.window = window
    heard = [Int](repeating: 0, count: subscribers.count)
  }

  package func run(seconds: Double, usage: ProcessUsage?) throws(LoadFailure) -> Tally {
    try begin(publications: .max)
    let tally = try subscribers.tally(self, seconds: seconds, usage: usage, latency: latency)
    publishedMax = published
    try drain(patienceSeconds: Self.patienceSeconds)
    return tally
  }

  /// Exactly so many publications, without warming up, `window` of them in one send and the next when all have
  /// arrived: for counting instructions, which must not depend on who is faster.
  package func run(publications count: Int, patienceSeconds: Double) throws(LoadFailure) -> Tally {
    isInBursts = true
    defer { isInBursts = false }
    try begin(publications: count)
    var tally = Tally()
    let start = Nanoseconds.now()
    try drain(patienceSeconds: patienceSeconds)
    tally.seconds = Double(Nanoseconds.now() - start) / 1e9
    tally.messages = latency.count
    tally.latency.add(latency)
    return tally
  }

  private func begin(publications count: Int) throws(LoadFailure) {
    try settle(subscribers, publisher)
    for index in heard.indices { heard[index] = 0 }
    (published, completed) = (0, 0)
    publishedMax = count
    latency.clear()
    publishWhatMay()
  }

  private func drain(patienceSeconds: Double) throws(LoadFailure) {
    let end = Nanoseconds.now() + Nanoseconds.of(seconds: patienceSeconds)
    while completed < min(published, publishedMax) {
      try subscribers.turn(self, waiting: 10_000_000)
      let left = missing.reduce(0, +)
      guard Nanoseconds.now() < end else { throw .missing(left, subscribers.path) }
    }
  }

  private func publishWhatMay() {
    guard !isInBursts || published == completed else { return }
    leaving.removeAll(keepingCapacity: true)
    while published < publishedMax, published &- completed < window {
      let place = published & (Self.places - 1)
      missing[place] = subscribers.count
      sentAt[place] = Nanoseconds.now()
      leaving += publications.frame(published)
      published &+= 1
    }
    if !leaving.isEmpty { publisher.send(leaving, on: 0) }
  }
}

extension FanoutWork: Hearer {
  func heard(_ count: Int, on index: Int, of fleet: Fleet) {
    let now = Nanoseconds.now()
    let first = heard[index]
    heard[index] = first &+ count
    for number in first..<(first &+ count) {
      let place = number & (Self.places - 1)
      latency.record(now &- sentAt[place])
      missing[place] &-= 1
    }
    while completed < published, missing[completed & (Self.places - 1)] == 0 { completed &+= 1 }
    publishWhatMay()
  }
}
