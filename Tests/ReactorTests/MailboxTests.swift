import Synchronization
import Testing

@testable import Reactor

@Suite struct `A mailbox` {
  @Test func `hands out mail in the order of sending, once`() throws {
    let mailbox = try Mailbox<Int>()
    for number in 1...5 { mailbox.send(number) }
    #expect(take(mailbox) == [1, 2, 3, 4, 5])
    #expect(take(mailbox).isEmpty)
    mailbox.send(6)
    #expect(take(mailbox) == [6])
  }

  @Test func `appends to what the loop still has`() throws {
    let mailbox = try Mailbox<Int>()
    mailbox.send(2)
    var mail = [1]
    var jobs: [UnownedJob] = []
    mailbox.take(mail: &mail, jobs: &jobs)
    #expect(mail == [1, 2])
  }

  @Test func `wakes its loop when there is mail, and only then`() throws {
    let mailbox = try Mailbox<Int>()
    let poller = try Poller()
    let token = Token(slot: 3, generation: 0)
    try poller.register(mailbox.wakeUpDescriptor, as: token, for: .readable)
    var ready: [Poller.Ready] = []
    poller.wait(milliseconds: 0, into: &ready)
    #expect(ready.isEmpty)
    mailbox.send(1)
    mailbox.send(2)
    poller.wait(milliseconds: 0, into: &ready)
    #expect(ready.map(\.token) == [token])
    #expect(take(mailbox) == [1, 2])
    ready.removeAll()
    poller.wait(milliseconds: 0, into: &ready)
    #expect(ready.isEmpty, "a wake-up was left over")
    mailbox.send(3)
    poller.wait(milliseconds: 0, into: &ready)
    #expect(ready.count == 1, "mail after a take wakes again")
  }

  @Test func `loses nothing of many senders, and keeps each one's order`() throws {
    let mailbox = try Mailbox<(sender: Int, number: Int)>()
    let poller = try Poller()
    try poller.register(mailbox.wakeUpDescriptor, as: Token(slot: 0, generation: 0), for: .readable)
    let senders = (0..<4).map { sender in
      Thread(name: "sender") { for number in 0..<5_000 { mailbox.send((sender, number)) } }
    }
    var next = [0, 0, 0, 0]
    var mail: [(sender: Int, number: Int)] = []
    var jobs: [UnownedJob] = []
    while next.reduce(0, +) < 20_000 {
      var ready: [Poller.Ready] = []
      poller.wait(milliseconds: 5_000, into: &ready)
      try #require(!ready.isEmpty, "a wake-up was lost")
      mail.removeAll()
      mailbox.take(mail: &mail, jobs: &jobs)
      for (sender, number) in mail {
        try #require(number == next[sender])
        next[sender] += 1
      }
    }
    for sender in senders { sender.join() }
    #expect(next == [5_000, 5_000, 5_000, 5_000])
  }

  @Test func `knows its own thread, and only that`() throws {
    let mailbox = try Mailbox<Int>()
    #expect(mailbox.isIsolatingCurrentContext() == false)
    let answer = Mutex<Bool?>(nil)
    let thread = Thread(name: "loop") {
      mailbox.bindToCurrentThread()
      answer.withLock { $0 = mailbox.isIsolatingCurrentContext() }
    }
    thread.join()
    #expect(answer.withLock { $0 } == true)
  }

  @Test func `takes jobs beside mail, so an actor can live on the loop`() async throws {
    let mailbox = try Mailbox<Int>()
    let actor = LoopActor(mailbox)
    async let answer = actor.double(21)
    let isDone = Mutex(false)
    let loop = Thread(name: "loop") {
      mailbox.bindToCurrentThread()
      let poller = try! Poller()
      try! poller.register(mailbox.wakeUpDescriptor, as: Token(slot: 0, generation: 0), for: .readable)
      var mail: [Int] = []
      while !mail.contains(0) {
        var ready: [Poller.Ready] = []
        var jobs: [UnownedJob] = []
        // The job may come late: the task that posts it waits behind other tests for a thread.
        poller.wait(milliseconds: -1, into: &ready)
        mailbox.take(mail: &mail, jobs: &jobs)
        for job in jobs { job.runSynchronously(on: mailbox.asUnownedSerialExecutor()) }
      }
      isDone.withLock { $0 = true }
    }
    #expect(await answer == 42)
    mailbox.send(0)
    loop.join()
    #expect(isDone.withLock { $0 })
  }

  private func take(_ mailbox: Mailbox<Int>) -> [Int] {
    var mail: [Int] = []
    var jobs: [UnownedJob] = []
    mailbox.take(mail: &mail, jobs: &jobs)
    return mail
  }
}

private actor LoopActor {
  private let mailbox: Mailbox<Int>

  init(_ mailbox: Mailbox<Int>) { self.mailbox = mailbox }

  nonisolated var unownedExecutor: UnownedSerialExecutor { mailbox.asUnownedSerialExecutor() }

  func double(_ number: Int) -> Int { number * 2 }
}
