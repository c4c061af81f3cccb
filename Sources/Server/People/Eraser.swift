import Reactor
import Rooms
import Store
import Synchronization

/// Takes away what is left of people who were erased, on a thread of its own: all tables are gone through, each home
/// takes them out of its tables, and the files are looked through in the end.
///
///     found at a table ── a letter to its home ──→ out of the table and its log, or the table is forgotten
///     found at none ──→ noted as done ──→ the log is cut off ──→ no byte is left, or the file is written anew
///
/// Promise: nobody is noted as done of whom a table has something; after a crash it goes on from the start.
final class Eraser: Sendable {
  /// So often all tables are gone through for the same people before it is an error.
  private static let passesMax = 8
  private static let pauseMilliseconds = 1_000
  private static let pauseMillisecondsMax = 600_000
  /// A log is cut off when nobody reads it; so often that is tried.
  private static let settlingsMax = 30
  /// Players write meanwhile, and may divide a page before it was overwritten.
  private static let sweepsMax = 5

  private let people: People
  private let journal: Journal
  private let blobs: Blobs
  private let log: @Sendable (String) -> Void
  /// Sends a table's erasure to its home.
  private let send: @Sendable (TableErasing) -> Void
  /// Signalled when somebody is to be erased.
  private let work: Semaphore
  private let hasEnded = Atomic<Bool>(false)
  private let isUnsettled: Bool
  /// What is held of them in memory only goes.
  private let forget: @Sendable (Set<GuestID>) -> Void

  init(
    _ people: People, _ journal: Journal, _ blobs: Blobs, isUnsettled: Bool, on work: Semaphore,
    log: @escaping @Sendable (String) -> Void, forget: @escaping @Sendable (Set<GuestID>) -> Void,
    send: @escaping @Sendable (TableErasing) -> Void
  ) {
    self.people = people
    self.journal = journal
    self.blobs = blobs
    self.isUnsettled = isUnsettled
    self.work = work
    self.log = log
    self.send = send
    self.forget = forget
  }

  func end() {
    hasEnded.store(true, ordering: .releasing)
    work.signal()
  }

  /// The body of its thread; it returns after `end`.
  func run() {
    // Whose remains lie where is not known any more, so the free space of every page is overwritten.
    if isUnsettled { _ = settle(.sweep(nil)) }
    var pause = Self.pauseMilliseconds
    var remains: Set<GuestID> = []
    while !isOver {
      let guests = people.erasing
      let isErased = guests.isEmpty || erase(guests, &remains)
      if !remains.isEmpty, isGone(Set(remains.map(\.text))) { remains = [] }
      if isErased, remains.isEmpty {
        pause = Self.pauseMilliseconds
        if people.erasing.isEmpty { work.wait() }
      } else {
        // The disk may take it later.
        _ = work.wait(milliseconds: pause)
        pause = min(2 * pause, Self.pauseMillisecondsMax)
      }
    }
  }

  private var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// - Parameter remains: of whom no table has anything any more, and the file may.
  /// - Returns: whether that is all of them.
  private func erase(_ guests: Set<GuestID>, _ remains: inout Set<GuestID>) -> Bool {
    forget(guests)
    // What they did before is in the log, so the tables that name them are found.
    guard succeeds({ journal.change(.people([]), told: $0) }) else { return false }
    var left = guests
    for _ in 0..<Self.passesMax {
      guard !isOver, let found = takeOut(left) else { return false }
      // Those whom nothing names do not wait for the others.
      let done = left.subtracting(found)
      guard done.isEmpty || end(done) else { return false }
      remains.formUnion(done)
      left = found
      if left.isEmpty { return true }
    }
    log("\(left.count) people who were erased are still named at tables; a salvage takes out what is damaged")
    return false
  }

  /// No table names them any more.
  private func end(_ guests: Set<GuestID>) -> Bool {
    for guest in guests {
      let nobody = Erasure(of: guest, random: systemRandomBytes(8)).replacement
      guard succeeds({ blobs.disown(guest.text, to: nobody.text, told: $0) }) else { return false }
    }
    return succeeds { people.noteErased(guests, told: $0) }
  }

  /// - Returns: whom tables named; nil where it could not be read.
  private func takeOut(_ guests: Set<GuestID>) -> Set<GuestID>? {
    let names = Set(guests.map(\.text))
    var found: Set<GuestID> = []
    var last: Int64 = 0
    do throws(StorageFault) {
      while !isOver {
        let traces = try journal.storage.traces(of: names, after: last)
        for trace in traces.traces {
          succeeds { done in
            guard let erasing = TableErasing(trace, among: guests, told: { done(true) }) else {
              return done(true)
            }
            found.insert(erasing.erasure.guest)
            send(erasing)
          }
        }
        guard let next = traces.last else { return found }
        last = next
      }
    } catch {
      log("tables cannot be searched for somebody who was erased: \(error)")
    }
    return nil
  }

  private func settle(_ change: StoredChange = .settle) -> Bool {
    for _ in 0..<Self.settlingsMax {
      if isOver { return false }
      if succeeds({ journal.change(change, told: $0) }) { return true }
      _ = work.wait(milliseconds: Self.pauseMilliseconds)
    }
    log("the log beside the tables could not be cut off; what was erased may be read in it until it is")
    return false
  }

  /// Pages may hold what no row has: it is overwritten, or, where that does not reach it, the file is written anew.
  ///
  /// - Returns: false where that is to be tried again.
  private func isGone(_ names: Set<String>) -> Bool {
    guard settle() else { return false }
    do throws(StorageFault) {
      for _ in 0..<Self.sweepsMax {
        let pages = try journal.storage.pages(naming: names)
        if pages.isEmpty { return true }
        guard settle(.sweep(pages)) else { return false }
      }
      guard succeeds({ journal.change(.compact, told: $0) }) else { return false }
      if try journal.storage.pages(naming: names).isEmpty { return true }
    } catch {
      log("the file of the tables cannot be searched for somebody who was erased: \(error)")
      return true
    }
    log("the file of the tables still holds the identifier of somebody who was erased")
    return true
  }

  /// Waits for an answer from another thread.
  ///
  /// - Returns: false also when the server ended before it came.
  @discardableResult private func succeeds(
    _ body: (@escaping @Sendable (Bool) -> Void) -> Void
  ) -> Bool {
    let answer = Answer()
    body { answer.give($0) }
    while !answer.isGiven(within: Self.pauseMilliseconds) {
      if isOver { return false }
    }
    return answer.held
  }

  private final class Answer: Sendable {
    private let semaphore = Semaphore()
    private let state = Mutex(false)

    var held: Bool { state.withLock { $0 } }

    func give(_ holds: Bool) {
      state.withLock { $0 = holds }
      semaphore.signal()
    }

    func isGiven(within milliseconds: Int) -> Bool { semaphore.wait(milliseconds: milliseconds) }
  }
}
