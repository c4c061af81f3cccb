import HTTP
import Logging
import Patience
import Reactor
import Rooms
import WebSocket
import Wire

/// What all owners of one loop go by: whose loop it is, how late it is, the settings as they are now, the figures, the
/// log. It decides nothing.
///
/// Promise of the log: no line holds what somebody said, nor any secret.
final class LoopContext {
  let index: Int
  let shared: Shared
  /// Compresses what is told to many; nil when this server compresses nothing.
  let deflater: Deflater?
  /// As they are now: some change while a server runs, and each loop has its own copy.
  private(set) var settings: Configuration
  private(set) var rates: SpendingRates
  /// When this turn began.
  var now = Instant.now()
  /// `Date` of responses, renewed each second.
  private(set) var date: String
  var counters = Counters()
  /// The server is stopping, and this loop takes leave of its connections.
  var isStopping = false
  private var logAllowance = LogAllowance()

  init(index: Int, shared: Shared) {
    self.index = index
    self.shared = shared
    settings = shared.settings
    rates = SpendingRates(shared.settings)
    deflater = shared.settings.compression == .off && !shared.settings.lab ? nil : Deflater()
    date = httpDate(wallMilliseconds: Instant.wallMilliseconds())
  }

  func apply(_ changed: ChangedSettings) {
    settings = changed.settings
    rates = SpendingRates(settings)
  }

  /// A deal that can be won; at once or not at all.
  func pick(_ ruleset: Ruleset, _ terms: DealTerms, isSealed: Bool) -> Pick {
    shared.solving.readyDeals.take(
      ReadyDeals.Kind(ruleset: ruleset, isSealed: isSealed, level: terms.level), now: now.milliseconds)
  }

  func renewDate() { date = httpDate(wallMilliseconds: Instant.wallMilliseconds()) }

  /// Shows them to all who read the figures of all loops.
  func showCounters() { shared.meters.show(counters, of: index) }

  // MARK: - The log

  /// A line about what strangers can cause, unless there were too many of late.
  func log(
    _ level: Logger.Level, _ message: @autoclosure () -> Logger.Message,
    _ metadata: @autoclosure () -> Logger.Metadata = [:]
  ) {
    guard shared.log.logLevel <= level, logAllowance.take(level, now: now.milliseconds) else { return }
    shared.log.log(level: level, message(), metadata: metadata())
  }

  /// The same, about one connection.
  func log(
    _ level: Logger.Level, _ message: @autoclosure () -> Logger.Message, of connection: Connection,
    _ metadata: @autoclosure () -> Logger.Metadata = [:]
  ) {
    log(level, message(), marks(of: connection).merging(metadata()) { $1 })
  }

  /// What lines were left out is a line of its own, each second at most.
  func tellLinesLeftOut() {
    let count = logAllowance.takeLeftOut()
    guard count > 0 else { return }
    counters.logLinesLeftOut += count
    shared.log.notice("lines left out", metadata: ["count": "\(count)", "loop": "\(index)"])
  }

  private func marks(of connection: Connection) -> Logger.Metadata {
    var marks: Logger.Metadata = ["connection": "\(index).\(connection.token.slot)"]
    if let peer = connection.socket.peer { marks["peer"] = "\(peer)" }
    if let guest = connection.visitor?.guest { marks["guest"] = "\(guest.text)" }
    return marks
  }
}
