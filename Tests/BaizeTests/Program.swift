import Foundation
import TestDice
import Testing

/// A program, run to its end: the one that `BAIZE_BIN` names or its neighbour, which is soon built and quick, or the
/// one that was built beside the tests. A run's slice takes the one beside the tests, which a sanitizer watches as
/// it does them.
struct Baize {
  let status: Int32
  let output: String
  let complaint: String

  init(_ arguments: String..., environment: [String: String] = [:]) throws {
    try self.init(arguments, environment)
  }

  init(serving arguments: [String], environment: [String: String]) throws {
    try self.init(["serve"] + arguments, environment)
  }

  /// The program that measures.
  init(bench arguments: [String]) throws {
    try self.init(arguments, of: "baize-bench")
  }

  init(_ arguments: [String], _ environment: [String: String] = [:], of program: String = "baize") throws {
    try self.init(running: Self.process(arguments, environment, of: program))
  }

  init(running process: Process) throws {
    let (out, err) = (Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = err
    try process.run()
    output = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    complaint = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// A program with these arguments, not yet started.
  static func process(
    _ arguments: [String], _ environment: [String: String] = [:], of program: String = "baize"
  ) throws -> Process {
    let process = Process()
    let executable: URL = try #require(Self.executable(program))
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return process
  }

  private static func executable(_ program: String) -> URL? {
    if let named = ProcessInfo.processInfo.environment["BAIZE_BIN"], !Slice.has(Test.current?.name ?? "") {
      let baize = URL(fileURLWithPath: named)
      return program == "baize" ? baize : baize.deletingLastPathComponent().appendingPathComponent(program)
    }
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = tests.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent(program)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}

/// A server of the built executable on a free port, with a folder of its own; both are gone when it is.
final class Serving {
  private let process: Process
  private let folder: URL
  private let port: UInt16

  init(_ arguments: String..., environment: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("<!doctype html>".utf8).write(to: folder.appendingPathComponent("index.html"))
    process = try Baize.process(
      ["serve", "--port", "0", "--public", folder.path, "--data", folder.path] + arguments, environment)
    let out = Pipe()
    process.standardOutput = out
    try process.run()
    // "baize: http://127.0.0.1:PORT/"
    let line = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
    let told = line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
    // A half-made instance has no deinit.
    if told == nil { Self.end(process, folder) }
    port = try #require(told, "said: \(line)")
  }

  deinit { Self.end(process, folder) }

  /// As bots are told it.
  var url: String { "ws://127.0.0.1:\(port)" }

  /// What a page is answered, head and all.
  func answer(_ path: String) throws -> String {
    let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return try asked(request, port: port) { raw in
      var (text, part) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
      while case let count = recv(raw, &part, part.count, 0), count > 0 { text += part[..<count] }
      return String(decoding: text, as: UTF8.self)
    }
  }

  private static func end(_ process: Process, _ folder: URL) {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The status with which a WebSocket's handshake is answered.
  func handshake(_ path: String, origin: String? = nil) throws -> Int {
    let request =
      "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + (origin.map { "Origin: \($0)\r\n" } ?? "")
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Protocol: baize.v1\r\n\r\n"
    return try status(of: request, port: port)
  }
}

/// The status with which a server of this machine answers a request.
func status(of request: String, port: UInt16) throws -> Int {
  try asked(request, port: port) { raw in
    // "HTTP/1.1 101 …"
    var head = [UInt8](repeating: 0, count: 12)
    try #require(recv(raw, &head, head.count, Int32(MSG_WAITALL)) == head.count)
    return try #require(Int(String(decoding: head[9...], as: UTF8.self)))
  }
}

/// Sends a request to a server of this machine, and hands over the socket from which its answer comes.
private func asked<Answer>(_ request: String, port: UInt16, _ read: (Int32) throws -> Answer) throws -> Answer
{
  let raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(raw) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  let connected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  try #require(connected == 0)
  try #require(send(raw, request, request.utf8.count, 0) == request.utf8.count)
  return try read(raw)
}
