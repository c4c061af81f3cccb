/// What of the settings may change while a server runs, and what may not.
extension Configuration {
  /// Takes on all that may change while a server runs.
  ///
  /// - Returns: the flags of settings that `wanted` has otherwise and that take effect only at the next start.
  mutating func change(to wanted: Configuration) -> [String] {
    var (next, held) = (wanted, [String]())
    func hold<Value: Equatable>(_ flag: String, _ place: WritableKeyPath<Configuration, Value>) {
      if self[keyPath: place] != next[keyPath: place] { held.append(flag) }
      next[keyPath: place] = self[keyPath: place]
    }
    hold("host", \.host)
    hold("port", \.port)
    hold("listen", \.unixPath)
    hold("listen-mode", \.unixMode)
    hold("loops", \.loops)
    hold("compression", \.compression)
    hold("solver-threads", \.solverThreads)
    hold("solver-memory", \.solverBytesMax)
    hold("solver-nice", \.solverNice)
    hold("bank-deals", \.bankDeals)
    hold("lab", \.lab)
    // The folder of games is read at a start only.
    next.games = games
    self = next
    return held
  }
}

/// New settings on their way to the loops: an object of its own, since letters are small.
final class ChangedSettings: Sendable {
  let settings: Configuration
  init(_ settings: Configuration) { self.settings = settings }
}

extension BaizeServer {
  /// Takes on all of new settings that may change while it runs. Loops hear of it in their next turn; what somebody
  /// has taken of an allowance stays taken, and nobody is sent away who is here.
  ///
  /// - Returns: the flags of settings that differ and stay as they were.
  package func change(_ wanted: Configuration) -> [String] {
    var settings = shared.settings
    let held = settings.change(to: wanted)
    shared.traffic.addresses.change(
      openMax: Self.connectionsMax(settings, log: shared.log), perKeyMax: settings.connectionsPerAddressMax)
    shared.limits.uploads.change(perSecond: settings.uploadsPerSecond, burst: settings.uploadsBurst)
    shared.limits.described.change(perSecond: 1, burst: settings.opensBurst)
    shared.limits.questions.change(perSecond: settings.questionsPerSecond, burst: settings.questionsBurst)
    shared.limits.opens.change(perSecond: 1, burst: settings.opensBurst)
    shared.tables.awake.change(
      perGuestMax: settings.awakePerGuestMax, perNetworkMax: settings.awakePerNetworkMax)
    shared.store.blobs.change(bytesMax: settings.blobs.bytesMax)
    for mailbox in shared.mailboxes { mailbox.send(.upkeep(.settings(ChangedSettings(settings)))) }
    return held
  }
}
