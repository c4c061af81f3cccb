import Foundation
import Glibc
import SQLite
import Testing

/// A server on a disk that fails, and who asks it.
private struct Faulty {
  let place: Place
  let process: Process
  let port: UInt16

  init(at place: Place, _ number: Int = 0) throws {
    self.place = place
    let (process, line) = try place.serve("--port", "0", "--opens-burst", "1000")
    self.process = process
    port = try place.port(line)
  }

  func get(_ path: String) throws -> Int {
    try status(of: "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n", port: port)
  }

  /// Opens a table.
  func open() throws -> Int {
    let text =
      #"{"name":"plan","title":"Plan","collections":[{"id":"a","title":"A"},{"id":"b","title":"B"}],"#
      + #""items":[{"in":"a","text":"x"},{"in":"b","text":"y"}]}"#
    let head = "POST /api/boards HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer g1.0123456789abcdef01\r\n"
    return try status(of: head + "Content-Length: \(text.utf8.count)\r\n\r\n" + text, port: port)
  }

  /// Expects an answer that has to come.
  func waits(for status: Int, of path: String, meanwhile act: () throws -> Void = {}) throws {
    let ends = Date().addingTimeInterval(30)
    while try get(path) != status, Date() < ends { try act() }
    #expect(try get(path) == status, "\(path)")
  }

  /// How large files may become that the server writes to, as prlimit has it.
  func limit(files: String) throws {
    let limiting = Process()
    limiting.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    limiting.arguments = ["--pid", "\(process.processIdentifier)", "--fsize=\(files)"]
    try limiting.run()
    limiting.waitUntilExit()
    try #require(limiting.terminationStatus == 0)
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}

@Suite(.serialized) struct `A server with a failing disk` {
  @Test func `is read-only while its disk takes nothing, and writes again, also while nobody comes`() throws {
    let place = try Place()
    let server = try Faulty(at: place)
    #expect(try server.open() == 201)
    #expect(try server.get("/readyz") == 200)
    // A signal at each write, unless that is ignored.
    try server.limit(files: "0:")
    #expect(try server.open() == 503)
    #expect(try server.get("/readyz") == 503)
    #expect(try server.get("/healthz") == 200)
    try server.limit(files: "unlimited:")
    try server.waits(for: 200, of: "/readyz")
    #expect(try server.open() == 201)
    server.end()
    #expect(place.log(0).contains("writing to the disk works again"))
    #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
  }

  @Test func `is read-only for good once its tables turn out damaged, and says once what to do`() throws {
    let place = try Place()
    var server = try Faulty(at: place)
    for _ in 0..<20 { #expect(try server.open() == 201) }
    server.end()
    server = try Faulty(at: place)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: place.data + "/tables.db"))
    let size = try file.seekToEnd()
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4096))
    try file.close()
    try server.waits(for: 503, of: "/readyz") { _ = try server.open() }
    let begun = Date()
    for _ in 0..<3 { #expect(try server.open() == 503) }
    #expect(Date().timeIntervalSince(begun) < 20, "nobody waits for what will not be mended")
    #expect(try server.get("/readyz") == 503)
    server.end()
    let critical = place.log(1).split(separator: "\n").filter { $0.contains("level=critical") }
    #expect(critical.count == 1, "\(place.log(1))")
    #expect(critical.first?.contains("baize check \(place.data) --salvage") == true)
  }
}

@Suite(.serialized) struct `A data directory` {
  @Test(arguments: [(0o777, "may write to"), (0o775, "may write to"), (0o755, "may look into"), (0o700, nil)])
  func `A directory that others can reach brings one warning at start`(mode: Int, caution: String?) throws {
    let place = try Place()
    try FileManager.default.createDirectory(
      atPath: place.data, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
    chmod(place.data, mode_t(mode))
    try Faulty(at: place).end()
    let lines = place.log(0).split(separator: "\n").filter { $0.contains("data directory") }
    #expect(lines.count == (caution == nil ? 0 : 1), "\(place.log(0))")
    if let caution { #expect(lines.allSatisfy { $0.contains(caution) && $0.contains("mend: chmod 700") }) }
  }

  @Test func `The check fails for a damaged table or base, whatever was salvaged`() throws {
    let place = try Place()
    let server = try Faulty(at: place)
    #expect(try server.open() == 201)
    server.end()
    #expect(try Baize("check", place.data).status == 0)
    let tables = try DatabaseQueue(path: place.data + "/tables.db")
    try tables.write {
      try $0.execute(
        sql: "INSERT OR REPLACE INTO bases SELECT id, 1, 0, 'abc', x'00', x'00' FROM tables")
    }
    let base = try Baize("check", place.data)
    #expect(base.status == 1 && base.output.contains("base cannot be used"), "\(base.output)")
    #expect(base.output.contains("0 tables are damaged, 1 bases cannot be used"), "\(base.output)")
    let salvaged = try Baize("check", place.data, "--salvage", place.folder.path + "/salvaged")
    #expect(salvaged.status == 1 && salvaged.output.contains("salvage: "), "\(salvaged.output)")
    #expect(try Baize("check", place.folder.path + "/salvaged").status == 0)
    try tables.write { try $0.execute(sql: "UPDATE records SET body = x'00'") }
    let nothing = try Baize("check", place.data, "--salvage", place.folder.path + "/nothing")
    #expect(nothing.status == 1 && nothing.complaint.contains("baize restore"), "\(nothing.complaint)")
  }

  @Test func `A table that plays only from its base is salvaged with all that it shows`() throws {
    let place = try Place()
    try FileManager.default.createDirectory(atPath: place.data, withIntermediateDirectories: true)
    let kept = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/tables/format-1/tables.db")
    try FileManager.default.copyItem(atPath: kept.path, toPath: place.data + "/tables.db")
    // One table names pictures, which do not lie beside the tables of the corpus.
    let tables = try DatabaseQueue(path: place.data + "/tables.db")
    try tables.write {
      try $0.execute(
        sql: """
          DELETE FROM records WHERE tableID = 11;
          DELETE FROM tables WHERE id = 11;
          UPDATE records SET at = at + 1 WHERE tableID = 14 AND sequence = 20
          """)
    }
    let saved = place.folder.path + "/saved"
    let salvaged = try Baize("check", place.data, "--salvage", saved)
    #expect(salvaged.status == 1)
    #expect(salvaged.output.contains("played from its base at record 498"), "\(salvaged.output)")
    #expect(salvaged.output.contains("0 tables are damaged, 1 tables are played only from their base"))
    let well = try Baize("check", saved)
    #expect(well.status == 0 && well.output.contains("1 begins with its base"), "\(well.output)")
    let copy = place.folder.path + "/copy"
    #expect(try Baize("backup", saved, copy).status == 0)
    #expect(try Baize("check", copy).status == 0)
    let last = try DatabaseQueue(path: saved + "/tables.db").read {
      try Int.fetchOne(
        $0,
        sql: "SELECT max(version) FROM records JOIN tables ON tableID = id WHERE room = 'rVxOAPT3N'")
    }
    #expect(last == 591)
  }

  @Test func `A file cut short is salvaged, and where nothing is left a backup is advised`() throws {
    let place = try Place()
    let server = try Faulty(at: place)
    for _ in 0..<20 { #expect(try server.open() == 201) }
    server.end()
    let url = URL(fileURLWithPath: place.data + "/tables.db")
    let bytes = try Data(contentsOf: url)
    try bytes.prefix(bytes.count - 4096).write(to: url)
    let short = try Baize("check", place.data, "--salvage", place.folder.path + "/saved")
    #expect(short.status == 1 && short.output.contains("salvage: "), "\(short.output) \(short.complaint)")
    #expect(try Baize("check", place.folder.path + "/saved").status == 0)
    try bytes.prefix(4096).write(to: url)
    let nothing = try Baize("check", place.data, "--salvage", place.folder.path + "/nothing")
    #expect(nothing.status == 1 && nothing.complaint.contains("baize restore"), "\(nothing.complaint)")
    #expect(!nothing.complaint.contains("--salvage"))
  }

  @Test func `A directory that is not there is named as such, and nothing is made`() throws {
    let place = try Place()
    let (none, other) = (place.folder.path + "/none", place.folder.path + "/other")
    for command in [
      ["backup", none, other], ["restore", none, other, "--erased", "none"], ["check", none],
    ] {
      let refused = try Baize(command)
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.complaint == "baize: there is no directory \(none)\n", "\(refused.complaint)")
    }
    for path in [none, other] { #expect(!FileManager.default.fileExists(atPath: path)) }
    let empty = try Baize("backup", place.folder.path, other)
    #expect(empty.status == 1 && empty.complaint.contains("there are no tables in \(place.folder.path)"))
  }

  @Test func `A backup to an impossible place fails with a sentence, and copies stay private`() throws {
    let place = try Place()
    try Faulty(at: place).end()
    for target in ["/dev/null/copy", "/dev/null", "/proc/copy"] {
      let refused = try Baize("backup", place.data, target)
      #expect(refused.status == 1 && refused.output.isEmpty)
      let said = refused.complaint
      #expect(said.hasPrefix("baize: nothing can be copied to \(target) ("), "\(said)")
      #expect(!refused.complaint.contains("NS") && !refused.complaint.contains("--data"))
    }
    let copy = place.folder.path + "/a/b/copy"
    #expect(try Baize("backup", place.data, copy).status == 0)
    #expect(try Baize("check", copy).status == 0)
    let restored = place.folder.path + "/restored"
    #expect(try Baize("restore", copy, restored, "--erased", "none").status == 0)
    for folder in [place.data, copy, restored] {
      var status = stat()
      try #require(stat(folder + "/tables.db", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(folder)")
    }
  }
}
