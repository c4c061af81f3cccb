import Logging
import Reactor
import Rooms
import WebSocket

/// How many lines one loop writes about what strangers cause. What is grave has an allowance of its own, so that a
/// talkative level hides nothing.
struct LogAllowance {
  private var grave = Allowance()
  private var other = Allowance()
  private var leftOut = 0

  private static let rate = Allowance.Rate(perSecond: 50, burst: 500)

  /// May a line be written now? If not, it is counted.
  mutating func take(_ level: Logger.Level, now: Int64) -> Bool {
    let wait = level >= .notice ? grave.take(now: now, Self.rate) : other.take(now: now, Self.rate)
    if wait == nil { return true }
    leftOut += 1
    return false
  }

  /// How many were left out since this was asked last.
  mutating func takeLeftOut() -> Int {
    defer { leftOut = 0 }
    return leftOut
  }
}

/// Lines of the log about connections. Promise: none holds what somebody said, nor any secret.
extension Core {
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
