import ArgumentParser
import Console
import Store

/// `baize backup`
struct BackUp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a data directory, also while a server is running.",
    discussion: """
      The copy is the directory as it was at one moment, and is checked before this
      ends. Nothing is copied over: the other directory must be empty or not there.

      Examples:
        baize backup /var/lib/baize /var/backups/baize-monday
      """)

  @Argument(help: "The data directory.")
  var directory: String

  @Argument(help: "Where the copy is to be.")
  var copy: String

  func run() throws {
    do throws(SQLiteTables.Unusable) {
      let made = try DirectoryCopy.backUp(directory, to: copy)
      Output.say("backup: \(made.tables) tables, \(made.bytes) bytes, \(made.blobs) blobs are in \(copy)")
    } catch {
      throw Complaint.fail("\(error)")
    }
  }
}

/// `baize restore`
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a data directory of a copy.",
    discussion: """
      Whoever was at a table is told where it now stands: they may have seen more
      than the copy holds. Nothing is copied over.

      Examples:
        baize restore /var/backups/baize-monday /var/lib/baize
      """)

  @Argument(help: "The copy.")
  var copy: String

  @Argument(help: "The data directory to be made; empty or not there.")
  var directory: String

  func run() throws {
    do throws(SQLiteTables.Unusable) {
      let made = try DirectoryCopy.restore(copy, to: directory)
      Output.say(
        "restore: \(made.tables) tables, \(made.bytes) bytes, \(made.blobs) blobs are in \(directory)")
    } catch {
      throw Complaint.fail("\(error)")
    }
  }
}
