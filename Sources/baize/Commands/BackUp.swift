import ArgumentParser
import Console
import Foundation
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

  @Argument(help: "The data directory.", completion: .directory)
  var directory: String

  @Argument(help: "The target directory.", completion: .directory)
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
      later moves. People who were erased after the backup was made are erased again:
      "baize erased" lists them. The command never overwrites: the target must be empty
      or missing.

      Examples:
        baize erased /var/lib/baize.before > erased
        baize restore /var/backups/baize-monday /var/lib/baize --erased erased
      """)

  @Argument(help: "The backup.", completion: .directory)
  var copy: String

  @Argument(help: "The new data directory, empty or missing.", completion: .directory)
  var directory: String

  @Option(
    help: ArgumentHelp(
      "A list of people who were erased since, as \"baize erased\" prints it; \"none\" if nobody was.",
      valueName: "file"),
    completion: .file())
  var erased: String?

  func run() throws {
    guard let erased else {
      throw Complaint.fail(
        "people may have been erased since that backup; list them with \"baize erased DIRECTORY > FILE\" and name the "
          + "list with --erased FILE, or say --erased none")
    }
    do throws(SQLiteTables.Unusable) {
      let list = try list(erased)
      let made = try DirectoryCopy.restore(copy, to: directory, without: list)
      Output.say(
        "restore: \(made.tables) tables, \(made.bytes) bytes, \(made.blobs) blobs are in \(directory)")
      if made.erased > 0 {
        Output.say(
          "restore: \(made.erased) people in it were erased since, and will be again when a server starts")
      }
    } catch {
      throw Complaint.fail("\(error)")
    }
  }
}

extension Restore {
  private func list(_ path: String) throws(SQLiteTables.Unusable) -> ErasedList {
    if path == "none" { return ErasedList() }
    // What cannot be read is no list either.
    return try ErasedList((try? String(contentsOfFile: path, encoding: .utf8)) ?? "?", from: path)
  }
}

/// `baize erased`
struct Erased: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the people who were erased from a data directory, as hashes.",
    discussion: """
      A restore needs the list, so that an old backup brings nobody back. A server may
      be running. Nobody's id can be read from the list.

      Examples:
        baize erased /var/lib/baize > /var/backups/erased
      """)

  @Argument(help: "The data directory, or a backup of it.", completion: .directory)
  var directory: String

  func run() throws {
    do throws(SQLiteTables.Unusable) {
      Output.say(String(try ErasedList(of: directory).text.dropLast()))
    } catch {
      throw Complaint.fail("\(error)")
    }
  }
}
