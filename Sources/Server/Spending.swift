import Reactor
import Rooms

/// What one connection may still spend.
struct Spending {
  var messages = Allowance()
  var commands = Allowance()
  var hovers = Allowance()
  var opens = Allowance()
}

/// How fast it comes back, the same for all connections of a loop.
struct SpendingRates {
  let messages: Allowance.Rate
  let commands: Allowance.Rate
  let hovers: Allowance.Rate
  let opens: Allowance.Rate

  init(_ settings: Configuration) {
    messages = .init(perSecond: settings.messagesPerSecond, burst: settings.messagesBurst)
    commands = .init(perSecond: settings.commandsPerSecond, burst: settings.commandsBurst)
    hovers = .init(perSecond: settings.hoversPerSecond, burst: settings.hoversBurst)
    opens = .init(perSecond: 1, burst: settings.opensBurst)
  }
}
