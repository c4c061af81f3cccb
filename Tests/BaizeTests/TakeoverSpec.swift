import Foundation
import Glibc
import SQLite
import Testing

/// `baize serve` in a folder that several may share, and what it says.
final class Place {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
  var data: String { folder.path + "/data" }
  private(set) var running: [Process] = []

  init() throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "pages"), withIntermediateDirectories: true)
    try Data("<!doctype html>".utf8).write(to: folder.appending(path: "pages/index.html"))
  }

  /// Starts one; its first line, and its log as far as it came by its end.
  func serve(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> (process: Process, line: String) {
    let process = try Baize.process(
      ["serve", "--public", folder.path + "/pages", "--data", data] + arguments, environment)
    return (process, try begin(process))
  }

  func begin(_ process: Process) throws -> String {
    let (out, log) = (Pipe(), folder.appending(path: "log-\(running.count)"))
    try Data().write(to: log)
    process.standardOutput = out
    process.standardError = try FileHandle(forWritingTo: log)
    running.append(process)
    try process.run()
    return String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Of "baize: http://127.0.0.1:PORT/".
  func port(_ line: String) throws -> UInt16 {
    let told = line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
    return try #require(told, "said: \(line)")
  }

  func log(_ number: Int) -> String {
    (try? String(contentsOf: folder.appending(path: "log-\(number)"), encoding: .utf8)) ?? ""
  }

  /// One that is not to come up.
  func refusal(_ arguments: String..., environment: [String: String] = [:]) throws -> Baize {
    let all = ["--public", folder.path + "/pages", "--data", data] + arguments
    return try Baize(serving: all, environment: environment)
  }

  deinit {
    for process in running where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }
}

@Suite(.serialized) struct `Two servers and one data directory` {
  @Test func `A second server does not start, and says who has the directory and what to do`() throws {
    let place = try Place()
    let (first, _) = try place.serve("--port", "0")
    let second = try place.refusal("--port", "0")
    #expect(second.status == 1 && second.output.isEmpty)
    #expect(
      second.complaint
        == "baize: \(place.data) is used by another baize (process \(first.processIdentifier)); stop it, name another "
        + "directory with --data, or take over with --takeover\n")
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    let (third, line) = try place.serve("--port", "0")
    #expect(line.hasPrefix("baize: http://"), "the kernel takes the lock from the dead")
    third.terminate()
    third.waitUntilExit()
    #expect(third.terminationStatus == 0)
  }

  @Test func `follow one another: the second takes over, the first ends`() throws {
    let place = try Place()
    let (first, line) = try place.serve("--port", "0", "--loops", "2")
    let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) })
    let (second, again) = try place.serve("--port", "\(port)", "--loops", "1", "--takeover")
    #expect(again == line)
    first.waitUntilExit()
    #expect(first.terminationStatus == 0)
    #expect(place.log(0).contains("process \(second.processIdentifier) takes over"))
    #expect(place.log(1).contains("listening at 127.0.0.1:\(port), inherited from another process"))
    // Another place was asked for: it is said, and the sockets are those that there are.
    let (third, other) = try place.serve("--listen", "127.0.0.1:1", environment: ["BAIZE_TAKEOVER": "1"])
    #expect(other == line)
    second.waitUntilExit()
    #expect(place.log(2).contains("and not at 127.0.0.1:1;"))
    third.interrupt()
    third.waitUntilExit()
    #expect(third.terminationStatus == 0)
    #expect(!FileManager.default.fileExists(atPath: place.data + "/control"))
  }

  @Test func `A server with nobody to take over from starts as usual, and says so`() throws {
    let place = try Place()
    let (process, line) = try place.serve("--port", "0", "--takeover")
    #expect(line.hasPrefix("baize: http://"))
    #expect(place.log(0).contains("nobody to take over from at \(place.data)"))
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `A successor that asks and cannot go on changes nothing`() throws {
    let place = try Place()
    let (first, _) = try place.serve("--port", "0")
    // It finds out before the first is told to go.
    let broken = try place.refusal("--takeover", "--public", place.folder.path + "/none")
    #expect(broken.status == 1)
    #expect(first.isRunning)
    let second = try place.refusal("--port", "0")
    #expect(second.complaint.contains("process \(first.processIdentifier)"))
  }

  @Test func `A successor that cannot read the tables, or keep blobs, changes nothing`() throws {
    let place = try Place()
    let (first, line) = try place.serve("--port", "0")
    let port = try place.port(line)
    let tables = try DatabaseQueue(path: place.data + "/tables.db")
    try tables.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('tables-99')") }
    let older = try place.refusal("--takeover")
    #expect(older.status == 1 && older.complaint.contains("written by a newer baize"), "\(older.complaint)")
    try tables.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'tables-99'") }
    try FileManager.default.removeItem(atPath: place.data + "/blobs")
    try Data().write(to: URL(fileURLWithPath: place.data + "/blobs"))
    let homeless = try place.refusal("--takeover")
    #expect(homeless.status == 1)
    #expect(homeless.complaint.contains("blobs cannot be kept"), "\(homeless.complaint)")
    #expect(first.isRunning)
    #expect(try status(of: "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n", port: port) == 200)
  }

  @Test func `A successor brings forward what a server of the format before has left, and it goes on`() throws
  {
    let place = try Place()
    let (first, line) = try place.serve("--port", "0")
    let tables = try DatabaseQueue(path: place.data + "/tables.db")
    // As the programs before this one left it, which know of no list.
    try tables.write {
      try $0.execute(
        sql: """
          DROP TABLE sitters; DROP TABLE persons; DROP TABLE keys; DROP TABLE erasures; DROP TABLE erased;
          DROP TABLE reports; DROP TABLE bans;
          DELETE FROM grdb_migrations WHERE identifier <> 'tables-1';
          INSERT INTO tables (room, owner, openedAt, usedAt) VALUES ('rAbCdEfGh', 'g_ada', 1, 1);
          """)
    }
    try tables.close()
    let (second, again) = try place.serve("--port", "\(try place.port(line))", "--takeover")
    #expect(again == line, "\(place.log(1))")
    first.waitUntilExit()
    #expect(first.terminationStatus == 0, "\(place.log(0))")
    let sitter = try DatabaseQueue(path: place.data + "/tables.db", isReadOnly: true).read {
      try String.fetchOne($0, sql: "SELECT guest FROM sitters JOIN tables ON id = tableID")
    }
    #expect(sitter == "g_ada")
    second.terminate()
    second.waitUntilExit()
    #expect(second.terminationStatus == 0)
  }

  @Test func `A second signal ends the server at once`() throws {
    let place = try Place()
    let (process, line) = try place.serve("--port", "0", "--loops", "1")
    let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) })
    // A connection that is asked to close and does not.
    let deaf = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(deaf) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(deaf, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0)
    process.terminate()
    // Two signals may arrive as one, so they are sent until the process is gone.
    let ends = Date().addingTimeInterval(20)
    while process.isRunning, Date() < ends { process.terminate() }
    process.waitUntilExit()
    #expect(process.terminationStatus == 143 || process.terminationStatus == 0)
  }
}

@Suite(.serialized) struct `A server that a service manager starts` {
  @Test func `listens at the sockets that it was given, says so, and leaves them open`() throws {
    let place = try Place()
    let socket = try Listening(at: place.folder.path + "/socket")
    for turn in 0..<2 {
      let notices = try Datagrams(at: place.folder.path + "/notify-\(turn)")
      let (process, line) = try place.activated(
        socket, "LISTEN_FDS=1 LISTEN_FDNAMES=web", notify: notices.path)
      #expect(line == "baize: unix:\(socket.path)\n", "\(place.log(turn))")
      #expect(try notices.next() == "READY=1\nMAINPID=\(process.processIdentifier)")
      #expect(place.log(turn).contains("listening at unix:\(socket.path), inherited from another process"))
      process.terminate()
      process.waitUntilExit()
      #expect(try notices.next() == "STOPPING=1")
      #expect(process.terminationStatus == 0)
      #expect(FileManager.default.fileExists(atPath: socket.path), "the next is started with it")
    }
  }

  @Test(arguments: ["LISTEN_FDS=many", "LISTEN_FDS=65", "LISTEN_FDS=2"])
  func `refuses what it cannot listen at`(nonsense: String) throws {
    let place = try Place()
    let socket = try Listening(at: place.folder.path + "/socket")
    let (process, line) = try place.activated(socket, nonsense, notify: "")
    process.waitUntilExit()
    #expect(line.isEmpty && process.terminationStatus == 1)
    #expect(
      place.log(0).contains(nonsense == "LISTEN_FDS=2" ? "descriptor 4 (unknown)" : "LISTEN_FDS must be"))
  }
}

extension Place {
  /// One that is started as systemd would: descriptor 3 is the socket, LISTEN_PID its own number.
  fileprivate func activated(
    _ socket: Listening, _ environment: String, notify: String
  ) throws -> (process: Process, line: String) {
    let serve = try Baize.process(
      ["serve", "--public", folder.path + "/pages", "--data", data, "--port", "0"], ["NOTIFY_SOCKET": notify])
    let program = try #require(serve.executableURL?.path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.environment = serve.environment
    // The socket comes as standard input, which is passed on.
    process.standardInput = socket.handle
    process.arguments =
      [
        "-c", "exec 3<&0 4</dev/null </dev/null; export LISTEN_PID=$$ \(environment); exec \"$0\" \"$@\"",
        program,
      ]
      + (serve.arguments ?? [])
    return (process, try begin(process))
  }
}

/// A Unix socket that a test listens at.
private final class Listening {
  let path: String
  let handle: FileHandle

  init(at path: String) throws {
    self.path = path
    handle = FileHandle(fileDescriptor: try bound(path, Int32(SOCK_STREAM.rawValue)), closeOnDealloc: true)
    try #require(listen(handle.fileDescriptor, 16) == 0)
  }
}

/// What is told to a Unix socket, one by one.
private final class Datagrams {
  let path: String
  private let raw: Int32

  init(at path: String) throws {
    self.path = path
    raw = try bound(path, Int32(SOCK_DGRAM.rawValue))
  }

  deinit { close(raw) }

  func next() throws -> String {
    var poll = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
    try #require(Glibc.poll(&poll, 1, 20_000) == 1)
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(raw, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}

private func bound(_ path: String, _ kind: Int32) throws -> Int32 {
  let raw = socket(AF_UNIX, kind, 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  try #require(result == 0)
  return raw
}
