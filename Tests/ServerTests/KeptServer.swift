@testable import Server

/// A server that ends when a test lets go of it.
final class KeptServer {
  private let server: TestServer

  init(_ server: consuming TestServer) { self.server = server }

  var port: UInt16 { server.port }
  func client(_ name: String) throws -> TestClient { try server.client(name) }
  func stranger() throws -> TestClient { try server.stranger() }
  func counts() async -> (connections: Int, rooms: Int, galleries: Int) { await server.server.counts() }
}
