import Foundation
import HTTP
import Testing

@testable import Server

/// Descriptions as they are sent; what may stand in them is specified by DescriptionsTests.
@Suite(.serialized) struct `A board's description, posted` {
  @Test(arguments: ["{", "[]", "nonsense", #"{"colections":[]}"#])
  func `a malformed description is answered with each problem and its line, and the connection goes on`(
    text: String
  ) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let answer = try client.post(text)
    #expect(answer.status == 400)
    #expect(answer.error == "description")
    let problems = try #require(answer.json["problems"] as? [[String: Any]])
    #expect(!problems.isEmpty)
    for problem in problems {
      #expect((problem["line"] as? Int ?? 0) >= 1 && (problem["column"] as? Int ?? 0) >= 1)
      #expect((problem["message"] as? String)?.isEmpty == false)
      #expect((problem["mend"] as? String)?.isEmpty == false)
      #expect(problem["at"] is String)
    }
    #expect(try client.get("/healthz").status == 200)
  }

  @Test func `A description of the largest size is read, and one byte more is refused`() throws {
    let server = try TestServer(loops: 1)
    let fits = try TestClient(port: server.port).post(String(repeating: " ", count: 64 * 1024))
    #expect(fits.status == 400 && fits.error == "description")
    let client = try TestClient(port: server.port)
    client.send("POST /api/boards HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 65537\r\n\r\n")
    let refused = try client.response()
    #expect(refused.status == 413 && refused.error == "tooLarge")
  }

  @Test(arguments: [1, 2])
  func `opens a table that shows what was described`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let example = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Public/boards/kanban.json")
    let text = try String(contentsOf: example, encoding: .utf8)
    let answer = try TestClient(port: server.port).post(text)
    #expect(answer.status == 201, "\(answer.json)")
    let room = try #require(answer.json["room"] as? String)
    #expect(answer.json["path"] as? String == "/t/\(room)")
    let client = try TestClient(port: server.port)
    try client.upgrade()
    try client.say(#"{"t":"hello","tok":"\#(TestClient.token)","want":["dests"]}"#)
    let snap = try client.join(room, as: "play")
    #expect(snap.line.contains(#""kind":"board""#) && snap.line.contains(#""in":"doing""#))
    let c = try client.ask(#""t":"cmd","r":"\#(room)","op":"move","item":0,"in":"doing""#)
    #expect(try client.answer(to: c)["t"] == "ok")
  }

  @Test func `needs a token and a page of ours`() throws {
    let server = try TestServer(loops: 1)
    #expect(try TestClient(port: server.port).post("{}", "").status == 401)
    let foreign = "Origin: http://evil.example\r\n" + TestClient.bearer
    #expect(try TestClient(port: server.port).post("{}", foreign).status == 403)
  }

  @Test func `comes no oftener than tables are opened`() throws {
    let server = try TestServer(loops: 1) { $0.opensBurst = 2 }
    let statuses = try (0..<4).map { _ in try TestClient(port: server.port).post("{}").status }
    #expect(statuses.prefix(2) == [400, 400])
    #expect(statuses.contains(429))
  }
}

extension TestClient {
  func post(_ text: String, _ headers: String = TestClient.bearer) throws -> Answer {
    try put(Array(text.utf8), headers, method: "POST", path: "/api/boards")
  }
}
