import Foundation
import Logging
import Reactor
import Synchronization
import TestFaults
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `A server that hands over` {
  @Test(arguments: [(1, 1), (2, 2), (2, 1), (1, 3), (3, 2)])
  func `refuses nobody, and its successor goes on at the same port, with any number of loops`(
    before: Int, after: Int
  ) throws {
    let old = try Stopping(loops: before)
    let desk = try TestDesk(of: old.server)
    let players = try (0..<6).map { _ in try old.client() }
    let takeover = try #require(try Takeover.ask(in: desk.directory.path))
    #expect(takeover.sockets.listeners.count == before && !takeover.sockets.areKept)
    try takeover.take()
    waits { desk.isTaken }
    #expect(desk.end() == getpid())
    old.begin(.handOver)
    for player in players {
      let bye = try player.hear("bye")
      #expect(bye.json["in"] as? [Int] == [0, 300])
      #expect(player.closeCode() == 1001)
    }
    #expect(old.end() < 5)
    // Nobody accepts, and nobody is refused.
    let between = try (0..<24).map { _ in try TestClient(port: old.port) }
    let new = try Stopping(loops: after, sockets: takeover.sockets)
    #expect(new.port == old.port)
    for client in between { #expect(try client.get("/healthz").status == 200) }
    for _ in 0..<24 { #expect(try TestClient(port: old.port).get("/healthz").status == 200) }
    new.begin()
    #expect(new.end() < 10)
    let refused = #expect(throws: Errno.self) { _ = try TestClient(port: old.port) }
    #expect(refused?.isRefused == true, "what was handed over is the successor's to shut")
  }

  @Test func `answers what it was asked before it goes`() throws {
    let journal = Journal.faulty()
    let old = try Stopping(loops: 2, journal: journal) { $0.partingMillisecondsMax = 60_000 }
    let sockets = old.server.sockets
    let player = try old.client()
    let room = try player.openTable().0
    let calm = journal.looks
    journal.change { $0.stalled = true }
    waits { journal.looks > calm }
    let looks = journal.looks
    let asked = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    waits { journal.looks > looks }
    old.begin(.handOver)
    player.pump(milliseconds: 50)
    journal.change { $0.stalled = false }
    #expect(try player.answer(to: asked)["t"] == "ok")
    #expect(player.closeCode() == 1001)
    #expect(old.end() < 15)
    withExtendedLifetime(sockets) {}
  }

  @Test func `leaves the file of a Unix socket to its successor, who takes it away`() throws {
    let folder = TestDirectory()
    let path = folder.path + "/socket"
    let old = try Stopping(loops: 2) { $0.unixPath = path }
    let sockets = old.server.sockets
    old.begin(.handOver)
    #expect(old.end() < 5)
    let between = try TestClient(path: path)
    let new = try Stopping(loops: 2, sockets: sockets)
    #expect(new.server.places == [.unix(path: path)] && new.port == 0)
    #expect(try between.get("/healthz").status == 200)
    new.begin()
    #expect(new.end() < 10)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `leaves sockets that somebody else keeps open as they are`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let path = TestDirectory()
    let unix = try Listener(path: path.path + "/socket", mode: 0o600)
    let first = try Stopping(loops: 2, sockets: SocketsLeft([listener, unix], areKept: true))
    #expect(first.port == listener.port && first.server.sockets.areKept)
    #expect(try TestClient(port: listener.port).get("/healthz").status == 200)
    #expect(try TestClient(path: path.path + "/socket").get("/healthz").status == 200)
    first.begin()
    #expect(first.end() < 5)
    let between = try TestClient(port: listener.port)
    let betweenFiles = try TestClient(path: path.path + "/socket")
    let second = try Stopping(loops: 1, sockets: SocketsLeft([listener, unix], areKept: true))
    #expect(try between.get("/healthz").status == 200)
    #expect(try betweenFiles.get("/healthz").status == 200)
    second.begin()
    #expect(second.end() < 5)
  }
}

@Suite(.serialized) struct `The desk where a server is asked for its place` {
  @Test func `gives nothing away before somebody takes it`() throws {
    let server = try TestServer(loops: 2)
    let desk = try TestDesk(of: server.server)
    // They ask and die; one after the other is heard.
    for _ in 0..<3 { _ = try #require(try Takeover.ask(in: desk.directory.path)).sockets }
    #expect(!desk.isTaken)
    for _ in 0..<8 { #expect(try TestClient(port: server.port).get("/healthz").status == 200) }
    #expect(desk.end() == nil)
    #expect(!FileManager.default.fileExists(atPath: desk.directory.path + "/control"))
    #expect(try Takeover.ask(in: desk.directory.path) == nil, "nobody is there any more")
  }

  @Test func `admits its own user alone`() throws {
    let server = try TestServer(loops: 1)
    let desk = try TestDesk(of: server.server)
    let attributes = try FileManager.default.attributesOfItem(atPath: desk.directory.path + "/control")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(ControlDesk.isOwnUser(geteuid()) && ControlDesk.isOwnUser(0))
    #expect(!ControlDesk.isOwnUser(geteuid() + 1))
    desk.end()
    let strict = try TestDesk(of: server.server, admits: { _ in false })
    let refused = #expect(throws: Takeover.Refused.self) { _ = try Takeover.ask(in: strict.directory.path) }
    #expect(refused?.description.contains("the user who runs the server") == true)
    #expect(!strict.isTaken)
    strict.end()
  }

  @Test(arguments: [
    "takeover 2\n", "go\n", "\n", "takeover 1 \n", "GET / HTTP/1.1\r\n\r\n", "takeover 1\ngo\n",
    String(repeating: "a", count: 5_000), "takeover 1",
  ])
  func `gives nothing for what it does not know`(said: String) throws {
    let server = try TestServer(loops: 1)
    let desk = try TestDesk(of: server.server)
    let stranger = try Socket.connect(path: desk.directory.path + "/control")
    _ = Array(said.utf8).withUnsafeBytes { stranger.send($0) }
    stranger.finishSending()
    var bytes = [UInt8](repeating: 0, count: 600)
    var poll = pollfd(fd: stranger.raw, events: Int16(POLLIN), revents: 0)
    #expect(Glibc.poll(&poll, 1, Int32(patience * 1000)) == 1, "it is told, or hung up on")
    if case .bytes(let count) = bytes.withUnsafeMutableBytes({ stranger.receive(into: $0) }) {
      #expect(String(decoding: bytes[..<count], as: UTF8.self).hasPrefix("no: "))
    }
    // A peer that asks properly is heard after that.
    let takeover = try #require(try Takeover.ask(in: desk.directory.path))
    #expect(takeover.sockets.listeners.count == 1 && !desk.isTaken)
    #expect(desk.end() == nil)
  }

  @Test func `does not take a second go, and ends in the middle of a talk`() throws {
    let server = try TestServer(loops: 1)
    let desk = try TestDesk(of: server.server)
    let takeover = try #require(try Takeover.ask(in: desk.directory.path))
    #expect(desk.end() == nil)
    #expect(throws: Takeover.Refused.self) { try takeover.take() }
    #expect(!desk.isTaken)
  }

  @Test func `An impostor's answer at the desk is refused`() throws {
    let folder = TestDirectory()
    func ask(answered answer: String, passing raw: [Int32] = []) throws -> Takeover? {
      let listener = try Listener(path: folder.path + "/control", mode: 0o600)
      let thread = Reactor.Thread(name: "impostor") {
        listener.waitForSomebody()
        guard let line = LocalLine(answering: listener) else { return }
        _ = line.hear(within: 20_000)
        try? line.say(answer, passing: raw)
      }
      defer { thread.join() }
      return try Takeover.ask(in: folder.path)
    }
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    for (answer, raw) in [
      ("sockets 0 owned", []), ("sockets 1 owned", []), ("sockets 2 owned", [listener.raw]),
      ("sockets 1 lent", [listener.raw]), ("sockets 1 owned", [pipes[0]]), ("no: never", []),
      ("", [listener.raw]),
      ("sockets 1 owned more", [listener.raw]), ("sockets x owned", [listener.raw]),
      ("sockets 2 owned", [listener.raw, pipes[1]]),
    ] {
      #expect(throws: Takeover.Refused.self, "\(answer)") { _ = try ask(answered: answer, passing: raw) }
    }
    #expect(try ask(answered: "sockets 1 kept", passing: [listener.raw])?.sockets.areKept == true)
    close(pipes[0])
    close(pipes[1])
  }

  @Test func `has nobody to ask where there is no server, and refuses a path that is too long`() throws {
    let folder = TestDirectory()
    #expect(try Takeover.ask(in: folder.path) == nil)
    #expect(throws: Takeover.Refused.self) {
      _ = try Takeover.ask(in: folder.path + String(repeating: "/a", count: 60))
    }
    // A crash leaves the file, at which nobody answers.
    func crash() throws { _ = try Listener(path: folder.path + "/control", mode: 0o600) }
    try crash()
    #expect(try Takeover.ask(in: folder.path) == nil)
  }
}

/// A desk in a folder of its own.
private final class TestDesk {
  let directory = TestDirectory()
  private let desk: ControlDesk
  private let taken: Taken

  private final class Taken: Sendable {
    let count = Atomic(0)
  }

  init(
    of server: BaizeServer, admits: @escaping @Sendable (UInt32) -> Bool = ControlDesk.isOwnUser
  ) throws {
    let taken = Taken()
    self.taken = taken
    desk = try ControlDesk(
      in: directory.path, sockets: server.sockets,
      log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), admits: admits
    ) { taken.count.add(1, ordering: .relaxed) }
  }

  var isTaken: Bool { taken.count.load(ordering: .relaxed) == 1 }

  @discardableResult
  func end() -> Int32? { desk.end() }
}
