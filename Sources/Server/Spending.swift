import Reactor
import Rooms

/// What one connection may still spend.
final class Spending {
  var messages: Allowance
  var commands: Allowance
  var hovers: Allowance
  var opens: Allowance

  init(_ settings: Configuration, now: Instant) {
    let now = now.milliseconds
    messages = Allowance(
      perSecond: settings.messagesPerSecond, burst: settings.messagesBurst, now: now)
    commands = Allowance(
      perSecond: settings.commandsPerSecond, burst: settings.commandsBurst, now: now)
    hovers = Allowance(perSecond: settings.hoversPerSecond, burst: settings.hoversBurst, now: now)
    opens = Allowance(perSecond: 1, burst: settings.opensBurst, now: now)
  }

  func isFull(now: Instant) -> Bool {
    [messages, commands, hovers, opens].allSatisfy { $0.isFull(now: now.milliseconds) }
  }
}
