import Testing
import Wire

@testable import Server

@Suite(.serialized) struct `The schema over HTTP` {
  @Test func `is the schema of all messages, and only read`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let answer = try client.get("/api/schema")
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
    #expect(Array(answer.body) == WireSchema.document)
    #expect(answer.json["$defs"] is [String: Any])
    #expect(try client.get("/api/schema", method: "HEAD").status == 200)
    let refused = try client.get("/api/schema", method: "POST")
    #expect(refused.status == 405 && refused.headers["allow"] == "GET, HEAD")
  }
}
