import ArgumentParser
import Console
import Reactor
import Rooms
import Server
import Store

/// `baize check`
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that a data directory is undamaged.",
    discussion: """
      The check reads each record of each table, compares it with its checksum, and
      plays it again. It compares each blob (a dropped file) with its name, and
      looks for blobs that records name and that are missing. It compares the log
      with what was once synced. It changes nothing; a server may be running.

      A base is a snapshot of a table. A table whose first records are damaged is
      played from its base. That counts as damage too, but the salvaged table is
      whole from the base on. Where the log is damaged, the salvage takes the newest
      readable state of each table. Meanwhile it keeps two copies of the tables in
      the new directory.

      Examples:
        baize check /var/lib/baize
        baize check /var/lib/baize --salvage /var/lib/baize-2

      Exit status: 0 when nothing is damaged; 1 when something is damaged or nothing
      can be read, even if a salvage copied the rest.
      """)

  @Argument(help: "The data directory.", completion: .directory)
  var directory: String

  @Option(
    help: ArgumentHelp("Copy everything readable into a new directory.", valueName: "directory"),
    completion: .directory)
  var salvage: String?

  func run() throws {
    if try !isWell() { throw ExitCode.failure }
  }

  private func isWell() throws -> Bool {
    do throws(SQLiteTables.Unusable) {
      guard let salvage else { return try Self.isWell(DirectoryCheck(directory)) }
      // What is copied are tables that a check cannot read as they lie there, too.
      let well = if let check = try? DirectoryCheck(directory) { Self.isWell(check) } else { false }
      Self.say(try Salvage(directory).copy(to: salvage, Self.fault), salvage)
      return well
    } catch {
      throw Complaint.fail("\(error)")
    }
  }

  private static func isWell(_ check: DirectoryCheck) -> Bool {
    let report = check.report(fault)
    for problem in report.problems { Output.say(problem) }
    let begun = report.begunWithBase.count
    var parts = [
      "\(report.tables) tables", "\(report.records) records", "\(report.bases) bases",
      "\(report.blobs) blobs",
    ]
    if begun > 0 { parts.append("\(begun) \(begun == 1 ? "begins with its" : "begin with their") base") }
    let beside = [
      (report.withoutBase.count, "bases cannot be used"),
      (report.onlyFromBase.count, "tables are played only from their base"),
      (report.blobsWrong, "blobs are damaged"), (report.blobsLacking, "blobs are not there"),
    ]
    let wrong =
      (report.logIsDamaged ? ["the log is damaged"] : []) + ["\(report.damaged.count) tables are damaged"]
      + beside.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let isWell = report.problems.isEmpty
    Output.say(
      "check: \(parts.joined(separator: ", ")); \(isWell ? "all is well" : wrong.joined(separator: ", "))")
    return isWell
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

  private static func say(_ salvaged: Salvage.Salvaged, _ directory: String) {
    for (room, records) in salvaged.cut {
      let rest = records == 0 ? "nothing of it" : "only its first \(records) records"
      Output.say("\(room): \(rest) could be read")
    }
    for (room, sequence) in salvaged.fromBase {
      Output.say("\(room): all from its base at record \(sequence) on, and its opening")
    }
    if !salvaged.listsCut.isEmpty {
      Output.say("not all could be read of: \(salvaged.listsCut.joined(separator: ", "))")
    }
    Output.say(
      "salvage: \(salvaged.tables) tables, \(salvaged.records) records are in \(directory); "
        + "copy blobs from the old directory beside them")
  }
}
