import ArgumentParser
import Logging
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

  func untilEnd() throws {
    // Before the first thread is started, so that all inherit it.
    EndSignals.block()
    let server: BaizeServer
    do {
      let files = try PublicFolder.read(publicFolder)
      try DataDirectory.prepare(dataDirectory)
      let blobs = try Blobs(directory: dataDirectory, limits: settings.blobs)
      let storage = try SQLiteTables(directory: dataDirectory, syncs: syncs, limits: tables)
      if let corruption = storage.corruption { log.critical("\(corruption)") }
      let trouble = DiskTrouble(log)
      let journal = Journal(storage) { trouble.note($0) }
      server = try BaizeServer.start(settings, files: files, journal: journal, blobs: blobs, log: log)
    } catch {
      throw Complaint.fail("\(error)")
    }
    if let path = settings.unixPath {
      Output.say("baize: \(ListenPlace.unix(path: path))")
    } else {
      Output.say("baize: http://\(ListenPlace.tcp(host: settings.host, port: server.port))/")
    }
    EndSignals.wait { reload(server) }
    Output.say("baize: stopping")
    server.stop()
  }
}
