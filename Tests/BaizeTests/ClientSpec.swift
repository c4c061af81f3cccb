import Foundation
import Testing

/// The program lies in `bin` of a folder of its own, and is started in another one. Each place has a client that calls
/// FreeCell by the place's name.
@Suite final class `The browser client is found` {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
  private let program: URL
  private let work: URL

  init() throws {
    program = folder.appending(path: "bin/baize")
    work = folder.appending(path: "work")
    for each in [program.deletingLastPathComponent(), work] {
      try FileManager.default.createDirectory(at: each, withIntermediateDirectories: true)
    }
    let built = try #require(try Baize.process([]).executableURL)
    // A copy where the two folders are on different disks.
    do {
      try FileManager.default.linkItem(at: built, to: program)
    } catch {
      try FileManager.default.copyItem(at: built, to: program)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func putClient(at path: String, called name: String) throws {
    let place = folder.appending(path: path)
    let words = place.appending(path: "words")
    try FileManager.default.createDirectory(at: words, withIntermediateDirectories: true)
    try Data("<!doctype html>".utf8).write(to: place.appending(path: "index.html"))
    try Data(#"{"game.freecell":"\#(name)"}"#.utf8).write(to: words.appending(path: "de.json"))
  }

  private func run(
    _ arguments: [String], _ environment: [String: String] = [:], by program: URL? = nil
  ) throws -> Baize {
    let process = try Baize.process(arguments, environment)
    process.executableURL = program ?? self.program
    process.currentDirectoryURL = work
    return try Baize(running: process)
  }

  /// What FreeCell is called.
  private func found(
    _ arguments: String..., environment: [String: String] = [:], by program: URL? = nil
  ) throws -> String {
    let rules = try run(["rules", "freecell", "--language", "de"] + arguments, environment, by: program)
    #expect(rules.status == 0, "\(rules.complaint)")
    return String(rules.output.prefix { $0 != "\n" })
  }

  @Test func `beside the program, then under its prefix, then in the folder that it is started in`() throws {
    try putClient(at: "work/Public", called: "started in")
    #expect(try found() == "started in")
    try putClient(at: "share/baize/Public", called: "prefix")
    #expect(try found() == "prefix")
    try putClient(at: "bin/Public", called: "beside")
    #expect(try found() == "beside")
  }

  @Test func `where --public or the environment says, whatever lies elsewhere`() throws {
    for (path, name) in [("bin/Public", "beside"), ("other", "flag"), ("another", "environment")] {
      try putClient(at: path, called: name)
    }
    let environment = ["BAIZE_PUBLIC": "../another"]
    #expect(try found(environment: environment) == "environment")
    #expect(try found("--public", "../other") == "flag")
    #expect(try found("--public", "../other", environment: environment) == "flag")
    #expect(try found(environment: ["BAIZE_PUBLIC": ""]) == "beside")
  }

  @Test func `by a program that is called through a link`() throws {
    try putClient(at: "share/baize/Public", called: "prefix")
    let link = work.appending(path: "cards")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
    #expect(try found(by: link) == "prefix")
  }

  @Test func `in no folder without a page`() throws {
    try putClient(at: "work/Public", called: "started in")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "bin/Public"), withIntermediateDirectories: true)
    #expect(try found() == "started in")
  }

  @Test(arguments: [["serve", "--port", "0", "--data", "data"], ["rules", "freecell"]])
  func `or each place that was looked at is named`(arguments: [String]) throws {
    let refused = try run(arguments)
    #expect(refused.status == 1 && refused.output == "")
    let real = folder.resolvingSymlinksInPath().path
    #expect(
      refused.complaint
        == "baize: the browser client is in none of these: \(real)/bin/Public, \(real)/share/baize/Public, "
        + "./Public; name its folder with --public\n")
    #expect(!FileManager.default.fileExists(atPath: work.appending(path: "data").path))
  }

  @Test func `where --public says, or nowhere`() throws {
    try putClient(at: "bin/Public", called: "beside")
    let refused = try run(["serve", "--port", "0", "--public", "../none"])
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.complaint.contains("there is no folder ../none; name the client's folder with --public"))
  }
}
