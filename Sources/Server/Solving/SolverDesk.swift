import Patience
import Reactor
import Rooms
import Store
import Synchronization

/// Where rooms ask whether they can be won: questions in, answers out, later; on threads of its own, so that no loop
/// ever searches. Each of its threads has another one that searches, behind all others.
///
///     ask ──→ quick ── known, or found soon ──→ answered
///               └──── takes longer ──→ slow ── found, or given up ──→ answered
///     after a game ──→ late ── found, or given up ──→ answered
///
/// Quick questions come first, also between two positions of a game that is over. Slow ones come next.
///
/// Invariant: of a room one question of each subject is open; a newer one takes its place, and the older one is not
/// answered. No more than `waitingMax` wait.
final class SolverDesk: Sendable {
  static let waitingMax = 1_024

  /// Of a room and a subject one question at a time.
  struct Key: Hashable {
    let room: RoomID
    let subject: SolverQuestion.Subject
  }

  /// A question on its way.
  final class Job: Sendable {
    let key: Key
    let question: SolverQuestion
    let told: @Sendable (SolverAnswer) -> Void
    let askedAt = Instant.microseconds()
    /// Nobody waits for it any more.
    let isStopped = Atomic(false)

    init(_ key: Key, _ question: SolverQuestion, told: @escaping @Sendable (SolverAnswer) -> Void) {
      (self.key, self.question, self.told) = (key, question, told)
    }
  }

  private struct State {
    var open: [Key: Job] = [:]
    var quick: [Job] = []
    var slow: [Job] = []
    var late: [Job] = []
    var hasEnded = false
    var figures = SolverFigures()

    var waiting: Int { quick.count + slow.count + late.count }
  }

  private let state = Mutex(State())
  private let semaphore = Semaphore()
  private let threads: Int
  private let cache = VerdictCache()
  private let bytesPerThread: Int
  private let nice: Int

  /// - Parameters:
  ///   - threads: 0: nothing is answered.
  ///   - bytesPerThread: of memory, for searches.
  ///   - nice: of the threads that search.
  init(threads: Int, bytesPerThread: Int, nice: Int) {
    (self.threads, self.bytesPerThread, self.nice) = (threads, bytesPerThread, nice)
  }

  var isOn: Bool { threads > 0 }

  /// The bodies of its threads; each returns after `end`.
  var bodies: [@Sendable () -> Void] {
    (0..<threads).map { _ in { [self] in run() } }
  }

  func end() {
    state.withLock { state in
      state.hasEnded = true
      for job in state.open.values { job.isStopped.store(true, ordering: .relaxed) }
    }
    for _ in 0..<threads { semaphore.signal() }
  }

  /// - Parameter told: called once, at once or on a thread of the desk's; never for a question in whose place a newer
  ///   one is asked.
  func ask(
    _ question: SolverQuestion, of room: RoomID, told: @escaping @Sendable (SolverAnswer) -> Void
  ) {
    let job = Job(Key(room: room, subject: question.subject), question, told: told)
    let isTaken = state.withLock { state in
      state.figures.asked += 1
      if let older = state.open[job.key] {
        older.isStopped.store(true, ordering: .relaxed)
        state.quick.removeAll { $0 === older }
        state.slow.removeAll { $0 === older }
        state.late.removeAll { $0 === older }
        state.open[job.key] = nil
        state.figures.replaced += 1
      }
      guard isOn, !state.hasEnded, state.waiting < Self.waitingMax else {
        state.figures.note(.unknown, microseconds: 0)
        return false
      }
      state.open[job.key] = job
      if question.subject == .past || question.isAfterGame {
        state.late.append(job)
      } else {
        state.quick.append(job)
      }
      return true
    }
    if isTaken { semaphore.signal() } else { told(SolverAnswer(to: question, .busy)) }
  }

  var figures: SolverFigures {
    state.withLock { state in
      var figures = state.figures
      figures.waiting = state.waiting
      return figures
    }
  }

  // MARK: - On its threads

  private func run() {
    let searches = PositionSearches(bytes: bytesPerThread)
    let thread = SearchThread(name: "solver-search", nice: nice)
    defer { thread.end() }
    while true {
      semaphore.wait()
      if answerQuick(searches, thread) { continue }
      if let job = takeSlow() {
        let search = VerdictSearch(cache: cache, searches: searches, thread: thread, job: job)
        finish(job, search.thoroughly { _ = answerQuick(searches, thread) })
      } else if state.withLock({ $0.hasEnded }) {
        return
      }
    }
  }

  /// Answers the quick questions that wait, or puts them off.
  ///
  /// - Returns: false where there were none.
  private func answerQuick(_ searches: PositionSearches, _ thread: SearchThread) -> Bool {
    var answered = false
    while let job = state.withLock({ $0.quick.isEmpty ? nil : $0.quick.removeFirst() }) {
      answered = true
      let search = VerdictSearch(cache: cache, searches: searches, thread: thread, job: job)
      if let verdict = search.quickly() { finish(job, verdict) } else { putOff(job) }
    }
    return answered
  }

  private func takeSlow() -> Job? {
    state.withLock { state in
      if !state.slow.isEmpty { return state.slow.removeFirst() }
      return state.late.isEmpty ? nil : state.late.removeFirst()
    }
  }

  /// It takes longer: others come first.
  private func putOff(_ job: Job) {
    let goesOn = state.withLock { state in
      guard state.open[job.key] === job, !state.hasEnded else { return false }
      state.slow.append(job)
      return true
    }
    if goesOn { semaphore.signal() }
  }

  private func finish(_ job: Job, _ verdict: SolverVerdict) {
    let isWanted = state.withLock { state in
      guard state.open[job.key] === job else { return false }
      state.open[job.key] = nil
      state.figures.note(
        verdict.told.answer, microseconds: Int(Instant.microseconds() - job.askedAt),
        positions: verdict.positions)
      return true
    }
    if isWanted { job.told(SolverAnswer(to: job.question, verdict.told)) }
  }
}
