package import HTTP
package import Logging
import Reactor
import Rooms
package import Store

/// A running server: loops, journal, blobs, and the way to stop them.
///
/// Promise: after `start` returned connections are accepted; after `stop` returned all threads have ended.
package final class BaizeServer: Sendable {
  /// Why it cannot start, in a sentence with the mend.
  package struct CannotStart: Error, CustomStringConvertible {
    package let description: String
  }

  package let port: UInt16
  package let journal: Journal
  package let blobs: Blobs
  /// What bodies of requests take of memory, for tests and operators.
  package var uploadBytesInFlight: Int { budget.bytesTaken }
  private let budget: UploadBudget
  private let loops: [Loop]
  private let threads: [Thread]
  private let storeThreads: [Thread]

  /// Binds, starts the threads and returns.
  package static func start(
    _ settings: Configuration, files: StaticFiles, journal: Journal = Journal(), blobs: Blobs, log: Logger
  ) throws(CannotStart) -> BaizeServer {
    precondition(settings.loops >= 1, "a server has at least one loop")
    do throws(Errno) {
      return try BaizeServer(settings, files: files, journal: journal, blobs: blobs, log: log)
    } catch {
      throw CannotStart(description: Self.sentence(error, settings))
    }
  }

  private init(
    _ settings: Configuration, files: StaticFiles, journal: Journal, blobs: Blobs, log: Logger
  ) throws(Errno) {
    self.journal = journal
    self.blobs = blobs
    // A probe without SO_REUSEPORT: with it, a port that another server shares would be taken silently too.
    let probe = try Listener(host: settings.host, port: settings.port, sharing: false)
    let port = probe.port
    self.port = port
    _ = consume probe

    var mailboxes: [Mailbox<Mail>] = []
    for _ in 0..<settings.loops { mailboxes.append(try Mailbox()) }
    let shared = Shared(
      settings: settings, files: files, journal: journal, blobs: blobs, log: log, mailboxes: mailboxes,
      boot: hex(systemRandomBytes(4)))
    budget = shared.budget
    var loops: [Loop] = []
    for index in 0..<settings.loops {
      let listener = try Listener(host: settings.host, port: port, sharing: true)
      loops.append(try Loop(index: index, listener: listener, shared: shared))
    }
    self.loops = loops
    storeThreads = [
      Thread(name: "journal") { journal.run() },
      Thread(name: "blobs-in") { blobs.runWriting() },
      Thread(name: "blobs-out") { blobs.runReading() },
    ]
    threads = loops.enumerated().map { index, loop in Thread(name: "loop-\(index)") { loop.run() } }
  }

  /// Says goodbye to everybody and ends all threads; takes half a second at most.
  package func stop() {
    for loop in loops { loop.mailbox.send(.stop) }
    for thread in threads { thread.join() }
    journal.end()
    blobs.end()
    for thread in storeThreads { thread.join() }
  }

  /// Sums over all loops, for tests and operators.
  package func counts() async -> (connections: Int, rooms: Int, galleries: Int) {
    var sum = (connections: 0, rooms: 0, galleries: 0)
    for loop in loops {
      let counts = await loop.counts()
      sum.connections += counts.connections
      sum.rooms += counts.rooms
      sum.galleries += counts.galleries
    }
    return sum
  }

  private static func sentence(_ error: Errno, _ settings: Configuration) -> String {
    let address = "\(settings.host):\(settings.port)"
    if error.isAddressInUse {
      return "port \(settings.port) is already in use; stop what listens there or choose another with --port"
    }
    if error.isPermissionDenied {
      return "\(address) may not be used by this user; choose a port above 1023 with --port"
    }
    return "cannot listen on \(address) (\(error)); choose an address of this machine with --host"
  }
}
