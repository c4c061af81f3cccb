import Foundation
import Testing

@testable import Server

/// What somebody's browser asks of `/api/me`.
struct PersonClient: Sendable {
  let port: UInt16
  let token: String

  /// A device that has made its token for itself.
  init(port: UInt16, device number: Int) {
    self.port = port
    token = "g1.device-" + String(repeating: "0", count: 20) + "\(number)"
  }

  init(port: UInt16, of client: TestClient) throws {
    self.port = port
    token = try #require(client.welcome?["tok"])
  }

  init(port: UInt16, token: String) { (self.port, self.token) = (port, token) }

  private var bearer: String { "Authorization: Bearer \(token)\r\n" }

  func me() throws -> TestClient.Answer { try TestClient(port: port).get("/api/me", bearer) }

  func get(_ path: String) throws -> TestClient.Answer {
    try TestClient(port: port).get("/api/me" + path, bearer)
  }

  func change(_ method: String, _ path: String = "", _ body: String? = nil) throws -> TestClient.Answer {
    let client = try TestClient(port: port)
    guard let body else { return try client.get("/api/me" + path, bearer, method: method) }
    return try client.put(Array(body.utf8), bearer, method: method, path: "/api/me" + path)
  }

  func claim(_ handle: String) throws -> TestClient.Answer {
    try change("PATCH", "", #"{"handle":"\#(handle)"}"#)
  }

  func code() throws -> String { try #require(change("POST", "/codes").json["code"] as? String) }

  /// Makes another device one of this person's.
  func pair(_ device: PersonClient, name: String = "Phone") throws -> TestClient.Answer {
    try device.change("POST", "/keys", #"{"code":"\#(code())","name":"\#(name)"}"#)
  }

  func bot(_ name: String, _ scopes: String = #"["play","watch"]"#) throws -> TestClient.Answer {
    try change("POST", "/bots", #"{"name":"\#(name)","scopes":\#(scopes)}"#)
  }
}

extension TestClient.Answer {
  var devices: [[String: Any]] { json["devices"] as? [[String: Any]] ?? [] }
  var bots: [String] { (json["bots"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String } }
  var handle: String? { json["handle"] as? String }
  var id: String? { json["id"] as? String }
}
