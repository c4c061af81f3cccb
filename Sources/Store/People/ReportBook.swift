/// Reports and bans that live as long as the process, under the same rules as those that are kept.
struct ReportBook {
  private var reports: [(report: Report, isClosed: Bool)] = []
  private(set) var bans: [Ban] = []
  private var lastID: Int64 = 0

  /// Those that nobody has closed, newest first.
  var open: [Report] { reports.filter { !$0.isClosed }.map(\.report).reversed() }

  mutating func write(_ change: Moderation) {
    switch change {
    case .report(var report):
      lastID += 1
      report.id = lastID
      reports.append((report, false))
      tidy(report.at)
    case .close(let id, _):
      if let place = reports.firstIndex(where: { $0.report.id == id }) { reports[place].isClosed = true }
    case .ban(let ban): bans = bans.filter { $0.id != ban.id } + [ban]
    case .lift(let id): bans.removeAll { $0.id == id }
    case .tidy(let now): tidy(now)
    }
  }

  private mutating func tidy(_ now: Int64) {
    reports.removeAll { $0.report.at < now - Moderation.keptMilliseconds }
    bans.removeAll { $0.until <= now }
    while reports.count > Moderation.reportsMax {
      reports.remove(at: reports.firstIndex { $0.isClosed } ?? 0)
    }
  }
}
