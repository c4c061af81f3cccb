import HTTP
import Reactor

/// What a connection is told that may not stay, since there are too many.
final class TurningAway {
  private let loop: LoopContext
  private var refusalsToldAt: Instant

  init(_ loop: LoopContext) {
    self.loop = loop
    refusalsToldAt = loop.now + -1000
  }

  func tooMany(_ refusal: Addresses.Refusal, to head: RequestHead?) -> Response {
    let text =
      switch refusal {
      case .full: "Too many connections; try again shortly."
      case .tooManyOfOne: "Too many connections from your address; close some, or try again shortly."
      }
    var response = Response.text(.unavailable, text, to: head, date: loop.date)
    response.add(Header("Retry-After", "5"))
    response.close()
    return response
  }

  func note(_ refusal: Addresses.Refusal, of peer: Peer) {
    loop.counters.refuse(refusal == .full ? .full : .address)
    // The log must not be what a flood fills.
    guard loop.now >= refusalsToldAt + 1000 else { return }
    refusalsToldAt = loop.now
    loop.log(
      .notice, "turned away",
      ["peer": "\(peer)", "why": refusal == .full ? "too many connections" : "too many from that address"])
  }
}
