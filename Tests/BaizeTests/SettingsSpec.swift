import Foundation
import Testing

/// A server with a file of settings, whose log is read; it is gone when nobody holds it any more.
private final class Operated {
  let folder: URL
  private let process: Process
  private let complaints = Pipe()
  private var heard = ""
  let port: UInt16

  init(_ settings: String, _ arguments: String..., environment: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("<!doctype html>".utf8).write(to: folder.appendingPathComponent("index.html"))
    let file = folder.appendingPathComponent("baize.conf")
    try Data(settings.utf8).write(to: file)
    process = try Baize.process(
      ["serve", "--config", file.path, "--public", folder.path, "--data", folder.path] + arguments,
      environment)
    let out = Pipe()
    process.standardOutput = out
    process.standardError = complaints
    try process.run()
    let line = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
    let told = line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
    if told == nil { Self.end(process, folder) }
    port = try #require(told, "said: \(line)")
  }

  deinit { Self.end(process, folder) }

  private static func end(_ process: Process, _ folder: URL) {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes the file anew and says so.
  func change(_ settings: String) throws {
    try Data(settings.utf8).write(to: folder.appendingPathComponent("baize.conf"))
    kill(process.processIdentifier, SIGHUP)
  }

  /// The log from here until a line that holds this; empty when the server ended without it.
  func hear(_ words: String) -> String {
    while !heard.contains(words) {
      let more = complaints.fileHandleForReading.availableData
      if more.isEmpty { return "" }
      heard += String(decoding: more, as: UTF8.self)
    }
    let end = heard.range(of: words)?.upperBound ?? heard.endIndex
    defer { heard = String(heard[end...]) }
    return String(heard[..<end])
  }

  /// A request's status.
  func get(_ path: String, _ headers: String = "") throws -> Int {
    try status(of: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n", port: port)
  }
}

@Suite struct `A file of settings` {
  @Test func `stands behind flags and the environment`() throws {
    let text = """
      # Where and how.
      port = 0
        lab=1

      allow-origin = https://a.example, https://b.example
      """
    #expect(try Serving("--config", file(text), environment: [:]).handshake("/lab/echo") == 101)
    let server = try Serving(environment: ["BAIZE_CONFIG": try file(text)])
    #expect(try server.handshake("/ws", origin: "https://b.example") == 101)
    #expect(try server.handshake("/ws", origin: "https://c.example") == 403)
    #expect(try Serving("--config=\(file(text))", "--no-lab", environment: [:]).handshake("/lab/echo") == 404)
    #expect(
      try Serving("--config", file(text), environment: ["BAIZE_LAB": "0"]).handshake("/lab/echo") == 404)
  }

  @Test func `All mistakes in the file and elsewhere are named at once, each with its line`() throws {
    let path = try file(
      "prot = 1\nport = 65536\nlab\nloops = 2\nloops = 3\nhost =\nlog-level = loud\n"
        + "operator-token-file = /dev/null\ntrust-proxy = all\nlisten-mode = rw\n")
    let server = try Baize(
      "serve", "--config", path, "--commands-burst", "0", environment: ["BAIZE_LAB": "perhaps"])
    #expect(server.status == 64)
    for sentence in [
      "\(path):1: there is no setting \"prot\"",
      "\(path):2: port must be a number from 0 to 65535, not \"65536\"",
      "\(path):3: a setting is written as name = value, not \"lab\"",
      "\(path):5: loops is set in line 4 already",
      "\(path):6: host has no value", "\(path):7: log-level must be trace",
      "\(path):8: operator-token-file /dev/null must hold", "\(path):9: trust-proxy must be",
      "\(path):10: listen-mode must be like",
      "--commands-burst must be 1 to 100000, not 0",
      "BAIZE_LAB must be 1 or 0, not \"perhaps\"",
    ] {
      let times = server.complaint.split(separator: sentence, omittingEmptySubsequences: false).count - 1
      #expect(times == 1, "\(sentence): \(server.complaint)")
    }
  }

  @Test func `A settings file that cannot be read, or is too large, stops the start`() throws {
    let missing = try Baize("serve", "--config", "/nowhere/baize.conf")
    #expect(missing.status == 64)
    #expect(missing.complaint.contains("/nowhere/baize.conf cannot be read; name another with --config"))
    let large = try Baize("serve", "--config", file(String(repeating: "# \n", count: 30_000)))
    #expect(large.status == 64 && large.complaint.contains("must be text of at most 64 KiB"))
  }

  @Test func `may hold every setting that is a flag`() throws {
    let help = try Baize("serve", "--help").output
    var flags = Set(help.matches(of: /--([a-z][a-z-]*)/).map { String($0.1) })
    flags = flags.filter { !$0.hasPrefix("no-") }
      .subtracting(["help", "version", "config", "takeover", "check-settings"])
    let text = flags.sorted().map { "\($0) = \u{7F}" }.joined(separator: "\n")
    let told = try Baize("serve", "--config", file(text))
    #expect(flags.count > 20)
    #expect(!told.complaint.contains("there is no setting"), "\(told.complaint)")
  }

  private func file(_ text: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "baize-\(UUID().uuidString).conf"
    ).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}

@Suite struct `Settings that are only checked` {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")

  /// With the client of this file's folder, a page, unless other arguments name another one.
  private func check(_ settings: String, _ arguments: String...) throws -> Baize {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("<!doctype html>".utf8).write(to: folder.appendingPathComponent("index.html"))
    let file = folder.appendingPathComponent("baize.conf")
    try Data(settings.utf8).write(to: file)
    let data = folder.appendingPathComponent("data").path
    let checked = try Baize(
      ["serve", "--check-settings", "--config", file.path, "--data", data]
        + (arguments.isEmpty ? ["--public", folder.path] : arguments))
    #expect(!FileManager.default.fileExists(atPath: data), "nothing is made")
    return checked
  }

  @Test func `are valid, and no server is started`() throws {
    let valid = try check("port = 0\nconnections = 500\n")
    #expect(valid.status == 0 && valid.output == "baize: the settings are valid\n", "\(valid.complaint)")
  }

  @Test func `have mistakes, in the file, the games or the client`() throws {
    let wrong = try check("port = 0\nconections = 500\n")
    #expect(wrong.status == 64 && wrong.output == "")
    #expect(wrong.complaint.contains("baize.conf:2: there is no setting \"conections\""))
    let games = try check("games = /nowhere\n")
    #expect(games.status == 1 && games.complaint.contains("the games in /nowhere cannot be read"))
    let client = try check("", "--public", "/nowhere")
    #expect(client.status == 1 && client.complaint.contains("there is no folder /nowhere"))
  }
}

@Suite struct `A server that is told to read its settings again` {
  @Test func `takes on what may change, and names what may not`() throws {
    let token = String(repeating: "t", count: 40)
    let server = try Operated("port = 0\nlog-level = notice\n")
    #expect(try server.get("/operator/state.json", "Authorization: Bearer \(token)\r\n") == 404)
    let file = server.folder.appendingPathComponent("token").path
    try Data((token + "\n").utf8).write(to: URL(fileURLWithPath: file))
    try server.change(
      """
      port = 0
      loops = 7
      lab = 1
      fsync = 0
      log-format = json
      log-level = debug
      operator-token-file = \(file)

      """)
    #expect(server.hear("take effect only at the next start\"").contains("settings were read again"))
    #expect(server.hear("\n").contains("settings=\"loops lab fsync log-format\""))
    #expect(try server.get("/operator/state.json", "Authorization: Bearer \(token)\r\n") == 200)
    #expect(server.hear("connected").contains("level=debug"))
  }

  @Test func `takes on quotas of tables, for the next table that is opened`() throws {
    let server = try Operated("port = 0\nlog-level = notice\n")
    let address = "ws://127.0.0.1:\(server.port)"
    func play() throws -> Baize { try Baize("bot", "--url", address, "--board", "fruits", "--moves", "1") }
    #expect(try play().status == 0)
    try server.change("port = 0\nlog-level = notice\ntables = 1\ntables-per-guest = 9\n")
    #expect(!server.hear("settings were read again").contains("hold until"))
    let refused = try play()
    #expect(refused.status != 0 && refused.complaint.contains("no room for more tables"))
  }

  @Test func `changes nothing where there are mistakes, and says each`() throws {
    let server = try Operated("port = 0\n")
    try server.change("port = 0\nconnections = none\ncommands-burst = 0\nwhatever = 1\n")
    for mistake in ["there is no setting", "commands-burst must be a number", "connections must be a number"]
    {
      #expect(server.hear(mistake).contains("settings stay as they were"), "\(mistake)")
    }
    #expect(try server.get("/healthz") == 200)
    try server.change("port = 0\nconnections = 100\n")
    #expect(server.hear("settings were read again").contains("level=notice"))
  }

  @Test func `says that the folder's games changed, and keeps the old ones until the next start`() throws {
    let games = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: games, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: games) }
    func write(_ columns: Int) throws {
      let text =
        #"{"game":"tiny","title":"Tiny","stock":{},"waste":{},"foundation":{},"#
        + #""tableau":{"count":\#(columns),"up":2,"build":"down"}}"#
      try Data(text.utf8).write(to: games.appendingPathComponent("tiny.json"))
    }
    try write(4)
    let server = try Operated("port = 0\n", "--games", games.path)
    // As they were, none is named.
    try server.change("port = 0\nlog-level = info\n")
    #expect(!server.hear("settings were read again").isEmpty)
    try write(5)
    try server.change("port = 0\nlog-level = notice\n")
    #expect(!server.hear("settings were read again").contains("only at the next start"))
    let others = server.hear("some changed settings take effect only at the next start") + server.hear("\n")
    #expect(others.contains("games"), "\(others)")
    try write(0)
    try server.change("port = 0\nlog-level = info\n")
    #expect(server.hear("tiny.json, line 1").contains("would not be taken at the next start"))
    #expect(try server.get("/api/games/tiny") == 200)
  }

  @Test func `ends at the signal where there is no file to read, as when a terminal closes`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("<!doctype html>".utf8).write(to: folder.appendingPathComponent("index.html"))
    let process = try Baize.process(
      ["serve", "--port", "0", "--public", folder.path, "--data", folder.path], [:])
    let out = Pipe()
    process.standardOutput = out
    try process.run()
    _ = out.fileHandleForReading.availableData
    kill(process.processIdentifier, SIGHUP)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
  }

  @Test(arguments: [("short", false), (String(repeating: "x", count: 32), true)])
  func `needs an operator's token that is long enough`(token: String, isTaken: Bool) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("baize-\(UUID().uuidString)")
      .path
    try Data(token.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    if isTaken {
      #expect(try Serving("--operator-token-file", path, environment: [:]).handshake("/ws") == 101)
    } else {
      let refused = try Baize("serve", "--operator-token-file", path)
      #expect(refused.status == 64 && refused.complaint.contains("one token of at least 32 characters"))
      #expect(!refused.complaint.contains(token + " "), "what it holds is told to nobody")
    }
  }
}
