import Reactor
import Rooms

/// What one connection may still spend.
struct Spending {
  var messages = Allowance()
  var commands = Allowance()
  var hovers = Allowance()

  /// Nothing was spent of late.
  func isFull(now: Int64) -> Bool {
    messages.isFull(now: now) && commands.isFull(now: now) && hovers.isFull(now: now)
  }
}

/// How fast it comes back, the same for all connections of a loop.
struct SpendingRates {
  let messages: Allowance.Rate
  let commands: Allowance.Rate
  let hovers: Allowance.Rate

  init(_ settings: Configuration) {
    messages = .init(perSecond: settings.messagesPerSecond, burst: settings.messagesBurst)
    commands = .init(perSecond: settings.commandsPerSecond, burst: settings.commandsBurst)
    hovers = .init(perSecond: settings.hoversPerSecond, burst: settings.hoversBurst)
  }
}
