import Rooms
import Testing
import Wire

@testable import Server

@Suite struct `A table that does not wake` {
  @Test func `refuses the commands that wait for it, and says why`() throws {
    let loop = try #require(TurnedLoop())
    let (post, id) = (loop.events.post, TurnedLoop.room)
    let wakings = Wakings(loop.events.loop, post, loop.events.homes.places, HomeReplies(post))
    for (found, code, why) in [
      (.damaged("its third record"), .gone, "damaged"), (.closed, .paused, nil),
    ] as [(Shelf.Found, RefusalCode, String?)] {
      // Until a table is forgotten it is not known whether it is there, and all who come wait.
      wakings.forget(id)
      #expect(wakings.wake(id, for: .command(c: 1, Command(.undo)), from: loop.connection.id))
      #expect(wakings.found(found, as: id) == nil)
      var letters: [FanoutLetter] = []
      post.takeFanout(into: &letters)
      let refusals = try letters.compactMap { letter -> Wire.Refusal? in
        guard case .line(_, let reply) = letter, case .no(let refusal)? = try ServerMessage.read(reply.line)
        else { return nil }
        return refusal
      }
      #expect(refusals.map(\.code) == [code] && refusals.map(\.why) == [why])
    }
  }
}
