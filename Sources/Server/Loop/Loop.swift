import Reactor

/// One reactor: an actor whose executor is its own epoll loop. What it owns are plain classes, so that the compiler
/// proves that nothing of them escapes.
actor Loop {
  nonisolated let mailbox: Mailbox<Mail>
  nonisolated var unownedExecutor: UnownedSerialExecutor { mailbox.asUnownedSerialExecutor() }

  private let events: EventLoop

  init(index: Int, listening: Listening, shared: Shared) throws(Errno) {
    mailbox = shared.mailboxes[index]
    events = try EventLoop(index: index, listening: listening, shared: shared)
  }

  /// The thread's body: turns until told to stop. Isolation is checked where others asked for something, not each turn.
  nonisolated func run() {
    mailbox.bindToCurrentThread()
    var jobs: [UnownedJob] = []
    while true {
      // epoll_wait runs inside the turns: its events may not cross into an isolated closure.
      let goesOn = assumeIsolated { loop in
        defer { loop.events.takeJobs(&jobs) }
        return loop.events.turnUntilJobs()
      }
      for job in jobs { job.runSynchronously(on: unownedExecutor) }
      jobs.removeAll(keepingCapacity: true)
      if !goesOn { return }
    }
  }

  /// For tests and operators.
  func counts() -> (connections: Int, rooms: Int, galleries: Int) { events.counts }
}

/// The four owners of a loop, and its turn: limits that change → **hear** all that is ready → **look after** time,
/// silence and leaving → **decide** (rooms) → **remember** (records to the journal) → **tell** (what is durable, one
/// send for each connection that lacks something).
///
/// 1. Homes is reached by letters only, and answers by letters. It knows no connection and no gallery.
/// 2. Fanout never calls another owner. What it has for Front are two lists that the turn hands over.
/// 3. Front calls Fanout for what does not send: a line into an outbox, who is a member, a connection's end; these keep
///    their place among what the same connection says. The lab's echo alone sends where it is heard.
/// 4. Upkeep calls the three others, and is called by the turn only.
/// 5. A letter to oneself lies in its addressee's queue as others' do. Each queue is emptied at one place of the turn;
///    what comes for an owner whose place has passed waits for the next turn, which begins at once.
/// 6. What an owner knows of others never changes, and never goes round: `LoopContext` → `Scheduler` → `Post` →
///    `Connections` → Fanout → Front; Homes; Upkeep.
final class EventLoop {
  let loop: LoopContext
  let scheduler: Scheduler
  let post: Post
  let connections: Connections
  let fanout: Fanout
  let front: Front
  let homes: Homes
  private let upkeep: Upkeep
  private var ready: [Poller.Ready] = []

  init(index: Int, listening: Listening, shared: Shared) throws(Errno) {
    loop = LoopContext(index: index, shared: shared)
    scheduler = Scheduler(loop)
    post = Post(index: index, mailboxes: shared.mailboxes, scheduler: scheduler)
    connections = try Connections(loop)
    fanout = Fanout(loop, post, connections)
    front = try Front(loop, post, connections, scheduler, fanout, at: listening)
    homes = Homes(loop, post, scheduler)
    upkeep = Upkeep(loop, post, connections, scheduler, front, homes, fanout)
    try connections.poller.register(post.mailbox.wakeUpDescriptor, as: Post.token, for: .readable)
  }

  /// Turns until somebody awaits something of this loop.
  ///
  /// - Returns: false when this was the last turn.
  func turnUntilJobs() -> Bool {
    while turn() {
      if post.hasJobs { return true }
    }
    return false
  }

  func takeJobs(_ taken: inout [UnownedJob]) { post.takeJobs(&taken) }

  /// - Returns: false when this was the last.
  func turn() -> Bool {
    ready.removeAll(keepingCapacity: true)
    connections.poller.wait(milliseconds: waitMilliseconds, into: &ready)
    loop.now = .now()

    // What others said; limits that change come before all that they hold for.
    if ready.contains(where: { $0.token == Post.token }) { post.collect() }
    upkeep.openLetters()
    // Hear: what the last turn left behind, what others said to Front, then what is ready.
    front.hear(&ready)
    // Look after: time, who is silent, who leaves. Before deciding, since tables are looked at as well.
    upkeep.lookAfter()
    // Decide: what the journal and the shelf say, then what rooms are to hear, each network its share.
    homes.decide()
    // Remember: the records of this turn, in one piece, before anything of it is told.
    homes.remember()
    // Tell: what is durable into galleries and outboxes; then one send for each connection that lacks something.
    fanout.deliver()
    front.answer(fanout.takeOpenings())
    fanout.tellLobby()
    fanout.send()
    front.continueRequests(of: fanout.takeEmptied())
    #if DEBUG
      turns += 1
      checkInvariants()
    #endif
    return !upkeep.hasEnded
  }

  private var waitMilliseconds: Int32 {
    if post.hasLetters || connections.hasWork || fanout.hasWork { return 0 }
    let work = scheduler.waits(isLineEmpty: front.reader.line.isEmpty, isBulkOver: front.reader.isBulkOver)
    if work == 0 { return 0 }
    let alarm = homes.alarmMilliseconds.map { Int32(clamping: $0) }
    return min(upkeep.waits, work ?? .max, alarm ?? .max)
  }

  #if DEBUG
    /// So many turns were done.
    private var turns = 0
    /// Where there are few connections and tables, all are gone through in each turn; else in one of so many.
    private static let turnsBetween = 64

    /// What holds between turns, of all owners; debug builds look after it.
    func checkInvariants() {
      let isSmall = max(connections.count, homes.places.rooms.count) <= Self.turnsBetween
      let all = isSmall || turns % Self.turnsBetween == 0
      post.checkInvariants()
      scheduler.checkInvariants(all: all)
      fanout.checkInvariants(turn: turns, all: all)
      homes.checkInvariants(turn: turns, all: all)
      upkeep.checkInvariants()
      front.checkInvariants(all: all)
      if all {
        connections.checkInvariants()
        if loop.index == 0 { loop.shared.checkInvariants() }
      }
    }
  #endif

  var counts: (connections: Int, rooms: Int, galleries: Int) {
    (connections.count, homes.places.rooms.count, fanout.galleries.count)
  }
}
