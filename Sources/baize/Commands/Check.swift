import ArgumentParser
import Console
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
      out again. Every blob is read and compared with its name, and those that
      records name must be there. The tables' log is looked through for what was
      on the disk once. Nothing is changed, and a server may be running.

      A table whose first records are not as they were written is played from its
      base, where it has one; that is damage too. What is salvaged of it begins
      with the base, and is whole. Where the log is damaged, of each table the most
      is salvaged that is to be had; two copies of the tables lie in the new
      directory meanwhile.

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
    Output.say(
      "salvage: \(salvaged.tables) tables, \(salvaged.records) records are in \(directory); "
        + "copy blobs from the old directory beside them")
  }
}
