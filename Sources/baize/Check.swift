import ArgumentParser
import Reactor
import Rooms
import Server
import Store

/// `baize check`
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look whether everything in a data directory is as it was written.",
    discussion: """
      Every record of every table is read, compared with its checksum and carried
      out again. Nothing is changed, and a server may be running.

      Examples:
        baize check /var/lib/baize
        baize check /var/lib/baize --salvage /var/lib/baize-2

      Exit status: 0 when all is well, 1 when something is damaged or nothing can
      be read, also when what is readable was copied.
      """)

  @Argument(help: "The data directory.")
  var directory: String

  @Option(help: ArgumentHelp("Copy what is readable into a new directory.", valueName: "directory"))
  var salvage: String?

  func run() throws {
    if try !isWell() { throw ExitCode.failure }
  }

  private func isWell() throws -> Bool {
    do throws(SQLiteTables.Unusable) {
      let check = try DirectoryCheck(directory)
      let report = check.report(Self.fault)
      for problem in report.problems { Output.say(problem) }
      let bases = report.withoutBase.count
      Output.say(
        "check: \(report.tables) tables, \(report.records) records, \(report.bases) bases; "
          + (report.problems.isEmpty
            ? "all is well"
            : "\(report.damaged.count) tables are damaged"
              + (bases > 0 ? ", \(bases) bases cannot be used" : "")))
      if let salvage { Self.say(try check.salvage(to: salvage), salvage) }
      return report.problems.isEmpty
    } catch {
      throw Complaint.fail("\(error)")
    }
  }

  /// Whether a table can be played through again.
  private static func fault(of stored: StoredTable) -> String? {
    do throws(Reopening.Fault) {
      _ = try Reopening(stored, now: 0)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func say(_ salvaged: DirectoryCheck.Salvaged, _ directory: String) {
    for (room, records) in salvaged.cut {
      Output.say("\(room): only its first \(records) records could be read")
    }
    Output.say(
      "salvage: \(salvaged.tables) tables, \(salvaged.records) records are in \(directory); "
        + "copy blobs from the old directory beside them")
  }
}
