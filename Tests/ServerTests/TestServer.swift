import Foundation
import HTTP
import Logging
import Reactor
import TestFaults
import Testing

@testable import Server
@testable import Store

/// A folder of its own for a test, gone when nobody holds it any more.
final class TestDirectory: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("baize-" + UUID().uuidString).path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A real server on a free port of the loopback, stopped when the test has ended.
struct TestServer: ~Copyable {
  let server: BaizeServer
  /// Where it keeps what lasts.
  let directory: TestDirectory
  var port: UInt16 { server.port }

  init(
    loops: Int, journal: Journal = Journal.faulty(), in directory: TestDirectory = TestDirectory(),
    log: Logger? = nil,
    _ change: (inout Server.Configuration) -> Void = { _ in }
  ) throws {
    var settings = Server.Configuration()
    settings.port = 0
    settings.loops = loops
    settings.lab = true
    // Other tests take all cores meanwhile.
    settings.solverNice = 1
    change(&settings)
    // A proxy on this machine may ask for anybody, so there only the operator's token is shown figures.
    if settings.operatorToken == nil, let here = IPAddress("127.0.0.1"), settings.proxies.trusts(.host(here))
    {
      settings.operatorToken = OperatorToken(TestServer.operatorToken)
    }
    let log = log ?? Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    self.directory = directory
    let blobs = try Blobs(directory: directory.path, limits: settings.blobs)
    let bank = settings.bankDeals > 0 ? try DealBank(in: directory.path) : nil
    server = try BaizeServer.start(
      settings, files: TestServer.files, journal: journal, blobs: blobs, bank: bank, log: log)
  }

  deinit { server.stop() }

  static let operatorToken = "the-token-of-a-test's-operator-of-44-letters"

  static let files: StaticFiles = {
    var files = StaticFiles()
    files.add(
      path: "/index.html", bytes: Array(("<!doctype html>" + String(repeating: "table ", count: 300)).utf8))
    files.add(path: "/operator.html", bytes: Array("<!doctype html>the operator's".utf8))
    files.add(path: "/js/main.js", bytes: Array("export {};".utf8))
    return files
  }()

  /// - Parameter token: of before, for somebody who comes back.
  func client(_ name: String = "Ann", token: String? = nil) throws -> TestClient {
    let client = try TestClient(port: port)
    try client.upgrade()
    let token = token.map { #""tok":"\#($0)","# } ?? ""
    try client.say(
      #"{"t":"hello",\#(token)"name":"\#(name)","role":"player","app":"test","want":["dests","drag"]}"#)
    client.welcome = try client.hear("welcome")
    return client
  }

  /// A connection that has not said hello.
  func stranger() throws -> TestClient {
    let client = try TestClient(port: port)
    try client.upgrade()
    return client
  }
}

/// Proxies that may say for whom they ask.
func believing(_ text: String) -> Proxies { Proxies(trusting: [text]) ?? Proxies() }

/// A figure that has no labels, as the server shows it.
func metric(_ name: String, of server: borrowing TestServer) throws -> Int {
  let bearer = "Authorization: Bearer \(TestServer.operatorToken)\r\n"
  let text = String(decoding: try TestClient(port: server.port).get("/metrics", bearer).body, as: UTF8.self)
  let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") }, "\(name)")
  return try #require(Int(line.dropFirst(name.count + 1)))
}

/// Waits until a server of one loop has read what was sent to it so far. It reads connections in the order in which
/// they become ready, so it answers `other`, which asks now, after that.
func waitsUntilRead(asking other: TestClient) throws { #expect(try other.get("/healthz").status == 200) }

/// Expects something that has to become true.
func waits(until holds: () throws -> Bool) rethrows {
  let deadline = Date().addingTimeInterval(patience)
  while try !holds(), Date() < deadline { usleep(1000) }
  #expect(try holds())
}
