import Foundation
import HTTP
import TestFaults
import Testing
import WebSocket
import Wire

@testable import Server
@testable import Store

/// All figures as the server tells them, read strictly.
func figures(of server: borrowing TestServer) throws -> PrometheusText {
  let answer = try TestClient(port: server.port).get("/metrics")
  #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
  return try PrometheusText(String(decoding: answer.body, as: UTF8.self))
}

@Suite struct `A reply to a message` {
  @Test func `has the number that it answers, and the reason of a refusal`() {
    func told(_ message: ServerMessage) -> [String] {
      let reply = Reply(message)
      return ["\(reply.c ?? -1)", reply.refusal?.rawValue ?? "ok"]
    }
    #expect(told(.ok(c: 12, Agreement(room: "rAAAAAAAA", seat: 0, version: 7))) == ["12", "ok"])
    #expect(told(.ok(c: 0, Agreement())) == ["0", "ok"])
    #expect(told(.data(c: 9, room: "rAAAAAAAA", [])) == ["9", "ok"])
    for code in RefusalCode.allCases {
      #expect(told(.no(Refusal(c: 3, code: code, why: "\"code\":\"ok\""))) == ["3", code.rawValue])
    }
  }

  @Test func `has no number where it answers nothing`() {
    let messages: [ServerMessage] = [
      .heartbeat(now: 1, versions: []), .tables([]), .gone(room: "rAAAAAAAA", why: "idle"),
      .bye(code: "drain", fromMilliseconds: 1, toMilliseconds: 2),
      .no(Refusal(c: nil, code: .bad)),
    ]
    for message in messages { #expect(Reply(message).c == nil) }
  }
}

@Suite struct `How long an answer takes` {
  @Test func `is known of each message once`() {
    var timing = Timing()
    #expect(timing.isEmpty)
    timing.read(4, at: 100)
    timing.read(4, at: 150)
    timing.read(5, at: 200)
    #expect(timing.answered(5, at: 260) == 60)
    #expect(timing.answered(4, at: 300) == 200, "from when it was read first")
    #expect(timing.answered(4, at: 400) == nil)
    #expect(timing.answered(-1, at: 400) == nil)
    #expect(timing.isEmpty)
  }

  @Test func `Only the newest of many unanswered messages are timed`() {
    var timing = Timing()
    for c in 0...Timing.keptMax { timing.read(c, at: Int64(c)) }
    #expect(timing.answered(0, at: 50) == nil)
    for c in 1...Timing.keptMax { #expect(timing.answered(c, at: 50) == 50 - c) }
    #expect(timing.isEmpty)
  }
}

@Suite struct `Figures of a server at play` {
  @Test(arguments: [1, 2]) func `count commands by what they were answered`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let ann = try server.client()
    let (room, _) = try ann.openTable()
    #expect(try ann.answer(to: ann.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))["t"] == "ok")
    let bob = try server.client("Bob")
    _ = try bob.join(room, as: "watch")
    #expect(
      try bob.answer(to: bob.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))["code"] == "role")
    #expect(
      try bob.answer(to: bob.ask(#""t":"cmd","r":"nothing","op":"tap","in":"stock""#))["code"] == "gone")
    try waits {
      let told = try figures(of: server)
      // Opened, sat down, drew; joined. The first three are records.
      return try told.value("baize_commands_total", ["outcome": "ok"]) == 4
        && told.value("baize_commands_total", ["outcome": "role"]) == 1
        && told.value("baize_commands_total", ["outcome": "gone"]) == 1
        && told.value("baize_commands_total", ["outcome": "illegal"]) == 0
        && told.value("baize_ack_seconds_count") == 6 && told.value("baize_ack_seconds_sum") > 0
        && told.value("baize_resyncs_total", ["cause": "join"]) == 2
        && told.value("baize_tables", ["state": "busy"]) == 1
        && told.value("baize_tables", ["state": "awake"]) == 0
        && told.value("baize_journal_records_total") == 3 && told.value("baize_journal_waiting") == 0
        && told.value("baize_ready") == 1
    }
  }

  @Test func `show what waits for a journal that stalls, and how long answers waited`() throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: 1, journal: journal)
    let ann = try server.client()
    let (room, _) = try ann.openTable()
    journal.change { $0.stalled = true }
    let c = try ann.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    try waits { try figures(of: server).value("baize_gate_waiting") > 0 }
    try waits { try figures(of: server).value("baize_journal_waiting") == 1 }
    // The conversation has nothing else to remember by then, and must still know when it asked.
    ann.pump(milliseconds: 600)
    journal.change { $0.stalled = false }
    _ = try ann.answer(to: c)
    let told = try figures(of: server)
    #expect(try told.value("baize_ack_seconds_count") == 3)
    #expect(try told.value("baize_ack_seconds_sum") > 0.5)
    #expect(try told.value("baize_journal_waiting") == 0)
    try waits { try figures(of: server).value("baize_gate_waiting") == 0 }
  }

  @Test func `tell why members had to be brought up`() throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: 1, journal: journal)
    let ann = try server.client()
    let (room, snap) = try ann.openTable()
    try ann.say(#"{"t":"sync","r":"\#(room)","v":\#(snap.int("v") ?? 0)}"#)
    _ = try ann.hear("snap")
    journal.change { $0.failingCommits = 1 }
    #expect(
      try ann.answer(to: ann.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))["code"] == "paused")
    let told = try figures(of: server)
    for (cause, count) in [("join", 1.0), ("sync", 1), ("fallback", 1), ("resume", 0), ("behind", 0)] {
      #expect(try told.value("baize_resyncs_total", ["cause": cause]) == count, "\(cause)")
    }
    #expect(try told.value("baize_commands_total", ["outcome": "paused"]) == 1)
    #expect(try told.value("baize_journal_failures_total") == 1)
  }

  @Test func `count peers that do not keep up`() throws {
    let server = try TestServer(loops: 1) { $0.helloMillisecondsMax = 50 }
    let silent = try server.stranger()
    #expect(silent.closeCode() == 4401)
    try waits { try figures(of: server).value("baize_slow_peers_total", ["what": "silent"]) == 1 }
  }
}

@Suite struct `Seconds` {
  @Test func `are written with no digit more than is needed`() {
    for (microseconds, text) in [
      (0, "0"), (500, "0.0005"), (2_500_000, "2.5"), (5_000_000, "5"), (1, "0.000001"),
      (61_000_010, "61.00001"),
    ] {
      #expect(MetricsText.seconds(microseconds) == text)
    }
  }
}

@Suite struct `Health` {
  @Test func `Health is answered while the process lives, and readiness while commands are taken`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    #expect(try client.get("/readyz").status == 200)
    for obstacle in Readiness.Obstacle.allCases {
      server.server.readiness.begin(obstacle)
      let answer = try client.get("/readyz")
      #expect(answer.status == 503)
      #expect(String(decoding: answer.body, as: UTF8.self) == obstacle.rawValue + "\n")
      #expect(try client.get("/healthz").status == 200)
      #expect(try figures(of: server).value("baize_ready") == 0)
      server.server.readiness.end(obstacle)
    }
    let head = try client.get("/readyz", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
  }

  @Test func `names the gravest of several obstacles, and begins with a start`() {
    let readiness = Readiness()
    #expect(readiness.obstacle == .starting)
    readiness.begin(.readOnly)
    readiness.begin(.draining)
    #expect(readiness.obstacle == .draining)
    readiness.end(.draining)
    #expect(readiness.obstacle == .starting)
    readiness.end(.starting)
    readiness.begin(.readOnly)
    #expect(readiness.obstacle == .readOnly)
    readiness.end(.readOnly)
    #expect(readiness.obstacle == nil)
  }
}
