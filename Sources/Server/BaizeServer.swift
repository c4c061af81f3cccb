import Bytes
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

  /// 0 where it listens at a Unix socket.
  package let port: UInt16
  private let listening: Listening
  private let addresses: Addresses
  package let journal: Journal
  package let blobs: Blobs
  /// What bodies of requests take of memory, for tests and operators.
  package var uploadBytesInFlight: Int { shared.traffic.bodies.bytesTaken }
  private let shelf: Shelf
  let shared: Shared
  /// What `/readyz` tells.
  package let readiness: Readiness
  private let loops: [Loop]
  private let threads: [Thread]
  private let storeThreads: [Thread]

  /// Binds, unless sockets were left to it, starts the threads and returns.
  ///
  /// - Parameters:
  ///   - bank: of deals that can be won; nil: none is dealt.
  ///   - readiness: what `/readyz` tells, also of obstacles that the caller knows of.
  package static func start(
    _ settings: Configuration, files: StaticFiles, journal: Journal = Journal(), blobs: Blobs,
    bank: DealBank? = nil, log: Logger, sockets: SocketsLeft? = nil, readiness: Readiness = Readiness()
  ) throws(CannotStart) -> BaizeServer {
    precondition(settings.loops >= 1, "a server has at least one loop")
    do throws(Errno) {
      return try BaizeServer(
        settings, files: files, journal: journal, blobs: blobs, bank: bank, log: log, sockets: sockets,
        readiness: readiness)
    } catch {
      throw CannotStart(description: Self.sentence(error, settings))
    }
  }

  private init(
    _ settings: Configuration, files: StaticFiles, journal: Journal, blobs: Blobs, bank: DealBank?,
    log: Logger,
    sockets: SocketsLeft?, readiness: Readiness
  ) throws(Errno) {
    LargeBlocks.keepApart()
    self.journal = journal
    self.blobs = blobs
    self.readiness = readiness
    let listening = try Listening(settings, left: sockets)
    self.listening = listening
    port = listening.port
    do throws(Errno) {
      var mailboxes: [Mailbox<Mail>] = []
      for _ in 0..<settings.loops { mailboxes.append(try Mailbox()) }
      let shared = Shared(
        settings: settings, files: files, journal: journal, blobs: blobs, log: log, mailboxes: mailboxes,
        connectionsMax: Self.connectionsMax(settings, log: log), boot: hex(systemRandomBytes(4)),
        readiness: readiness, people: Self.people(in: journal.storage, log: log),
        bank: bank)
      self.shared = shared
      shelf = shared.store.shelf
      addresses = shared.traffic.addresses
      var loops: [Loop] = []
      for index in 0..<settings.loops {
        loops.append(try Loop(index: index, listening: listening, shared: shared))
      }
      self.loops = loops
    } catch {
      listening.file?.remove()
      throw error
    }
    storeThreads =
      [
        Thread(name: "journal") { journal.run() },
        Thread(name: "blobs-in", haste: .unhurried) { blobs.runWriting() },
        Thread(name: "blobs-out", haste: .unhurried) { blobs.runReading() },
        Thread(name: "described", haste: .unhurried) { [descriptions = shared.tables.descriptions] in
          descriptions.run()
        },
        Thread(name: "erasing", haste: .unhurried) { [eraser = shared.accounts.eraser] in eraser.run() },
        Thread(name: "lists", haste: .unhurried) { [shelf] in shelf.runLists() },
      ] + shelf.bodies.map { Thread(name: "shelf", $0) }
      + shared.solving.desk.bodies.map { Thread(name: "solver", $0) }
      + (shared.solving.filler.map { filler in [Thread(name: "bank", haste: .unhurried) { filler.run() }] }
        ?? [])
    threads = loops.enumerated().map { index, loop in Thread(name: "loop-\(index)") { loop.run() } }
    readiness.end(.starting)
  }

  /// Nobody is known where they cannot be read; then nothing is written either.
  private static func people(in storage: any TableStorage, log: Logger) -> PeopleRows {
    do throws(StorageFault) {
      return try storage.people()
    } catch {
      log.error("persons cannot be read: \(error)")
      return PeopleRows()
    }
  }

  /// Where it listens, each place once.
  package var places: [ListenPlace] {
    var places: [ListenPlace] = []
    for listener in listening.listeners {
      let place = ListenPlace(listener.place)
      if !places.contains(place) { places.append(place) }
    }
    return places
  }

  /// Its sockets, with which a successor goes on.
  package var sockets: SocketsLeft { SocketsLeft(listening.listeners, areKept: listening.areKept) }

  /// Says goodbye to everybody and ends all threads: at once where few are there, within
  /// `Configuration.drainMilliseconds` and some seconds more however many there are.
  package func stop(_ farewell: Farewell = .drain) {
    readiness.begin(.draining)
    let departure = Departure(farewell, connections: addresses.open, mailboxes: loops.map(\.mailbox))
    for loop in loops { loop.mailbox.send(.upkeep(.stop(departure))) }
    shared.accounts.eraser.end()
    for thread in threads { thread.join() }
    // A successor goes on with the file as well.
    if farewell == .drain { listening.file?.remove() }
    journal.end()
    blobs.end()
    shelf.end()
    shared.tables.descriptions.end()
    shared.solving.desk.end()
    shared.solving.filler?.end()
    for thread in storeThreads { thread.join() }
    // What is not in the one file yet is in its log beside it, and is found there at the next start.
    try? journal.storage.finish()
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

  /// As many connections as are wanted, if there are descriptors for them beside what else is open.
  static func connectionsMax(_ settings: Configuration, log: Logger) -> Int {
    let descriptors = OpenFiles.raiseLimit()
    // A small limit is halved, so that there is something left of it.
    let room = max(descriptors - descriptorsReserved, descriptors / 2)
    guard settings.connectionsMax > room else {
      log.info("at most \(settings.connectionsMax) connections at once")
      return settings.connectionsMax
    }
    let wanted = settings.connectionsMax
    log.notice(
      "the system allows \(descriptors) open files, so at most \(room) connections (wanted: \(wanted))")
    return room
  }

  /// For the journal, blobs, logs, the loops themselves, and peers who are told why they are turned away.
  private static let descriptorsReserved = 500

  private static func sentence(_ error: Errno, _ settings: Configuration) -> String {
    if let path = settings.unixPath { return sentence(error, path: path) }
    let address = "\(settings.host):\(settings.port)"
    if error.isAddressInUse {
      return "port \(settings.port) is already in use; stop what listens there or choose another with --port"
    }
    if error.isPermissionDenied {
      return "\(address) may not be used by this user; choose a port above 1023 with --port"
    }
    if error.isUnknownHost {
      return
        "the host \"\(settings.host)\" cannot be found (\(error)); choose an address of this machine with --host"
    }
    return "cannot listen on \(address) (\(error)); choose an address of this machine with --host"
  }

  private static func sentence(_ error: Errno, path: String) -> String {
    let mend = "choose another path with --listen unix:PATH"
    if error.isAddressInUse { return "somebody listens at \(path) already; stop them or \(mend)" }
    if error.isNotASocket { return "\(path) is there and is no socket; \(mend)" }
    if error.isTooLong { return "\(path) is too long for a socket, which may have 107 bytes; \(mend)" }
    if error.isMissing { return "the folder of \(path) is not there; make it or \(mend)" }
    if error.isPermissionDenied { return "\(path) may not be made by this user; \(mend)" }
    return "cannot listen at \(path) (\(error)); \(mend)"
  }
}
