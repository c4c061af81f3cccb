import ArgumentParser
import Logging
import Server
import Store

/// SIGHUP: settings are read again as they were at the start, from the same flags, the environment and the file, and
/// checked as then. Promise: a file with mistakes changes nothing, and each mistake is told.
struct Reloading {
  /// As the server was started.
  let first: Serve
  /// As they were read then.
  let games: GameShelf
  let sink: LogSink

  /// - Returns: false when there is no file that could be read again.
  func reload(_ server: BaizeServer) -> Bool {
    guard Environment.hasFile else { return false }
    let log = sink.logger()
    Environment.reread()
    do {
      guard let serve = try Baize.parseAsRoot() as? Serve else { return true }
      let settings = serve.settings
      var fixed = server.change(settings.server) + first.fixedDifferences(from: serve)
      if serve.games.folder == first.games.folder, haveGamesChanged(log) { fixed.append("games") }
      // Where tables cannot be read there is nothing to set.
      (server.journal.storage as? SQLiteTables)?.set(settings.tables)
      sink.level = serve.operation.level ?? sink.level
      log.notice("settings were read again", metadata: ["file": "\(serve.operation.configFile ?? "")"])
      if !fixed.isEmpty {
        log.warning(
          "some changed settings take effect only at the next start",
          metadata: ["settings": "\(fixed.joined(separator: " "))"])
      }
    } catch {
      for mistake in Baize.message(for: error).split(separator: "\n") {
        log.error("settings stay as they were", metadata: ["mistake": "\(mistake.trimming)"])
      }
    }
    return true
  }

  /// Whether another start would offer other games, from the same folder. What is wrong with them is told.
  private func haveGamesChanged(_ log: Logger) -> Bool {
    guard let folder = first.games.folder else { return false }
    do throws(GameFolder.Fault) {
      return try GameFolder.read(folder) != games
    } catch {
      for mistake in error.mistakes.isEmpty ? [error.sentence] : error.mistakes {
        log.error("the games would not be taken at the next start", metadata: ["mistake": "\(mistake)"])
      }
      return true
    }
  }
}

extension Serve {
  /// Those that are not the server's own.
  fileprivate func fixedDifferences(from other: Serve) -> [String] {
    let differences = [
      ("data", data != other.data), ("public", client.named != other.client.named),
      ("games", games.folder != other.games.folder),
      ("fsync", fsync != other.fsync), ("log-format", operation.logFormat != other.operation.logFormat),
    ]
    return differences.filter(\.1).map(\.0)
  }
}

extension Substring {
  fileprivate var trimming: Substring { drop { $0 == " " } }
}
