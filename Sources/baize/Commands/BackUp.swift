import ArgumentParser
import Console
import Store

/// `baize backup`
struct BackUp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a data directory. A server may be running.",
    discussion: """
      The copy shows the directory at one moment. The command checks the copy before
      it exits. It never overwrites: the target must be empty or missing.

      Examples:
        baize backup /var/lib/baize /var/backups/baize-monday
      """)

  @Argument(help: "The data directory.")
  var directory: String

  @Argument(help: "The target directory.")
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
    abstract: "Make a data directory from a backup.",
    discussion: """
      Pages that reconnect get each table as the backup has it, even if they had seen
      later moves. The command never overwrites: the target must be empty or missing.

      Examples:
        baize restore /var/backups/baize-monday /var/lib/baize
      """)

  @Argument(help: "The backup.")
  var copy: String

  @Argument(help: "The new data directory, empty or missing.")
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
