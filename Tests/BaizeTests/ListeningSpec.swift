import Foundation
import Testing

@Suite struct `Where a server listens, and to whom` {
  @Test func `A flag or the environment says in one word where the server listens`() throws {
    #expect(try Serving("--listen", "127.0.0.1:0", environment: [:]).handshake("/ws") == 101)
    let environment = ["BAIZE_LISTEN": "localhost:0", "BAIZE_TRUST_PROXY": "unix, 10.0.0.0/8"]
    #expect(try Serving(environment: environment).handshake("/ws") == 101)
  }

  @Test func `A server at a Unix socket says so`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pages = folder.appendingPathComponent("pages")
    try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
    try Data("<!doctype html>".utf8).write(to: pages.appendingPathComponent("index.html"))
    let path = folder.appendingPathComponent("socket").path
    let process = try Baize.process(
      [
        "serve", "--listen", "unix:\(path)", "--listen-mode", "600", "--public", pages.path, "--data",
        folder.path,
      ],
      [:])
    let out = Pipe()
    process.standardOutput = out
    try process.run()
    defer { process.waitUntilExit() }
    #expect(
      String(decoding: out.fileHandleForReading.availableData, as: UTF8.self) == "baize: unix:\(path)\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // A server that answers there is not replaced.
    let second = try Baize(
      "serve", "--listen", "unix:\(path)", "--public", pages.path, "--data", folder.path + "/other")
    #expect(second.status == 1)
    #expect(second.complaint.contains("listens at \(path) already"))
    process.terminate()
    process.waitUntilExit()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `Connections are no more than there are descriptors for, and the log says so`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("<!doctype html>".utf8).write(to: folder.appendingPathComponent("index.html"))
    let serve = try Baize.process(
      ["serve", "--port", "0", "--connections", "5000", "--public", folder.path, "--data", folder.path], [:])
    let program = try #require(serve.executableURL?.path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "ulimit -n 700; exec \"$0\" \"$@\"", program] + (serve.arguments ?? [])
    let (out, log) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (out, log)
    try process.run()
    #expect(!out.fileHandleForReading.availableData.isEmpty)
    process.terminate()
    let said = String(decoding: log.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(
      said.contains("the system allows 700 open files, so at most 350 connections (wanted: 5000)"), "\(said)")
  }

  /// What cannot be used to start with, and what is said of it.
  @Test(arguments: [
    (["--host", "no host"], "the host \"no host\" cannot be found (getaddrinfo: "),
    (["--host", "256.256.256.256"], "the host \"256.256.256.256\" cannot be found (getaddrinfo: "),
    (["--listen", "256.0.0.1:0"], "the host \"256.0.0.1\" cannot be found (getaddrinfo: "),
    (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1:0 (bind: Cannot assign requested address)"),
  ])
  func `An address that is not this machine's is refused with its own cause`(
    arguments: [String], sentence: String
  ) throws {
    try inFolder { folder in
      let server = try Baize(["serve", "--port", "0", "--public", folder, "--data", folder] + arguments)
      #expect(server.status == 1 && server.output == "")
      #expect(server.complaint.contains(sentence), "\(server.complaint)")
      #expect(
        server.complaint.contains("choose an address of this machine with --host"), "\(server.complaint)")
    }
  }

  @Test func `A data directory that is a file, or lies in one, is refused as such`() throws {
    try inFolder { folder in
      let file = folder + "/index.html"
      let server = try Baize("serve", "--port", "0", "--public", folder, "--data", file)
      #expect(server.status == 1 && server.output == "")
      #expect(
        server.complaint == "baize: \(file) is a file; name a directory with --data\n", "\(server.complaint)")
      let inside = try Baize("serve", "--port", "0", "--public", folder, "--data", file + "/data")
      #expect(inside.status == 1)
      #expect(inside.complaint.contains("\(file)/data cannot be made; name another with --data"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "<!doctype html>")
    }
  }

  /// A folder with a page, gone afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("<!doctype html>".utf8).write(to: folder.appendingPathComponent("index.html"))
    try body(folder.path)
  }

  @Test(arguments: [
    (["--port", "many"], "must be a number from 0 to 65535"),
    (["--port", "-1"], "--port must be 0 to 65535, not -1"),
    (["--port=65536"], "--port must be 0 to 65535, not 65536"),
    (["--port", "--lab"], "a number from 0 to 65535"),
    (["--loops", ""], "must be a number from 1 to 64"), (["--port"], "Missing value for '--port"),
    (["--table-memory", "99999999999999999999"], "must be a number from 16 to 1048576"),
  ])
  func `A number that cannot be is refused with those that can`(arguments: [String], sentence: String) throws
  {
    let server = try Baize(["serve"] + arguments)
    #expect(server.status == 64 && server.output == "")
    #expect(server.complaint.contains(sentence), "\(server.complaint)")
  }

  @Test func `The help tells what a number is by itself`() throws {
    let help = try Baize("serve", "--help").output.split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    #expect(help.contains("0 takes a free one. (default: 8080)"), "\(help)")
    #expect(help.contains("0 keeps tables forever. (default: "), "\(help)")
  }

  @Test func `All listening options that make no sense are named at once`() throws {
    let server = try Baize(
      "serve", "--listen", "here", "--listen-mode", "rw", "--trust-proxy", "everybody", "--trust-proxy",
      "10.0.0.0/8",
      "--connections", "0", "--connections-per-address", "1000001", "--port", "99999", "--keep-days", "-1")
    #expect(server.status == 64)
    for sentence in [
      "--listen must be unix:PATH or ADDRESS:PORT, not here", "--listen-mode must be like 0660, not rw",
      "--trust-proxy must be an address, a range like 10.0.0.0/8, or unix, not everybody",
      "--connections must be 1 to 1000000, not 0",
      "--connections-per-address must be 1 to 1000000, not 1000001", "--port must be 0 to 65535, not 99999",
      "--keep-days must be 0 to 36500, not -1",
    ] {
      #expect(server.complaint.contains(sentence), "\(sentence)")
    }
  }
}
