import Console
import Foundation
import Player

/// A table printed as text while others play it. It ends with the room, with the win, or with Ctrl-C.
struct Watching {
  let options: Bot
  let room: String

  func untilEnd() throws {
    // Nothing is held that would have to be given back: the server notices that a spectator is gone.
    signal(SIGINT) { _ in _exit(0) }
    do throws(PlayerFailure) {
      let client = try options.client(to: ServerAddress(options.url), wantsDests: false)
      try WatchRun(Invitation(room), on: client).watch { Output.say($0) }
      client.close()
    } catch {
      throw Complaint.fail("\(error)")
    }
  }
}
