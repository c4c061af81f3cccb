import Dispatch
import Load
import Patience
import Player
import Reactor
import Synchronization

/// Seeded games that bots play at real tables, each on a thread of its own: the same moves in the same order whenever
/// they are played. They begin together, when those who watch are there.
final class BenchGames: Sendable {
  private struct State {
    var rooms: [String] = []
    var ended = 0
    var failure: PlayerFailure?
  }

  private let count: Int
  private let state = Mutex(State())
  private let begin = DispatchSemaphore(value: 0)

  private static let secondsToSitDown = 20.0

  /// Sits down at the tables of the deals 1, 2, 3…
  init(_ count: Int, of ruleset: Ruleset, on target: Target) throws(LoadFailure) {
    self.count = count
    let place = target.place
    let game = ruleset.id.text
    for deal in 1...count {
      _ = Thread(name: "game \(deal)") { self.play(game, deal: deal, at: place) }
    }
    let deadline = Nanoseconds.now() + Nanoseconds.of(seconds: Self.secondsToSitDown)
    while rooms.count < count {
      try check()
      guard Nanoseconds.now() < deadline else { throw .missing(count - rooms.count, "tables") }
      try Nanoseconds.sleep(seconds: 0.005)
    }
  }

  var rooms: [String] { state.withLock { $0.rooms } }

  var areOver: Bool { state.withLock { $0.ended == count } }

  func start() {
    for _ in 0..<count { begin.signal() }
  }

  /// - Throws: what ended a game before its end.
  func check() throws(LoadFailure) {
    if let failure = state.withLock({ $0.failure }) { throw .system("\(failure)") }
  }

  private func play(_ game: String, deal: Int, at place: String) {
    do throws(PlayerFailure) {
      let client = try PlayerClient(ServerAddress("ws://\(place)"), name: "Bench \(deal)")
      guard let strategy = BotStrategy(name: "greedy", seed: 1, deal: UInt64(deal)) else { return }
      let bot = BotGame.playing(game, deal: UInt64(deal), room: nil, strategy: strategy)
      var run = BotRun(bot, on: client, thinkMilliseconds: 0)
      _ = try run.play { room in
        state.withLock { $0.rooms.append(room) }
        begin.wait()
      }
      client.close()
    } catch {
      state.withLock { $0.failure = error }
    }
    state.withLock { $0.ended += 1 }
  }
}
