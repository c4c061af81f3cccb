import HTTP
import Reactor
import Testing
import WebSocket
import Wire

@testable import Player

@Suite struct `A client` {
  @Test func `says hello and hears welcome`() throws {
    let stage = try Stage([{ if case .hello = $0 { [welcome()] } else { nil } }])
    let client = try PlayerClient(stage.address, name: "Ada")
    #expect(client.welcome.visit == "visit")
    client.close()
    stage.end()
  }

  @Test func `says hello with the key of a program`() throws {
    let stage = try Stage([
      {
        guard case .hello(let hello) = $0 else { return nil }
        return hello.token == "b1.brio" ? [welcome()] : nil
      }
    ])
    let client = try PlayerClient(stage.address, name: "Ada", token: "b1.brio")
    #expect(client.welcome.visit == "visit")
    client.close()
    stage.end()
  }

  @Test func `comes back after a broken connection and asks again with the same number`() throws {
    let stage = try Stage([
      { if case .hello = $0 { [welcome()] } else { nil } },
      { message in
        switch message {
        case .hello(let hello):
          // The visit and its token must come back with it.
          hello.resume?.visit == "visit" && hello.token == "g1.token" ? [welcome(resumed: true)] : nil
        case .lobby(let c, _): [.ok(c: c, Agreement())]
        default: nil
        }
      },
    ])
    let client = try PlayerClient(stage.address, name: "Ada")
    let c = client.numbers.next()
    try client.tell(.lobby(c: c, on: true))
    let failure = try #require(throws: PlayerFailure.self) { try client.next(withinMilliseconds: 5000) }
    #expect(failure.isPassing)
    try client.comeBack(after: failure, holding: [])
    #expect(try client.next(withinMilliseconds: 5000) == .ok(c: c, Agreement()))
    #expect(client.reconnections == 1)
    client.close()
    stage.end()
  }

  /// It breaks between the answer and the first snapshot, or between a gap and the snapshot asked for.
  @Test(arguments: [[], [Small.snapshot(), Small.event([], from: 4, after: "")]] as [[ServerMessage]])
  func `A watcher whose connection broke before a snapshot asks for the whole table again`(
    told: [ServerMessage]
  ) throws {
    let stage = try Stage([
      { message in
        switch message {
        case .hello: [welcome()]
        case .subscribe(let c, let room, _, _):
          [.ok(c: c, Agreement(room: room))] + told
            + [.bye(code: "drain", fromMilliseconds: 0, toMilliseconds: 0)]
        default: nil
        }
      },
      { message in
        guard case .hello(let hello) = message else { return nil }
        let positions = hello.resume?.rooms ?? []
        let wantsAll = positions.map(\.room) == ["r1"] && positions.allSatisfy { $0.version == 0 }
        return [
          welcome(resumed: true), .gone(room: "r1", why: wantsAll ? "asked for all" : "\(positions)"),
        ]
      },
    ])
    let client = try PlayerClient(stage.address, name: "Ada")
    var shown = ""
    try WatchRun(Invitation(room: "r1"), on: client).watch { shown += $0 }
    #expect(shown.hasSuffix("table r1 has ended (asked for all)\n"))
    client.close()
    stage.end()
  }

  @Test func `A client that was not let in yet resumes no table, and hears why it is refused`() throws {
    let stage = try Stage([
      { message in
        switch message {
        case .hello: [welcome()]
        case .subscribe: [.bye(code: "drain", fromMilliseconds: 0, toMilliseconds: 0)]
        default: nil
        }
      },
      { message in
        switch message {
        case .hello(let hello): hello.resume?.rooms.isEmpty == true ? [welcome(resumed: true)] : nil
        case .subscribe(let c, _, _, _): [.no(Refusal(c: c, code: .gone))]
        default: nil
        }
      },
    ])
    let client = try PlayerClient(stage.address, name: "Ada")
    #expect(throws: PlayerFailure.refused(.gone, why: nil, what: "to show table r1")) {
      try WatchRun(Invitation(room: "r1"), on: client).watch { _ in }
    }
    client.close()
    stage.end()
  }

  @Test func `does not go on when the server has forgotten it`() throws {
    let script: @Sendable (ClientMessage) -> [ServerMessage]? = {
      if case .hello = $0 { [welcome()] } else { nil }
    }
    let stage = try Stage([script, script])
    let client = try PlayerClient(stage.address, name: "Ada")
    #expect(throws: PlayerFailure.forgotten) {
      try client.comeBack(after: .connectionLost(.abnormal, reason: ""), holding: [])
    }
    client.close()
    stage.end()
  }

  @Test func `tells a server of another kind from one of another protocol`() throws {
    let web = try Stage(raw: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let place = web.address.place
    #expect(throws: PlayerFailure.notAWebSocket(place, why: "The server answered 200 OK.")) {
      try PlayerClient(web.address, name: "Ada")
    }
    web.end()
    let full = try Stage(
      raw: "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n")
    let failure = try #require(throws: PlayerFailure.self) { try PlayerClient(full.address, name: "Ada") }
    #expect(failure == .busy(full.address.place) && failure.isPassing)
    full.end()
    let mail = try Stage(raw: "220 mail\r\n\r\n")
    #expect(throws: PlayerFailure.self) { try PlayerClient(mail.address, name: "Ada") }
    mail.end()
    let other = try Stage(subprotocols: ["chess"])
    #expect(throws: PlayerFailure.otherProtocol(other.address.place)) {
      try PlayerClient(other.address, name: "Ada")
    }
    other.end()
  }

  @Test func `says that nobody listens`() throws {
    let address: ServerAddress
    do {
      let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
      address = try ServerAddress("ws://127.0.0.1:\(listener.port)")
    }
    #expect(throws: PlayerFailure.connectionRefused(address.place)) {
      try PlayerClient(address, name: "Ada")
    }
  }

  @Test(arguments: [1001, 1006, 1011, 1013, 4000, 4008, 4010, 4029] as [UInt16])
  func `may come back after close code`(code: UInt16) {
    #expect(PlayerFailure(closedWith: CloseCode(code), reason: "").isPassing)
  }

  @Test(arguments: [1002, 1003, 1007, 1008, 1009, 4400, 4401, 4403] as [UInt16])
  func `must not come back after close code`(code: UInt16) {
    #expect(!PlayerFailure(closedWith: CloseCode(code), reason: "").isPassing)
  }
}
