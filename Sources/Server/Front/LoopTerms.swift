import WebSocket
import Wire

/// What holds for the WebSockets of one loop, one object for each kind; and the inflaters that they share.
final class LoopTerms {
  private let plain: Terms
  private let inflating: Terms
  private let labPlain: Terms
  private let labInflating: Terms

  init(_ settings: Configuration) {
    let inflaters = Inflaters()
    let limits = WebSocketLimits(messageBytesMax: WireLimits.clientMessageBytesMax)
    let labLimits = WebSocketLimits(messageBytesMax: settings.labMessageBytesMax, fragmentsMax: 1 << 20)
    plain = Terms(role: .server, limits: limits)
    inflating = Terms(role: .server, limits: limits, inflaters: inflaters)
    labPlain = Terms(role: .server, limits: labLimits)
    labInflating = Terms(role: .server, limits: labLimits, inflaters: inflaters)
  }

  func terms(isLab: Bool, inflates: Bool) -> Terms {
    switch (isLab, inflates) {
    case (false, false): plain
    case (false, true): inflating
    case (true, false): labPlain
    case (true, true): labInflating
    }
  }
}
