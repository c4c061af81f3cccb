import Foundation
import Rooms
import Testing

@testable import Server

/// What people say at a table, over real sockets; who may say what is Rooms' to test.
@Suite(.serialized) final class `Talking over the wire` {
  private let server: TestServer
  private let ada: TestClient
  private let ben: TestClient
  private let room: String
  private let keys: [String: String]

  init() throws {
    server = try TestServer(loops: 2)
    ada = try server.client("Ada")
    ben = try server.client("Ben")
    let opened = try ada.answer(to: ada.ask(#""t":"open","game":"fruits","seats":3,"access":"link""#))
    room = try #require(opened["room"])
    keys = try #require(opened.json["keys"] as? [String: String])
    _ = try ada.join(room, as: "play")
    #expect(try ben.join(room, as: "play", key: keys["play"]).json["chat"] as? Bool == true)
  }

  private func say(_ text: String, _ client: TestClient) throws -> Heard {
    try client.answer(to: client.ask(#""t":"say","r":"\#(room)","text":"\#(text)""#))
  }

  @Test func `A line reaches everybody at the table, and who joins later`() throws {
    #expect(try say("gg", ben)["t"] == "ok")
    let heard = try ada.hear("said")
    let ids = [ada, ben].map { (($0.welcome?.json["you"] as? [String: Any])?["id"] as? String) ?? "" }
    let line = #"{"t":"said","r":"\#(room)","lines":[[1,1,"\#(ids[1])","Ben","gg"]]}"#
    #expect(heard.line == line)
    let eve = try server.client("Eve")
    _ = try eve.join(room, as: "watch", key: keys["watch"])
    #expect(try eve.hear("said").line == line)
    #expect(try say("hi", eve)["why"] == "seat")
    let c = try eve.ask(#""t":"react","r":"\#(room)","what":"clap""#)
    #expect(try eve.answer(to: c)["t"] == "ok")
    #expect(try ada.hear("reacts").line == #"{"t":"reacts","r":"\#(room)","list":[],"sum":{"clap":1}}"#)
  }

  @Test func `A flood from one seat is refused, and nobody else is in its way`() throws {
    let eve = try server.client("Eve")
    _ = try eve.join(room, as: "watch", key: keys["watch"])
    var codes: [String] = []
    for number in 0..<10 {
      let answer = try say("line \(number)", ben)
      codes.append(answer["code"] ?? "ok")
      if let reset = answer.int("reset") { #expect((1...2_000).contains(reset)) }
    }
    #expect(codes == Array(repeating: "ok", count: 3) + Array(repeating: "rate", count: 7))
    #expect(try say("enough", ada)["t"] == "ok")
    var lines: [String] = []
    while lines.last != "enough" {
      for line in try eve.hear("said").json["lines"] as? [[Any]] ?? [] {
        lines.append(line[4] as? String ?? "")
      }
    }
    #expect(lines == ["line 0", "line 1", "line 2", "enough"])
  }

  @Test func `What is not of the list is no message`() throws {
    for wrong in [
      #""t":"say","r":"\#(room)""#, #""t":"say","r":"\#(room)","text":7"#,
      #""t":"react","r":"\#(room)","what":"boo""#, #""t":"report","r":"\#(room)","line":1,"why":"ugly""#,
      #""t":"host","r":"\#(room)","do":"chat""#, #""t":"host","r":"\#(room)","do":"mute","seat":64"#,
    ] {
      #expect(try ada.answer(to: ada.ask(wrong))["code"] == "bad", "\(wrong)")
    }
    for text in ["", "https://a.b", String(repeating: "a", count: 141)] {
      #expect(try say(text, ada)["code"] == "bad")
    }
    #expect(try ada.answer(to: ada.ask(#""t":"say","r":"rAAAAAAAA","text":"x""#))["code"] == "gone")
  }

  @Test func `A newcomer talks at a table that is open to all once they have won a game`() throws {
    let opened = try ada.answer(
      to: ada.ask(#""t":"open","game":"fruits","seats":3,"access":"public""#))
    let open = try #require(opened["room"])
    _ = try ada.join(open, as: "play")
    #expect(try ada.answer(to: ada.ask(#""t":"host","r":"\#(open)","do":"chat","on":true"#))["t"] == "ok")
    _ = try ben.join(open, as: "play")
    func say(_ text: String) throws -> Heard {
      try ben.answer(to: ben.ask(#""t":"say","r":"\#(open)","text":"\#(text)""#))
    }
    #expect(try say("hello")["why"] == "newcomer")
    let id = try #require((ben.welcome?.json["you"] as? [String: Any])?["id"] as? String)
    server.server.shared.tables.winners.note(try #require(GuestID(id)))
    #expect(try say("hello")["t"] == "ok")
  }

  /// Who said what is for the ears of the table alone: in the audience's stream how long a line becomes would tell of
  /// what others said.
  @Test(arguments: Rooms.Encoding.allCases) func `is plain whatever a connection takes`(
    encoding: Rooms.Encoding
  ) throws {
    let ear = try CompressedEar(encoding, port: server.port)
    try ear.client.say(#"{"t":"hello","want":["dests"]}"#)
    let key = try #require(keys["play"])
    try ear.client.say(#"{"t":"sub","c":1,"room":"\#(room)","as":"play","key":"\#(key)"}"#)
    _ = try ear.hear(upTo: 1)
    // Something of the table comes in the stream before and after.
    for c in [2, 4] {
      try ear.client.say(#"{"t":"cmd","c":\#(c),"r":"\#(room)","op":"edit","in":"fruits","on":\#(c == 2)}"#)
      try ear.client.say(#"{"t":"say","c":\#(c + 1),"r":"\#(room)","text":"line \#(c)"}"#)
      _ = try ear.hear(upTo: c + 1)
    }
    try ear.client.say(#"{"t":"react","c":6,"r":"\#(room)","what":"clap"}"#)
    _ = try ear.hear { $0["t"] == "reacts" }
    #expect(ear.plain.contains("said") && ear.plain.contains("reacts"))
    #expect(!ear.packed.contains("said") && !ear.packed.contains("reacts"))
    #expect(ear.packed.contains("snap") == (encoding != .plain), "something was compressed")
  }

  @Test func `is counted`() throws {
    for text in ["a", "a", "b"] { _ = try say(text, ben) }
    let c = try ada.ask(#""t":"report","r":"\#(room)","line":1,"why":"spam""#)
    #expect(try ada.answer(to: c)["t"] == "ok")
    func count(_ outcome: String) throws -> Double {
      try figures(of: server).value("baize_talk_lines_total", ["outcome": outcome])
    }
    try waits { try count("said") == 2 }
    #expect(try count("refused") == 1)
    #expect(try figures(of: server).value("baize_reports_total") == 1)
  }

  @Test func `A guest reports three lines at once, and not more than five in a minute`() throws {
    for number in 0..<3 { _ = try say("line \(number)", ben) }
    for line in 1...3 {
      let c = try ada.ask(#""t":"report","r":"\#(room)","line":\#(line),"why":"insult""#)
      #expect(try ada.answer(to: c)["t"] == "ok")
    }
    let refused = try ada.answer(to: ada.ask(#""t":"report","r":"\#(room)","line":3,"why":"other""#))
    #expect(refused["code"] == "rate" && refused.int("reset") ?? 0 > 20_000)
    let rates = GuestRates(everyMilliseconds: 30_000, burst: 3)
    let guest = GuestID(digest: Array(repeating: 1, count: 16))
    let taken = (0...600).count { rates.take(guest, of: nil, now: Int64($0) * 100) == nil }
    #expect(taken == 5)
  }
}
