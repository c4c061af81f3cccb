/// What of the settings may change while a server runs, and what may not.
extension Configuration {
  /// These settings, with all that may change as `wanted` has it.
  func changed(to wanted: Configuration) -> Configuration {
    var next = self
    next.proxies = wanted.proxies
    next.originsAllowed = wanted.originsAllowed
    next.operatorToken = wanted.operatorToken
    next.connectionsMax = wanted.connectionsMax
    next.connectionsPerAddressMax = wanted.connectionsPerAddressMax
    next.commandsPerSecond = wanted.commandsPerSecond
    next.commandsBurst = wanted.commandsBurst
    next.hoversPerSecond = wanted.hoversPerSecond
    next.hoversBurst = wanted.hoversBurst
    next.messagesPerSecond = wanted.messagesPerSecond
    next.messagesBurst = wanted.messagesBurst
    next.opensBurst = wanted.opensBurst
    next.uploadsPerSecond = wanted.uploadsPerSecond
    next.uploadsBurst = wanted.uploadsBurst
    next.roomsMax = wanted.roomsMax
    next.awakePerGuestMax = wanted.awakePerGuestMax
    next.awakePerNetworkMax = wanted.awakePerNetworkMax
    next.tableMemoryMax = wanted.tableMemoryMax
    next.keepDays = wanted.keepDays
    next.drainMilliseconds = wanted.drainMilliseconds
    next.blobs.bytesMax = wanted.blobs.bytesMax
    return next
  }

  /// The flags of settings that `wanted` has otherwise and that hold until the next start.
  func fixedDifferences(from wanted: Configuration) -> [String] {
    let differences = [
      ("host", host != wanted.host),
      ("port", port != wanted.port),
      ("listen", unixPath != wanted.unixPath),
      ("listen-mode", unixMode != wanted.unixMode),
      ("loops", loops != wanted.loops),
      ("compression", compression != wanted.compression),
      ("lab", lab != wanted.lab),
    ]
    return differences.filter(\.1).map(\.0)
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
    let settings = shared.settings.changed(to: wanted)
    shared.addresses.change(
      openMax: Self.connectionsMax(settings, log: shared.log), perKeyMax: settings.connectionsPerAddressMax)
    shared.uploads.change(perSecond: settings.uploadsPerSecond, burst: settings.uploadsBurst)
    shared.described.change(perSecond: 1, burst: settings.opensBurst)
    shared.awake.change(perGuestMax: settings.awakePerGuestMax, perNetworkMax: settings.awakePerNetworkMax)
    shared.blobs.change(bytesMax: settings.blobs.bytesMax)
    for mailbox in shared.mailboxes { mailbox.send(.upkeep(.settings(ChangedSettings(settings)))) }
    return shared.settings.fixedDifferences(from: wanted)
  }
}
