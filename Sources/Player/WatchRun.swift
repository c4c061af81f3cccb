import Wire

/// Watches one room to its end, or until the process is ended.
package struct WatchRun {
  private let client: PlayerClient
  private let invitation: Invitation
  private var room: String { invitation.room }

  package init(_ invitation: Invitation, on client: PlayerClient) {
    self.invitation = invitation
    self.client = client
  }

  /// - Parameter show: takes each piece of text, which ends in a newline.
  package func watch(_ show: (String) -> Void) throws(PlayerFailure) {
    var transcript = WatchTranscript(room: room)
    let c = client.numbers.next()
    try client.tell(.subscribe(c: c, room: room, as: .watch, key: invitation.key))
    var isAdmitted = false
    while !transcript.isOver {
      let held = isAdmitted ? [transcript.position] : []
      let heard = try client.next(withinMilliseconds: 1000, holding: held)
      if client.takeMissed(), let sync = transcript.missed() { try? client.tell(sync) }
      guard let message = heard else { continue }
      switch message {
      case .no(let refusal) where refusal.c == c:
        throw .refused(refusal.code, why: refusal.why, what: "to show table \(room)")
      case .ok(c, _): isAdmitted = true
      default: break
      }
      let (text, sync) = transcript.hear(message)
      if let text { show(text) }
      if let sync { try? client.tell(sync) }
    }
  }
}
