import Reactor
package import Wire

/// A visit to a server over however many connections it takes. It blocks the thread that uses it; time-outs
/// bound every wait. Promise: a request is answered once even when the connection breaks in between.
package final class PlayerClient {
  let address: ServerAddress
  private var hello: Hello
  private let inflates: Bool
  private var link: Link
  private var unanswered = UnansweredRequests()
  /// The source of numbers for requests.
  package var numbers = RequestNumbers()
  package private(set) var welcome: Welcome
  package private(set) var reconnections = 0
  /// The server's wish for how long to stay away after a `bye`.
  private var awayMilliseconds: ClosedRange<Int>?

  /// Connects, and says hello until welcome.
  ///
  /// - Parameters:
  ///   - token: of a program that somebody has named; nil for a guest of the moment.
  ///   - inflates: the server may compress what it tells.
  package init(
    _ address: ServerAddress, name: String, token: String? = nil, wantsDests: Bool = true,
    wantsDrag: Bool = false, inflates: Bool = true
  ) throws(PlayerFailure) {
    self.address = address
    self.inflates = inflates
    hello = Hello()
    hello.name = name
    hello.token = token
    hello.role = .bot
    hello.app = "bot"
    hello.wantsDests = wantsDests
    hello.wantsDrag = wantsDrag
    link = try Link(to: address, inflates: inflates)
    welcome = try Self.greet(hello, over: link)
    hello.token = welcome.token
  }

  private static func greet(_ hello: Hello, over link: Link) throws(PlayerFailure) -> Welcome {
    try link.tell(.hello(hello))
    let deadline = Instant.now() + Link.answerMillisecondsMax
    while true {
      switch try link.next(until: deadline) {
      case nil:
        guard Instant.now() < deadline else { throw .silent(seconds: Int(Link.answerMillisecondsMax / 1000)) }
      case .welcome(let welcome)?: return welcome
      case .no(let refusal)?: throw .refused(refusal.code, why: refusal.why, what: "our hello")
      default: continue
      }
    }
  }

  // MARK: - Telling and hearing

  package func tell(_ message: ClientMessage) throws(PlayerFailure) {
    unanswered.asked(message)
    try link.tell(message)
  }

  /// The server compresses what it tells us.
  package var isCompressed: Bool { link.deflate != nil }

  /// The next message; nil when no message came in time, or only an unreadable line: ask `takeMissed`.
  package func next(withinMilliseconds milliseconds: Int) throws(PlayerFailure) -> ServerMessage? {
    let message = try link.next(until: Instant.now() + Int64(milliseconds))
    if let message { unanswered.heard(message) }
    if case .bye(_, let from, let to)? = message { awayMilliseconds = from...max(from, to) }
    return message
  }

  /// The same, but reconnects when the connection breaks; nil also after it reconnected.
  package func next(
    withinMilliseconds milliseconds: Int, holding rooms: [Hello.Position]
  ) throws(PlayerFailure) -> ServerMessage? {
    do throws(PlayerFailure) {
      return try next(withinMilliseconds: milliseconds)
    } catch {
      try comeBack(after: error, holding: rooms)
      return nil
    }
  }

  /// Whether a line came that could not be read, so that each table has to be asked for anew. True at most once in ten
  /// seconds, however many such lines come: a heartbeat reveals what else was missed.
  package func takeMissed() -> Bool { link.takeMissed() }

  package func close() {
    link.close()
  }

  // MARK: - Coming back

  /// How often a broken connection is tried again before its failure stands.
  private static let attemptsMax = 8

  /// After a failure that may pass: connects again, with growing pauses, resumes the rooms and asks again
  /// whatever was not answered.
  ///
  /// - Throws: `forgotten` when the server does not know the visit; the last failure when no attempt
  ///   succeeds.
  package func comeBack(
    after failure: PlayerFailure, holding rooms: [Hello.Position]
  ) throws(PlayerFailure) {
    guard failure.isPassing else { throw failure }
    // A connection that only fell silent would else stay beside the new one.
    link.close()
    var generator = SystemRandomNumberGenerator()
    var last = failure
    for attempt in 0..<Self.attemptsMax {
      Instant.sleep(milliseconds: stayAway(after: last, attempt: attempt, using: &generator))
      do throws(PlayerFailure) {
        let fresh = try Link(to: address, inflates: inflates)
        hello.resume = Hello.Resume(visit: welcome.visit, rooms: rooms)
        welcome = try Self.greet(hello, over: fresh)
        link = fresh
        guard welcome.resumed else { throw .forgotten }
        for message in unanswered.messages { try fresh.tell(message) }
      } catch {
        guard error.isPassing else { throw error }
        last = error
        continue
      }
      reconnections += 1
      return
    }
    throw last
  }

  /// Full jitter, so that those who were thrown out together do not come back together.
  private func stayAway(
    after failure: PlayerFailure, attempt: Int, using generator: inout some RandomNumberGenerator
  ) -> Int {
    if let away = awayMilliseconds {
      awayMilliseconds = nil
      return Int.random(in: away, using: &generator)
    }
    if case .connectionLost(let code, _) = failure, code.rawValue == EndCode.tooFast.rawValue {
      return 10_000
    }
    return Int.random(in: 0...min(15_000, 250 << attempt), using: &generator)
  }
}
