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
  /// A log is cut off when nobody reads it; so often that is tried.
  private static let settlingsMax = 30

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

  init(
    _ people: People, _ journal: Journal, _ blobs: Blobs, isUnsettled: Bool, on work: Semaphore,
    log: @escaping @Sendable (String) -> Void, send: @escaping @Sendable (TableErasing) -> Void
  ) {
    self.people = people
    self.journal = journal
    self.blobs = blobs
    self.isUnsettled = isUnsettled
    self.work = work
    self.log = log
    self.send = send
  }

  func end() {
    hasEnded.store(true, ordering: .releasing)
    work.signal()
  }

  /// The body of its thread; it returns after `end`.
  func run() {
    if isUnsettled { _ = settle() }
    while !isOver {
      let guests = people.erasing
      if guests.isEmpty {
        work.wait()
      } else if !erase(guests) {
        // The disk may take it later.
        _ = work.wait(milliseconds: Self.pauseMilliseconds)
      }
    }
  }

  private var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// - Returns: whether nothing is left of them.
  private func erase(_ guests: Set<GuestID>) -> Bool {
    let names = Set(guests.map(\.text))
    var passes = 0
    while true {
      guard !isOver, let count = takeOut(names) else { return false }
      if count == 0 { break }
      passes += 1
      if passes == Self.passesMax {
        log("somebody who was erased is still named at \(count) tables; a salvage takes out what is damaged")
        return false
      }
    }
    for guest in guests {
      holds { done in
        blobs.disown(guest.text, to: Erasure(of: guest, random: systemRandomBytes(8)).replacement.text) {
          done($0)
        }
      }
    }
    guard holds({ people.noteErased(guests, told: $0) }), settle() else { return false }
    return isGone(names)
  }

  /// - Returns: how many tables named them; nil where it could not be read.
  private func takeOut(_ names: Set<String>) -> Int? {
    var (count, last): (Int, Int64) = (0, 0)
    do throws(StorageFault) {
      while !isOver {
        let found = try journal.storage.traces(of: names, after: last)
        for trace in found.traces {
          count += 1
          holds { done in
            guard let erasing = TableErasing(trace, told: { done(true) }) else { return done(true) }
            send(erasing)
          }
        }
        guard let next = found.last else { return count }
        last = next
      }
    } catch {
      log("tables cannot be searched for somebody who was erased: \(error)")
    }
    return nil
  }

  private func settle() -> Bool {
    for _ in 0..<Self.settlingsMax {
      if isOver { return false }
      if holds({ journal.change(.settle, told: $0) }) { return true }
      _ = work.wait(milliseconds: Self.pauseMilliseconds)
    }
    log("the log beside the tables could not be cut off; what was erased may be read in it until it is")
    return false
  }

  /// Files of before deleted rows were overwritten may hold what no table has any more.
  private func isGone(_ names: Set<String>) -> Bool {
    do throws(StorageFault) {
      if try !journal.storage.isNamed(names) { return true }
      guard holds({ journal.change(.compact, told: $0) }) else { return false }
      if try !journal.storage.isNamed(names) { return true }
    } catch {
      log("files cannot be searched for somebody who was erased: \(error)")
      return true
    }
    log("the files still hold the identifier of somebody who was erased")
    return true
  }

  /// Waits for an answer from another thread.
  ///
  /// - Returns: false also when the server ended before it came.
  @discardableResult private func holds(
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

/// Somebody's traces at one table, on their way to its home.
struct TableErasing: Sendable {
  let room: RoomID
  let erasure: Erasure
  /// Nobody else has sat there: the table is forgotten.
  let isAlone: Bool
  /// Called once, on any thread, when the log is as it is to be, or the disk did not take it.
  let told: @Sendable () -> Void

  /// nil for a table or a guest of a name that they cannot have.
  init?(_ trace: Traces.Trace, told: @escaping @Sendable () -> Void) {
    guard let room = RoomID(trace.room), let guest = GuestID(trace.guest) else { return nil }
    self.room = room
    erasure = Erasure(of: guest, random: systemRandomBytes(8))
    isAlone = trace.isAlone
    self.told = told
  }

  /// What becomes of the log.
  var change: StoredChange {
    let erasure = erasure
    return .erase(
      TableErasure(
        room: room.text, guest: erasure.guest.text, replacement: erasure.replacement.text,
        record: { erasure.rewritten($0) }, base: { erasure.rewritten(base: $0) }))
  }
}
