import Foundation
import HTTP
import Testing

@testable import Server

@Suite(.serialized) struct `A server at a Unix socket` {
  @Test(arguments: [1, 2, 3]) func `serves pages and tables, from all loops`(loops: Int) async throws {
    let folder = TestDirectory()
    let path = folder.path + "/socket"
    let server = try TestServer(loops: loops) {
      $0.unixPath = path
      // A busy machine may take long to come back to this test.
      $0.keepAliveMillisecondsMax = 600_000
    }
    #expect(server.port == 0)
    let clients = try (0..<12).map { _ in
      let client = try TestClient(path: path)
      #expect(try client.get("/").status == 200)
      return client
    }
    #expect(await server.server.counts().connections == 12)
    for client in clients {
      try client.upgrade()
      try client.say(#"{"t":"hello","name":"Ann"}"#)
      _ = try client.hear("welcome")
    }
    _ = try clients[0].openTable()
  }

  @Test func `lets in whom its file lets in`() throws {
    let folder = TestDirectory()
    let path = folder.path + "/socket"
    let server = try TestServer(loops: 1) {
      $0.unixPath = path
      $0.unixMode = 0o600
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(server.port == 0)
  }

  @Test func `believes whom a proxy names there, if that is wanted`() throws {
    let folder = TestDirectory()
    for (trusts, status) in [(true, 503), (false, 200)] {
      let path = folder.path + "/socket-\(trusts)"
      let server = try TestServer(loops: 1) {
        $0.unixPath = path
        $0.connectionsPerAddressMax = 1
        if trusts { $0.proxies = believing("unix") }
      }
      let first = try TestClient(path: path)
      try first.upgrade(path: "/ws", "X-Forwarded-For: 203.0.113.9\r\n")
      let second = try TestClient(path: path)
      #expect(try second.get("/healthz", "X-Forwarded-For: 203.0.113.9\r\n").status == status)
      withExtendedLifetime((first, server.port)) {}
    }
  }

  @Test func `A path where no socket can be is refused with its remedy`() throws {
    let folder = TestDirectory()
    let taken = folder.path + "/taken"
    let server = try TestServer(loops: 1) { $0.unixPath = taken }
    let file = folder.path + "/file"
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    for (path, said) in [
      (taken, "listens at"), (file, "no socket"), (folder.path + "/none/socket", "folder"),
      (folder.path + "/" + String(repeating: "a", count: 108), "107 bytes"),
    ] {
      #expect {
        _ = try TestServer(loops: 1) { $0.unixPath = path }
      } throws: { error in
        "\(error)".contains(said) && "\(error)".contains("--listen")
      }
    }
    #expect(try TestClient(path: taken).get("/healthz").status == 200)
    withExtendedLifetime(server.port) {}
  }
}
