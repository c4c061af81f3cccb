import Reactor
import Rooms
import Testing
import Wire

@testable import Server

@Suite struct `Letters of a loop` {
  /// The lines among letters to Fanout, in order.
  private func lines(_ letters: [FanoutLetter]) -> [[UInt8]] {
    letters.compactMap { if case .line(_, let reply) = $0 { reply.line } else { nil } }
  }

  @Test func `Letters to the loop itself lie in order in their addressee's queue`() throws {
    let loop = try #require(TurnedLoop())
    let (post, id) = (loop.events.post, loop.connection.id)
    #expect(!post.hasLetters)
    for byte in 1...3 as ClosedRange<UInt8> { post.send(.fanout(.line(id, Reply(line: [byte]))), to: 0) }
    post.send(.front(.superseded(id)), to: 0)
    #expect(post.hasLetters, "so that the next turn begins at once")
    var letters: [FanoutLetter] = []
    post.takeFanout(into: &letters)
    #expect(lines(letters) == [[1], [2], [3]])
    #expect(post.hasLetters, "of Front's nothing was taken")
    #expect(post.takeFront().count == 1)
    #expect(!post.hasLetters)
  }

  @Test func `Letters that are written while a queue is emptied are taken the next time`() throws {
    let loop = try #require(TurnedLoop())
    let (post, id) = (loop.events.post, loop.connection.id)
    post.send(.fanout(.line(id, Reply(line: [1]))), to: 0)
    var letters: [FanoutLetter] = []
    post.takeFanout(into: &letters)
    for line in lines(letters) { post.send(.fanout(.line(id, Reply(line: line + [2]))), to: 0) }
    #expect(lines(letters) == [[1]])
    letters.removeAll()
    post.takeFanout(into: &letters)
    #expect(lines(letters) == [[1, 2]])
  }

  @Test func `Letters to other loops go to their mailboxes, and are sorted when they are collected`() throws {
    let mailboxes = try (0..<2).map { _ in try Mailbox<Mail>() }
    let loop = try #require(TurnedLoop())
    let posts = mailboxes.indices.map {
      Post(index: $0, mailboxes: mailboxes, scheduler: Scheduler(loop.events.loop))
    }
    posts[0].send(.fanout(.line(loop.connection.id, Reply(line: [1]))), to: 1)
    posts[0].sendToOthers(.fanout(.line(loop.connection.id, Reply(line: [2]))))
    posts[0].sendToAll(.fanout(.line(loop.connection.id, Reply(line: [3]))))
    #expect(!posts[1].hasLetters && mailboxes[1].waiting == 3)
    posts[1].collect()
    var letters: [FanoutLetter] = []
    posts[1].takeFanout(into: &letters)
    #expect(lines(letters) == [[1], [2], [3]])
    letters.removeAll()
    posts[0].takeFanout(into: &letters)
    #expect(lines(letters) == [[3]])
  }
}
