import Foundation
import Testing

/// The rules of games in English, word for word, as made from the ruleset and the catalogue of words.
/// `BAIZE_UPDATE=1` writes them anew; somebody then has to read what changed.
@Suite struct `What is said of a game` {
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let fixture = project.appending(path: "Tests/Fixtures/sentences.txt")
  private static let explanations = project.appending(path: "Tests/Fixtures/explanations.jsonl")
  private static let client = project.appending(path: "Public").path

  /// Each plays with a pack and piles of their own, so much is said that is said of no other.
  private static let nertz =
    #"{"game":"nertz","title":"Nertz","seats":[2,4],"stock":{"draw":3,"owner":"seat"},"waste":{"owner":"seat"},"#
    + #""foundation":{},"tableau":{"count":4,"up":1,"build":"down","suit":"alternateColour","take":"run","#
    + #""owner":"seat"},"reserve":{"down":12,"up":1,"owner":"seat"},"goal":{"empty":"reserve"}}"#

  /// The games that docs/GAMES.md shows, as they stand there.
  private static func shown() throws -> [String] {
    let page = try String(contentsOf: project.appending(path: "docs/GAMES.md"), encoding: .utf8)
    return page.components(separatedBy: "```json game\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// With a folder of the games that are not built in, and with the names of all.
  private static func withGames<Told>(
    _ body: (_ folder: String, _ ids: [String]) throws -> Told
  ) throws -> Told {
    let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, text) in (try shown() + [nertz]).enumerated() {
      try Data(text.utf8).write(to: folder.appending(path: "\(number).json"))
    }
    let list = try Baize("rules", "--list", "--games", folder.path)
    return try body(
      folder.path, list.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) })
  }

  /// "== freecell", then what `baize rules freecell` says; one after the other.
  private static func told() throws -> String {
    try withGames { folder, ids in
      let all = try ids.map { id in
        let rules = try Baize("rules", id, "--games", folder, "--public", client)
        try #require(rules.status == 0, "\(id): \(rules.complaint)")
        return "== \(id)\n\(rules.output)"
      }
      return all.joined(separator: "\n")
    }
  }

  /// What a server tells the browser of the same games, a line for each.
  private static func explained() throws -> String {
    try withGames { folder, ids in
      let server = try Serving("--games", folder, environment: [:])
      return try ids.map { id in
        let answer = try server.answer("/api/games/\(id)")
        let say = try #require(answer.range(of: #""say":"#), "\(id): \(answer)")
        return #"{"id":"\#(id)",\#(answer[say.lowerBound...].trimmingCharacters(in: .newlines))\#n"#
      }.joined()
    }
  }

  /// By the line with the name.
  private static func games(in text: String) -> [String] {
    text.components(separatedBy: "== ").filter { !$0.isEmpty }
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  @Test func `is what is written down, word for word`() throws {
    let told = try Self.told()
    if ProcessInfo.processInfo.environment["BAIZE_UPDATE"] != nil {
      try Data(told.utf8).write(to: Self.fixture)
    }
    let written = Self.games(in: try String(contentsOf: Self.fixture, encoding: .utf8))
    let said = Self.games(in: told)
    #expect(said.count == 28 + 4 + 1)
    #expect(said.map { $0.prefix { $0 != "\n" } } == written.map { $0.prefix { $0 != "\n" } })
    for (a, b) in zip(said, written) { #expect(a == b) }
  }

  /// A test of the client makes the same sentences of these.
  @Test func `reaches the browser as the fixture has it`() throws {
    let told = try Self.explained()
    if ProcessInfo.processInfo.environment["BAIZE_UPDATE"] != nil {
      try Data(told.utf8).write(to: Self.explanations)
    }
    let lines = told.split(separator: "\n")
    #expect(lines.count == 28 + 4 + 1)
    #expect(lines == (try String(contentsOf: Self.explanations, encoding: .utf8)).split(separator: "\n"))
  }

  @Test func `is sentences, and never a key or a gap`() throws {
    for line in try String(contentsOf: Self.fixture, encoding: .utf8).split(separator: "\n") {
      let isKey =
        !line.contains("== ") && line.contains(".")
        && !line.trimmingCharacters(in: .whitespaces).contains(" ")
      #expect(!isKey && !line.contains("{") && !line.contains("}"), "\(line)")
    }
  }
}

/// The module that the browser's English comes as, read by a program that knows no JavaScript.
@Suite struct `The words of the browser's program` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Public/js/words")
  private static let module = folder.appending(path: "rules.js")

  /// What is said of a game with another text of the module.
  private func rules(_ game: String, by module: String) throws -> Baize {
    let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    let words = folder.appending(path: "js/words")
    try FileManager.default.createDirectory(at: words, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Self.folder.appending(path: "english.js"), to: words.appending(path: "english.js"))
    try Data(module.utf8).write(to: words.appending(path: "rules.js"))
    return try Baize("rules", game, "--public", folder.path)
  }

  @Test func `are read whatever stands between them`() throws {
    let text = try String(contentsOf: Self.module, encoding: .utf8)
    let plain = try rules("klondike1", by: text)
    #expect(plain.status == 0 && plain.output.contains("one pack of 52 cards"), "\(plain.complaint)")
    let head = try #require(text.range(of: "(ENGLISH, {")?.upperBound)
    let comments = " // one: \"two\", }\n/* other: { */ "
    let entry = "\"odd\": { one: \"a\", few: \"b\" + \" // \" // c\n + \"d\", },"
    let odd = [String(text[..<head]), comments, entry, String(text[head...])].joined()
    let other = try rules("klondike1", by: odd)
    #expect(other.output == plain.output, "\(other.complaint)")
  }

  @Test(arguments: [
    "", "export const ENGLISH = ", "export const ENGLISH = {", "export const ENGLISH = { \"a\": `b` };",
    "export const ENGLISH = { \"a\": \"b\" + };", "export const ENGLISH = { / };",
    "export const ENGLISH = { \"a };", "export const ENGLISH = { \"a\": + \"b\" };",
  ])
  func `are refused when malformed`(text: String) throws {
    let refused = try rules("klondike1", by: text)
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.complaint.contains("there are no words in \"en\""))
  }
}
