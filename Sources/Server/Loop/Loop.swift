import Reactor

/// One reactor: an actor whose executor is its own epoll loop. Everything hot lives in `Core`, a plain class
/// that the actor owns, so that the compiler proves that nothing of it escapes.
actor Loop {
  nonisolated let mailbox: Mailbox<Mail>
  nonisolated var unownedExecutor: UnownedSerialExecutor { mailbox.asUnownedSerialExecutor() }

  private let core: Core

  init(index: Int, listening: Listening, shared: Shared) throws(Errno) {
    mailbox = shared.mailboxes[index]
    core = try Core(index: index, listening: listening, shared: shared)
  }

  /// The thread's body: turns until told to stop. Isolation is checked where others asked for something, not each turn.
  nonisolated func run() {
    mailbox.bindToCurrentThread()
    var jobs: [UnownedJob] = []
    while true {
      // epoll_wait runs inside the turns: its events may not cross into an isolated closure.
      let goesOn = assumeIsolated { loop in
        defer { loop.core.post.takeJobs(&jobs) }
        return loop.core.turnUntilJobs()
      }
      for job in jobs { job.runSynchronously(on: unownedExecutor) }
      jobs.removeAll(keepingCapacity: true)
      if !goesOn { return }
    }
  }

  /// For tests and operators.
  func counts() -> (connections: Int, rooms: Int, galleries: Int) {
    (core.connections.count, core.homes.places.rooms.count, core.fanout.galleries.count)
  }
}
