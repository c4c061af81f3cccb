import Bytes
import Store
import Wire

/// Prometheus' text format, version 0.0.4: a family's help and type, then its samples.
struct MetricsText: Sendable {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String {
    case counter, gauge, histogram
  }

  private var out = ByteWriter(capacity: 16 * 1024)

  var bytes: [UInt8] { out.bytes }

  /// A family of one sample.
  mutating func add(_ name: StaticString, _ kind: Kind, _ help: StaticString, _ value: Int) {
    begin(name, kind, help)
    sample(name, [], value)
  }

  /// - Parameter help: in one line, without a backslash.
  mutating func begin(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
    out.append("# HELP ")
    out.append(name)
    out.append(" ")
    out.append(help)
    out.append("\n# TYPE ")
    out.append(name)
    out.append(" ")
    out.append(kind.rawValue)
    out.append("\n")
  }

  /// - Parameter labels: values without quotes, backslashes and line breaks.
  mutating func sample(_ name: StaticString, _ labels: [(StaticString, String)], _ value: Int) {
    out.append(name)
    for (index, (label, text)) in labels.enumerated() {
      out.append(index == 0 ? "{" : ",")
      out.append(label)
      out.append("=\"")
      out.append(text)
      out.append("\"")
    }
    out.append(labels.isEmpty ? " " : "} ")
    out.append(decimal: Int64(value))
    out.append("\n")
  }

  /// A family of one label, a sample for each of its values.
  mutating func add(
    _ name: StaticString, _ kind: Kind, _ help: StaticString, by label: StaticString,
    _ samples: [(String, Int)]
  ) {
    begin(name, kind, help)
    for (text, value) in samples { sample(name, [(label, text)], value) }
  }

  /// A histogram in seconds: buckets that hold all that took no longer than their bound, the sum, the count.
  ///
  /// - Parameter name: ends in `_seconds`.
  mutating func add(_ name: String, _ help: StaticString, _ durations: DurationCounts) {
    out.append("# HELP \(name) ")
    out.append(help)
    out.append("\n# TYPE \(name) histogram\n")
    for (bound, count) in zip(DurationCounts.boundsMicroseconds, durations.cumulative) {
      out.append("\(name)_bucket{le=\"\(Self.seconds(bound))\"} \(count)\n")
    }
    out.append("\(name)_bucket{le=\"+Inf\"} \(durations.count)\n")
    out.append("\(name)_sum \(Self.seconds(durations.microseconds))\n")
    out.append("\(name)_count \(durations.count)\n")
  }

  /// "0.0025", "5": no digit more than is needed.
  static func seconds(_ microseconds: Int) -> String {
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return String(whole) }
    var digits = String(repeating: "0", count: 6 - String(rest).count) + String(rest)
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}

/// Everything that is counted, at one moment.
struct Figures: Sendable {
  /// Of all loops.
  var sum = Counters()
  var addresses = 0
  var visits = 0
  var uploadBytes = 0
  var unreadBytes = 0
  var commits = CommitFigures.Told()
  var kept = StorageFigures()
  /// Letters that lie in the loops' mailboxes.
  var letters = 0
  /// Blobs that wait to be written, and reads of blobs that wait.
  var blobsWaiting = (writes: 0, reads: 0)
  var blobsUsed = (bytes: 0, count: 0)
  var solver = SolverFigures()
  var readyDeals = (ready: 0, taken: 0, missed: 0)
  var bank = BankFiller.Told()
  var obstacle: Readiness.Obstacle?
  var version = ""

  /// Tables on the disk alone, as nearly as two countings tell.
  var tablesAsleep: Int { max(0, kept.tables - sum.tablesBusy - sum.tablesAwake) }

  init() {}

  init(_ shared: Shared) {
    sum = shared.meters.sum
    addresses = shared.traffic.addresses.keys
    visits = shared.traffic.visits.count
    uploadBytes = shared.traffic.bodies.bytesTaken
    unreadBytes = shared.traffic.unread.bytesTaken
    commits = shared.store.journal.figures.now
    kept = shared.store.kept.figures
    letters = shared.mailboxes.reduce(0) { $0 + $1.waiting }
    blobsWaiting = shared.store.blobs.waiting
    blobsUsed = shared.store.blobs.used
    solver = shared.solving.desk.figures
    readyDeals = shared.solving.readyDeals.figures
    if let filler = shared.solving.filler { bank = filler.figures }
    obstacle = shared.readiness.obstacle
    version = shared.settings.version
  }
}

extension MetricsText {
  init(_ figures: Figures) {
    addServer(figures)
    addConnections(figures.sum, addresses: figures.addresses)
    addPlay(figures.sum, asleep: figures.tablesAsleep)
    addStore(figures)
    addSolver(figures.solver)
    addBank(figures)
  }

  private mutating func addServer(_ figures: Figures) {
    begin("baize_info", .gauge, "Always 1; its label names the version.")
    sample("baize_info", [("version", figures.version)], 1)
    add(
      "baize_ready", .gauge, "1 while commands are taken, as /readyz tells.", figures.obstacle == nil ? 1 : 0)
  }

  private mutating func addConnections(_ sum: Counters, addresses: Int) {
    add("baize_connections", .gauge, "Connections that are open.", sum.accepted - sum.gone)
    add("baize_addresses", .gauge, "Addresses that have connections, as they are counted.", addresses)
    add("baize_connections_accepted_total", .counter, "Connections that were let in.", sum.accepted)
    add(
      "baize_conversations", .gauge, "Connections with conversation state in memory.", sum.conversations)
    add(
      "baize_connections_refused_total", .counter, "Connections that were turned away, by reason.",
      by: "reason", Counters.Refusal.allCases.map { ("\($0)", sum.refused[$0.rawValue]) })
    add("baize_requests_total", .counter, "Requests that were understood.", sum.requests)
    add("baize_websockets_opened_total", .counter, "Requests that became WebSockets.", sum.upgrades)
    begin(
      "baize_websockets_closed_total", .counter, "WebSockets closed, by compression mode and close code.")
    for mode in Counters.modes {
      for (code, count) in sum.closes(mode) {
        let code = code.map { String($0) } ?? "other"
        sample("baize_websockets_closed_total", [("mode", "\(mode)"), ("code", code)], count)
      }
    }
    add("baize_received_bytes_total", .counter, "Bytes that came from connections.", sum.bytesIn)
    add("baize_sent_bytes_total", .counter, "Bytes that went to connections.", sum.bytesOut)
    add(
      "baize_slow_peers_total", .counter, "Peers that did not keep up, by what came of it.", by: "what",
      Counters.Slowness.allCases.map { ("\($0)", sum.slow[$0.rawValue]) })
    add(
      "baize_log_lines_left_out_total", .counter, "Lines of the log that were too many in a second.",
      sum.logLinesLeftOut)
  }

  private mutating func addPlay(_ sum: Counters, asleep: Int) {
    add(
      "baize_tables", .gauge, "Tables: busy with people, awake without, asleep on the disk.", by: "state",
      [("busy", sum.tablesBusy), ("awake", sum.tablesAwake), ("asleep", asleep)])
    add("baize_table_memory_bytes", .gauge, "Memory of tables that are awake.", sum.tableBytes)
    add("baize_tables_woken_total", .counter, "Sleeping tables that were woken.", sum.woken)
    add(
      "baize_commands_total", .counter, "Messages that were answered, by what they were answered.",
      by: "outcome",
      [("ok", sum.count(of: .ok))] + RefusalCode.allCases.map { ($0.rawValue, sum.count(of: .refused($0))) })
    add(
      "baize_ack_seconds", "From a message being read to its answer being on its way.", sum.acknowledgements)
    add(
      "baize_resyncs_total", .counter, "Members who were brought to their table's version, by cause.",
      by: "cause", Counters.Resync.allCases.map { ("\($0)", sum.resyncs[$0.rawValue]) })
    add(
      "baize_talk_lines_total", .counter, "Lines that people said at tables, or were refused.", by: "outcome",
      [("said", sum.linesSaid), ("refused", sum.linesRefused)])
    add("baize_reports_total", .counter, "Lines that were reported to the operator.", sum.reports)
    add(
      "baize_gate_waiting", .gauge, "Effects that wait in gates for their records to become durable.",
      sum.gateWaiting)
  }

  private mutating func addSolver(_ solver: SolverFigures) {
    add("baize_solver_questions_total", .counter, "Questions whether a game can be won.", solver.asked)
    add(
      "baize_solver_answers_total", .counter, "Answers to them.", by: "answer",
      [("winnable", solver.winnable), ("impossible", solver.impossible), ("unknown", solver.unknown)])
    add(
      "baize_solver_replaced_total", .counter, "Questions that gave way to newer ones of their table.",
      solver.replaced)
    add("baize_solver_answer_seconds", "From a question to its answer.", solver.durations)
    add("baize_solver_positions_total", .counter, "Positions that searches met.", solver.positions)
    add("baize_solver_waiting", .gauge, "Questions that wait.", solver.waiting)
  }

  private mutating func addBank(_ figures: Figures) {
    let (bank, ready) = (figures.bank, figures.readyDeals)
    add(
      "baize_bank_deals", .gauge, "Winnable deals: on the disk, ready in memory.", by: "place",
      [("disk", bank.deals), ("ready", ready.ready)])
    add("baize_bank_searched_total", .counter, "Deals that were searched for the bank.", bank.searched)
    add("baize_bank_found_total", .counter, "Deals among them that can be won.", bank.found)
    add("baize_bank_taken_total", .counter, "Winnable deals that tables took.", ready.taken)
    add("baize_bank_missed_total", .counter, "Wishes for a winnable deal when none was ready.", ready.missed)
    add("baize_bank_refuted_total", .counter, "Lines of the bank that a table refused.", bank.refuted)
  }

  private mutating func addStore(_ figures: Figures) {
    add("baize_commit_seconds", "What commits of the journal took.", figures.commits.commits)
    add("baize_journal_records_total", .counter, "Records that are durable.", figures.commits.records)
    add("baize_journal_failures_total", .counter, "Commits that failed.", figures.commits.failures)
    add("baize_journal_waiting", .gauge, "Records that wait for their commit.", figures.commits.waiting)
    add("baize_table_bytes", .gauge, "What tables take of the disk.", figures.kept.bytes)
    add("baize_mailbox_waiting", .gauge, "Letters between loops that are not read yet.", figures.letters)
    add("baize_visits", .gauge, "Visits that are known, also those that rest.", figures.visits)
    add("baize_upload_bytes", .gauge, "Memory that bodies of requests take now.", figures.uploadBytes)
    add("baize_unread_bytes", .gauge, "Memory that waits to be read by peers now.", figures.unreadBytes)
    add(
      "baize_blobs_waiting", .gauge, "Work on blobs that waits for the disk.", by: "work",
      [("write", figures.blobsWaiting.writes), ("read", figures.blobsWaiting.reads)])
    add("baize_blobs", .gauge, "Blobs that are kept.", figures.blobsUsed.count)
    add("baize_blob_bytes", .gauge, "What they take of the disk.", figures.blobsUsed.bytes)
  }
}
