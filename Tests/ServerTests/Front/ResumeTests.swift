import Testing

@testable import Server

@Suite(.serialized) struct `A visit that is resumed again and again` {
  @Test(arguments: [1, 2]) func `keeps its seat, however the line was lost`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let first = try server.client("Ada")
    let (room, snap) = try first.openTable(deal: 166_383)
    let (token, visit) = (try #require(first.welcome?["tok"]), try #require(first.welcome?["sid"]))
    let (epoch, version) = (try #require(snap["e"]), try #require(snap.int("v")))
    var before: TestClient? = first
    for turn in 0..<40 {
      switch turn % 4 {
      case 0: before = nil  // closed
      case 1: before?.finishSending()
      case 2:
        before?.finishSending()
        before?.pump(milliseconds: 1)
      default: break  // still there
      }
      let next = try server.stranger()
      let held = #"[["\#(room)","\#(epoch)",\#(version)]]"#
      try next.say(
        #"{"t":"hello","tok":"\#(token)","want":["dests"],"resume":{"sid":"\#(visit)","rooms":\#(held)}}"#)
      let welcome = try next.hear("welcome")
      #expect(welcome.line.contains(#""rooms":[["\#(room)",0]]"#), "turn \(turn): \(welcome)")
      try next.say(#"{"c":\#(100 + turn),"t":"q","r":"\#(room)","q":"dests"}"#)
      #expect(try next.answer(to: 100 + turn)["t"] != "no", "turn \(turn)")
      before = next
    }
  }

  @Test func `A room that is named several times is sent once`() throws {
    let server = try TestServer(loops: 1)
    let first = try server.client("Ada")
    let (room, snap) = try first.openTable()
    let (token, visit) = (try #require(first.welcome?["tok"]), try #require(first.welcome?["sid"]))
    let place = #"["\#(room)","\#(try #require(snap["e"]))",0]"#
    let second = try server.stranger()
    let resume = #"{"sid":"\#(visit)","rooms":[\#(place),\#(place),\#(place)]}"#
    try second.say(#"{"t":"hello","tok":"\#(token)","resume":\#(resume)}"#)
    // Under another name than before, which is kept before anybody is told of it.
    _ = try second.hear("snap")
    try second.say(#"{"t":"hb"}"#)
    _ = try second.hear("hb")
    let heard = String(decoding: second.texts.joined(), as: UTF8.self)
    #expect(heard.ranges(of: #""t":"snap""#).count == 1)
  }
}
