import Foundation
import Testing

@testable import Server

@Suite(.serialized) struct `Speaking baize.v1` {
  @Test(arguments: [1, 2]) func `A hello is answered with the guest's identity`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let first = try server.client("Ada")
    let welcome = try #require(first.welcome)
    #expect(welcome["proto"] == "baize.v1")
    #expect((welcome.json["you"] as? [String: Any])?["name"] as? String == "Ada")

    // The same token is the same guest, on another connection and in another visit.
    let token = try #require(welcome["tok"])
    let again = try server.stranger()
    try again.say(#"{"t":"hello","name":"Ada","tok":"\#(token)"}"#)
    let second = try again.hear("welcome")
    let ids = [welcome, second].map { ($0.json["you"] as? [String: Any])?["id"] as? String }
    #expect(ids[0] == ids[1])
    #expect(second["sid"] != welcome["sid"])
  }

  @Test func `a client that does not say hello first is closed`() throws {
    let server = try TestServer(loops: 1) { $0.helloMillisecondsMax = 200 }
    let rude = try server.stranger()
    try rude.say(#"{"t":"lobby","c":1,"on":true}"#)
    #expect(rude.closeCode() == 4401)
    #expect(try server.stranger().closeCode() == 4401)
  }

  @Test func `a masked frame that comes byte by byte is understood`() throws {
    let server = try TestServer(loops: 1)
    let client = try server.client()
    for byte in client.frame(#"{"t":"hb"}"#) { client.send([byte]) }
    _ = try client.hear("hb")
  }

  @Test(
    arguments: [
      ([0x82, 0x80, 1, 2, 3, 4], 1003),  // binary
      ([0x81, 0x02, 0x68, 0x69], 1002),  // not masked
      ([0xC1, 0x80, 1, 2, 3, 4], 1002),  // RSV1 without an extension
      ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),  // not UTF-8
      ([0x81, 0xFE, 0x10, 0x01, 1, 2, 3, 4], 1009),  // 4097 bytes announced
      ([0x89, 0xFE, 0x00, 0x7E, 1, 2, 3, 4], 1002),  // a ping of 126 bytes
      ([0x80, 0x80, 1, 2, 3, 4], 1002),  // continues nothing
      ([0x83, 0x80, 1, 2, 3, 4], 1002),  // unknown opcode
    ] as [([UInt8], Int)])
  func `a broken frame ends the connection with the right code`(frame: [UInt8], code: Int) throws {
    let server = try TestServer(loops: 1)
    let client = try server.client()
    client.send(frame)
    #expect(client.closeCode() == code)
    // The server itself is as before.
    #expect(try TestClient(port: server.port).get("/healthz").status == 200)
  }

  @Test(
    arguments: [
      ([0x82, 0x80, 1, 2, 3, 4], "binary messages are not accepted"),
      ([0x81, 0x02, 0x68, 0x69], "frames from a client must be masked"),
      ([0x81, 0x81, 0, 0, 0, 0, 0xFF], "the text is not valid UTF-8"),
    ] as [([UInt8], String)])
  func `a broken frame ends the connection with words that name the fault`(
    frame: [UInt8], reason: String
  ) throws {
    let server = try TestServer(loops: 1)
    let client = try server.client()
    client.send(frame)
    #expect(client.ending()?.reason == reason)
  }

  @Test func `A message that is not understood is refused in words, and many end the visit`() throws {
    let server = try TestServer(loops: 1)
    let client = try server.client()
    try client.say("rubbish")
    #expect(try client.hear("no")["code"] == "bad")
    let c = try client.ask(#""t":"cmd","r":"rAAAAAAAA","op":"fly""#)
    let refusal = try client.answer(to: c)
    #expect(refusal["code"] == "bad")
    #expect(refusal["why"]?.contains("fly") == true)
    for _ in 0..<25 { try client.say("{}") }
    #expect(client.closeCode() == 4400)
  }

  @Test(arguments: ["sub", "unsub", "cmd", "q", "lift", "cancel"])
  func `every message to a room that is not there is answered once`(kind: String) throws {
    let server = try TestServer(loops: 2)
    let client = try server.client()
    for room in ["rAAAAAAAA", "rBBBBBBBB", "nonsense"] {
      let c = try client.ask(
        #""t":"\#(kind)","room":"\#(room)","r":"\#(room)","as":"watch","op":"undo","q":"dests","item":1,"d":1"#
      )
      let answer = try client.answer(to: c)
      #expect(answer["code"] == "gone" || (kind == "unsub" && answer["t"] == "ok"))
    }
    #expect(client.drain().allSatisfy { $0.int("c") == nil })
  }

  @Test func `too fast is refused with the time to wait, too fast for too long ends the visit`() throws {
    let server = try TestServer(loops: 1) {
      $0.commandsBurst = 5
      $0.commandsPerSecond = 1
      $0.refusalsInARowMax = 10
    }
    let client = try server.client()
    // All at once, so that no pause of the machine gives time to fill up again.
    let asked = try (0..<12).map { _ in try client.ask(#""t":"lobby","on":false"#) }
    let codes = try asked.map { try client.answer(to: $0)["code"] ?? "ok" }
    #expect(codes.prefix(5).allSatisfy { $0 == "ok" })
    #expect(codes.last == "rate")
    for _ in 0..<40 { try client.ask(#""t":"lobby","on":false"#) }
    #expect(client.closeCode() == 4029)
  }

  @Test func `a client that floods with messages without answers is closed too`() throws {
    for line in [#"{"t":"hover","r":"rAAAAAAAA","d":1,"x":1,"y":1}"#, #"{"t":"sync","r":"rAAAAAAAA"}"#] {
      let server = try TestServer(loops: 1)
      let client = try server.client()
      for _ in 0..<600 { try client.say(line) }
      #expect(client.closeCode() == 4029)
    }
  }

  @Test func `a line of more keys than any message has is refused unread`() throws {
    let server = try TestServer(loops: 1)
    let client = try server.client()
    let many = (0..<60).map { #""k\#($0)":0"# }.joined(separator: ",")
    try client.say(#"{"t":"hb",\#(many)}"#)
    #expect(try client.hear("no")["code"] == "bad")
  }

  @Test func `several lines in one message are several messages`() throws {
    let server = try TestServer(loops: 1)
    let client = try server.client()
    try client.say(#"{"t":"lobby","c":1,"on":true}"# + "\n" + #"{"t":"lobby","c":2,"on":false}"#)
    #expect(try client.answer(to: 1)["t"] == "ok")
    #expect(try client.answer(to: 2)["t"] == "ok")
  }

  @Test func `a game that is not in the catalogue is refused by name`() throws {
    let server = try TestServer(loops: 2)
    let client = try server.client()
    let c = try client.ask(#""t":"open","game":"poker","deal":{"kind":"sealed"}"#)
    let answer = try client.answer(to: c)
    #expect(answer["code"] == "bad")
    #expect(answer["why"]?.contains("klondike1") == true)
  }

  @Test func `lab echo gives every message back, when the lab is open`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    try client.upgrade(path: "/lab/echo")
    let big = String(repeating: "x", count: 100_000)
    try client.say(#"{"big":"\#(big)"}"#)
    #expect(try client.hear { $0["big"] != nil }["big"]?.count == 100_000)

    let closed = try TestServer(loops: 1) { $0.lab = false }
    let stranger = try TestClient(port: closed.port)
    #expect(try stranger.get("/lab/echo").status == 404)
  }
}
