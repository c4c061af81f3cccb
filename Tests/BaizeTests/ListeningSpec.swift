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
      said.contains("at most 350 connections at once, not 5000: there may be 700 descriptors"), "\(said)")
  }

  @Test func `All listening options that make no sense are named at once`() throws {
    let server = try Baize(
      "serve", "--listen", "here", "--listen-mode", "rw", "--trust-proxy", "everybody", "--trust-proxy",
      "10.0.0.0/8",
      "--connections", "0", "--connections-per-address", "1000001")
    #expect(server.status == 64)
    for sentence in [
      "--listen must be unix:PATH or ADDRESS:PORT, not here", "--listen-mode must be like 0660, not rw",
      "--trust-proxy must be an address, a range like 10.0.0.0/8, or unix, not everybody",
      "--connections must be 1 to 1000000, not 0",
      "--connections-per-address must be 1 to 1000000, not 1000001",
    ] {
      #expect(server.complaint.contains(sentence), "\(sentence)")
    }
  }
}
