import Testing

@testable import Server

/// Things from outside that are put on a board as blobs.
@Suite(.serialized) struct `A blob that is put on a board` {
  private func table(
    _ game: String, _ server: borrowing TestServer
  ) throws -> (client: TestClient, room: String) {
    let client = try TestClient(port: server.port)
    try client.upgrade()
    try client.say(#"{"t":"hello","tok":"\#(TestClient.token)"}"#)
    let c = try client.ask(#""t":"open","game":"\#(game)","seats":2"#)
    let room = try #require(try client.answer(to: c)["room"])
    _ = try client.join(room, as: "play")
    return (client, room)
  }

  private func put(
    _ things: String, in place: String, _ table: (client: TestClient, room: String)
  ) throws
    -> Heard
  {
    let c = try table.client.ask(
      #""t":"cmd","r":"\#(table.room)","op":"put","in":"\#(place)","things":\#(things)"#)
    return try table.client.answer(to: c)
  }

  @Test(arguments: [1, 2])
  func `is seen by everybody as a picture of this server`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let blob = try #require(try TestClient(port: server.port).put(picture(byteCount: 3000)).blob)
    let table = try table("photos", server)
    #expect(try put(#"[[["image/png",{"blob":"\#(blob)"},"cat.png"]]]"#, in: "album", table)["t"] == "ok")
    let watcher = try TestClient(port: server.port)
    try watcher.upgrade()
    try watcher.say(#"{"t":"hello"}"#)
    #expect(try watcher.join(table.room, as: "watch").line.contains("/api/blobs/\(blob)"))
  }

  @Test func `is read where it is a text, whatever it is called`() throws {
    let server = try TestServer(loops: 1)
    let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Dee Long\r\nN:Long;Dee;;;\r\nEND:VCARD\r\n"
    let blob = try #require(try TestClient(port: server.port).put(card).blob)
    let table = try table("contacts", server)
    #expect(try put(#"[[["image/png",{"blob":"\#(blob)"}]]]"#, in: "people", table)["t"] == "ok")
    let again = try TestClient(port: server.port)
    try again.upgrade()
    try again.say(#"{"t":"hello"}"#)
    #expect(try again.join(table.room, as: "watch").line.contains("Dee Long"))
  }

  @Test func `is read beside others while all of them are no more than may be read`() throws {
    let server = try TestServer(loops: 1)
    let table = try table("contacts", server)
    let blobs = try (0..<5).map { number in
      try #require(try TestClient(port: server.port).put(String(repeating: "\(number)", count: 13_500)).blob)
    }
    func put(_ count: Int) throws -> Heard {
      let things = blobs.prefix(count).map { #"[["text/plain",{"blob":"\#($0)"}]]"# }
      return try self.put("[\(things.joined(separator: ","))]", in: "people", table)
    }
    let answer = try put(5)
    #expect(answer["code"] == "bad" && answer.line.contains("in total"))
    // Contacts are not that long, which is for the board to say.
    #expect(try put(4)["code"] == "illegal")
  }

  @Test func `must be there`() throws {
    let server = try TestServer(loops: 1)
    let table = try table("photos", server)
    let missing = String(repeating: "a", count: 64)
    for name in [missing, "short", ""] {
      let answer = try put(#"[[["image/png",{"blob":"\#(name)"}]]]"#, in: "album", table)
      #expect(answer["t"] == "no" && answer["code"] == "bad")
    }
  }

  @Test func `is not a picture just because somebody says so`() throws {
    let server = try TestServer(loops: 1)
    let table = try table("photos", server)
    let name = String(repeating: "a", count: 64)
    #expect(try put(#"[[["image/png","\#(name)","cat.png"]]]"#, in: "album", table)["code"] == "illegal")
    let blob = try #require(try TestClient(port: server.port).put("only words").blob)
    #expect(try put(#"[[["image/png",{"blob":"\#(blob)"}]]]"#, in: "album", table)["code"] == "illegal")
  }
}
