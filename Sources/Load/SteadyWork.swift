/// Publications and requests at fixed rates, whatever the server manages: latency counts from the time at which a
/// message was due, so that a server that is late cannot hide it. The players' lines are looked at after every few
/// reads of spectators, so that what is measured is the server's order and not ours.
package final class SteadyWork: Work {
  /// A fleet that sends, with its messages and their rate.
  package struct Voice {
    package let fleet: Fleet
    package let perSecond: Double
    /// The bytes of message `number` on line `index`.
    package let frame: (_ number: Int, _ index: Int) -> [UInt8]

    package init(_ fleet: Fleet, perSecond: Double, frame: @escaping (_ number: Int, _ index: Int) -> [UInt8])
    {
      self.fleet = fleet
      self.perSecond = perSecond
      self.frame = frame
    }
  }

  /// How late deliveries are, and how many of them arrived.
  package struct Deliveries {
    package var latency = Histogram()
    package var expected = 0
    package var arrived = 0
  }

  private let spectators: Fleet
  private let publisher: Voice
  private let players: Voice?
  private var publishing: Schedule
  private var asking: Schedule
  /// Publications that each spectator has heard, answers that each player has.
  private var heard: [Int]
  private var answered: [Int]
  package private(set) var deliveries = Deliveries()
  /// What spectators heard, run by run.
  package private(set) var delivered: [Tally] = []
  private var requests = Histogram()
  private var answers = 0
  private let nobody = Nobody()
  private let rest: Rest

  private static let readsBetween = 16
  private static let patienceSeconds = 3.0

  package init(spectators: Fleet, publisher: Voice, players: Voice? = nil) {
    self.spectators = spectators
    self.publisher = publisher
    self.players = players
    rest = Rest([spectators, publisher.fleet] + (players.map { [$0.fleet] } ?? []))
    heard = [Int](repeating: 0, count: spectators.count)
    answered = [Int](repeating: 0, count: players?.fleet.count ?? 0)
    publishing = Schedule(perSecond: publisher.perSecond)
    asking = Schedule(perSecond: players?.perSecond ?? 0)
  }

  /// - Returns: requests and their answers; without players, deliveries.
  package func run(seconds: Double, usage: ProcessUsage?) throws(LoadFailure) -> Tally {
    try begin()
    let cpu = usage?.cpuNanoseconds()
    let bytes = spectators.bytesHeard
    let playersBytes = players?.fleet.bytesHeard ?? 0
    let start = Nanoseconds.now()
    publishing.start(at: start)
    asking.start(at: start)
    try turn(until: start + Nanoseconds.of(seconds: seconds))
    var tally = Tally()
    tally.seconds = Double(Nanoseconds.now() - start) / 1e9
    if let usage, let cpu { tally.cpuNanoseconds = usage.cpuNanoseconds() - cpu }
    try drain()
    tally.bytes = spectators.bytesHeard - bytes
    deliveries.expected = publishing.sent * spectators.count
    tally.messages = deliveries.arrived
    tally.latency = deliveries.latency
    delivered.append(tally)
    guard let players else { return tally }
    var asked = Tally()
    (asked.messages, asked.seconds) = (answers, tally.seconds)
    asked.latency.add(requests)
    asked.bytes = players.fleet.bytesHeard - playersBytes
    // Where others are told nothing meanwhile, all of the time is the answers'.
    if publishing.sent == 0 { asked.cpuNanoseconds = tally.cpuNanoseconds }
    return asked
  }

  private func begin() throws(LoadFailure) {
    try settle(spectators, publisher.fleet)
    if let players { try settle(players.fleet) }
    for index in heard.indices { heard[index] = 0 }
    for index in answered.indices { answered[index] = 0 }
    deliveries = Deliveries()
    requests.clear()
    answers = 0
  }

  private func turn(until end: UInt64) throws(LoadFailure) {
    while true {
      let now = Nanoseconds.now()
      guard now < end else { return }
      speak(at: now)
      try hearPlayers()
      let readers = try spectators.turn(self, waiting: 0, readsMax: Self.readsBetween)
      let (due, before) = (min(publishing.due, asking.due, end), Nanoseconds.now())
      if readers == 0, due > before { rest.sleep(nanoseconds: due - before) }
    }
  }

  private func hearPlayers() throws(LoadFailure) {
    if let players { try players.fleet.turn(self, waiting: 0) }
    // What a publisher is told matters to nobody, but it has to be taken.
    try publisher.fleet.turn(nobody, waiting: 0)
  }

  private func speak(at now: UInt64) {
    while publishing.due <= now {
      publisher.fleet.send(publisher.frame(publishing.sent, 0), on: publishing.sent % publisher.fleet.count)
      publishing.next()
    }
    guard let players else { return }
    while asking.due <= now {
      let index = asking.sent % players.fleet.count
      players.fleet.send(players.frame(asking.sent / players.fleet.count, index), on: index)
      asking.next()
    }
  }

  private func drain() throws(LoadFailure) {
    let end = Nanoseconds.now() + Nanoseconds.of(seconds: Self.patienceSeconds)
    let wanted = publishing.sent * spectators.count
    while deliveries.arrived < wanted || answers < asking.sent, Nanoseconds.now() < end {
      try hearPlayers()
      try spectators.turn(self, waiting: 1_000_000)
    }
  }
}

extension SteadyWork: Hearer {
  func heard(_ count: Int, on index: Int, of fleet: Fleet) {
    let now = Nanoseconds.now()
    guard fleet === spectators else { return hearAnswers(count, index, now) }
    let first = heard[index]
    heard[index] = first + count
    deliveries.arrived += count
    for number in first..<(first + count) {
      deliveries.latency.record(now &- min(now, publishing.time(of: number)))
    }
  }

  private func hearAnswers(_ count: Int, _ index: Int, _ now: UInt64) {
    let first = answered[index]
    answered[index] = first + count
    answers += count
    for number in first..<(first + count) {
      requests.record(now &- min(now, asking.time(of: number * answered.count + index)))
    }
  }
}

/// When the messages of a steady rate are due.
struct Schedule {
  private let interval: Double
  private var began: UInt64 = 0
  private(set) var sent = 0
  private(set) var due = UInt64.max

  init(perSecond: Double) { interval = perSecond > 0 ? 1e9 / perSecond : 0 }

  mutating func start(at time: UInt64) {
    began = time
    sent = 0
    due = interval > 0 ? time : .max
  }

  mutating func next() {
    sent += 1
    due = time(of: sent)
  }

  func time(of number: Int) -> UInt64 { began &+ UInt64(Double(number) * interval) }
}
