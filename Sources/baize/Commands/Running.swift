import ArgumentParser
import Console
import Logging
import Reactor
import Server
import Store

/// A server from its start to the signal that ends it.
struct Running {
  let settings: Server.Configuration
  let publicFolder: String
  let dataDirectory: String
  let tables: SQLiteTables.Limits
  /// False: what was told may be lost with the power.
  let syncs: Bool
  let log: Logger
  /// At each SIGHUP; false when that ends the server, too.
  let reload: (BaizeServer) -> Bool
  /// Go on in the place of the server that uses this data directory.
  let takesOver: Bool

  func untilEnd() throws {
    // Before the first thread is started, so that all inherit it.
    EndSignals.block()
    let lock = try withServer { serve($0, left: $1) }
    // All files are closed by now: a server that waits for the directory may have it.
    withExtendedLifetime(lock) {}
  }

  /// Runs the server from its first connection to its last.
  ///
  /// - Parameter left: whether it listens at sockets that another process opened.
  private func serve(_ server: BaizeServer, left: Bool) {
    let desk = openDesk(of: server)
    let place = left ? server.places.first ?? settings.place : settings.place(port: server.port)
    switch place {
    case .unix: Output.say("baize: \(place)")
    case .tcp: Output.say("baize: http://\(place)/")
    }
    ServiceManager.tell(.ready(process: ServiceManager.ownProcess))
    EndSignals.wait { reload(server) }
    EndSignals.endAtOnceWhenAskedAgain()
    // Before anything else: a server that was promised this one's place gets it as it is.
    let successor = desk?.end()
    if let successor {
      Output.say("baize: process \(successor) takes over")
      ServiceManager.tell(.replaced(by: successor))
    } else {
      Output.say("baize: stopping")
      ServiceManager.tell(.stopping)
    }
    server.stop(successor == nil ? .drain : .handOver)
  }

  /// - Returns: the claim to the data directory, when the server has ended.
  private func withServer(_ serve: (BaizeServer, _ left: Bool) -> Void) throws -> DataLock {
    do {
      // Everything that may fail comes before the running server is told to stop.
      let client = try PublicFolder(publicFolder)
      if let caution = client.caution { log.warning("\(caution)") }
      let caution = try DataDirectory.prepare(dataDirectory)
      let activated = try ActivatedSockets.take()
      let takeover = takesOver ? try Takeover.ask(in: dataDirectory) : nil
      if takesOver, takeover == nil {
        log.notice("nobody to take over from at \(dataDirectory): starting as usual")
      }
      if let takeover {
        try Blobs.look(into: dataDirectory)
        try SQLiteTables.look(into: dataDirectory)
        try takeover.take()
      }
      let lock = try DataDirectory.lock(dataDirectory, isTakingOver: takesOver)
      if let caution { log.warning("\(caution)") }
      let blobs = try Blobs(directory: dataDirectory, limits: settings.blobs)
      let readiness = Readiness()
      let trouble = DiskTrouble(log, readiness)
      let storage = try SQLiteTables.served(directory: dataDirectory, syncs: syncs, limits: tables) {
        trouble.note(damage: $0)
      }
      if let corruption = storage.corruption { trouble.note(damage: corruption) }
      let journal = Journal(storage) { trouble.note($0) }
      let left = takeover?.sockets ?? (activated.isEmpty ? nil : SocketsLeft(activated, areKept: true))
      let server = try BaizeServer.start(
        settings, files: client.files, journal: journal, blobs: blobs, bank: bank(), log: log, sockets: left,
        readiness: readiness)
      if left != nil { tellWhere(server.places) }
      serve(server, left != nil)
      return lock
    } catch {
      throw Complaint.fail("\(error)")
    }
  }

  /// A server without it deals no deals that are known to be winnable, and all else.
  private func bank() -> DealBank? {
    guard settings.bankDeals > 0 else { return nil }
    do {
      return try DealBank(in: dataDirectory)
    } catch {
      log.error("winnable deals cannot be kept: \(error) at \(dataDirectory)/\(DealBank.fileName)")
      return nil
    }
  }

  private func tellWhere(_ places: [ListenPlace]) {
    let found = places.map(\.description).joined(separator: ", ")
    let here = "listening at \(found), inherited from another process"
    if places.contains(where: { $0.answers(settings.place) }) {
      log.notice("\(here)")
    } else {
      log.notice("\(here), and not at \(settings.place); to move, stop it and start anew")
    }
  }

  /// nil where the control socket cannot be opened. Nobody can then take over from this server; it has to be stopped
  /// and started anew.
  private func openDesk(of server: BaizeServer) -> ControlDesk? {
    do {
      return try ControlDesk(in: dataDirectory, sockets: server.sockets, log: log) { EndSignals.askToEnd() }
    } catch {
      log.warning("nobody can take over from this server: \(error) at \(dataDirectory)/control")
      return nil
    }
  }
}
