import Foundation
import Testing

/// Games by name, by number and from files, as commands have them.
@Suite struct `Games on the command line` {
  @Test func `are dealt as the Windows program deals them`() throws {
    let deal = try Baize("deal", "freecell", "11982")
    #expect(deal.status == 0)
    let lines = deal.output.split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("t") } == [
        "t0: AH 3D KD JC 6C JD KC", "t1: AS 3H 6H 5D 2C 7D 8D", "t2: 4H QS 5S 5C TH 8H 2S",
        "t3: AC QC 4D 8C QH 9C 3S", "t4: 2D 8S 9H 9D 6D 2H", "t5: 6S 7H JH TD TC QD",
        "t6: TS AD 9S KH 4S 4C", "t7: JS KS 3C 7C 7S 5H",
      ])
    #expect(try Baize("deal", "freecell", "11983").output != deal.output)
    let nine = try Baize("deal", "freecell:cells=9", "1")
    #expect(nine.status == 1 && nine.complaint.contains(#""cells" of freecell must be 1 to 8, not "9""#))
    #expect(!nine.complaint.contains("no game called"))
  }

  @Test(arguments: ["2", "5", "300", "0", "-1"])
  func `are dealt for as many as they are for, and otherwise refused in a sentence`(seats: String) throws {
    let refused = try Baize("deal", "freecell", "11982", "--seats", seats)
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.complaint == "baize: freecell is for one player, not \(seats)\n")
    #expect(try Baize("deal", "freecell", "11982", "--seats", "1").status == 0)
  }

  @Test func `are listed, each with what can be chosen about it`() throws {
    let list = try Baize("rules", "--list")
    #expect(list.status == 0)
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 28)
    #expect(
      lines.contains { $0.hasPrefix("freecell ") && $0.hasSuffix("FreeCell  cells=4 (usual)|1|2|3|5|6|7|8") })
    #expect(lines.first?.hasPrefix("klondike1 ") == true && lines.last?.hasPrefix("accordion ") == true)
    // Each name is one that can be asked for.
    for line in lines {
      let id = String(line.prefix { $0 != " " })
      #expect(try Baize("deal", id, "1").status == 0, "\(id)")
    }
    #expect(try Baize("rules").status == 64)
    #expect(try Baize("rules", "--list", "golf").status == 64)
  }

  private static var client: String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Public").path
  }

  @Test func `are explained in every language`() throws {
    let english = try Baize("rules", "freecell:cells=3", "--public", Self.client)
    #expect(english.status == 0, "\(english.complaint)")
    #expect(english.output.hasPrefix("FreeCell\n"))
    let four = try Baize("rules", "freecell", "--public", Self.client)
    #expect(four.output != english.output)
    var texts: Set<String> = [english.output]
    for language in ["de", "es", "zh"] {
      let rules = try Baize("rules", "freecell:cells=3", "--language", language, "--public", Self.client)
      #expect(rules.status == 0, "\(rules.complaint)")
      #expect(!rules.output.contains("{") && texts.insert(rules.output).inserted, "\(language)")
    }
    let foreign = try Baize("rules", "freecell", "--language", "xx", "--public", Self.client)
    #expect(foreign.status == 1 && foreign.output == "" && !foreign.complaint.isEmpty)
    let nowhere = try Baize("rules", "freecell", "--public", "/nowhere")
    #expect(nowhere.status == 1 && nowhere.complaint.contains("/nowhere/js/words/english.js"))
    #expect(nowhere.complaint.contains("folder with --public"))
    let chess = try Baize("rules", "chess", "--public", Self.client)
    #expect(chess.status == 1 && chess.complaint.contains("\"chess\""))
  }
}

/// `baize serve --games DIR`.
@Suite struct `A folder of games` {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: String, _ name: String = "game.json") throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func clear() { try? FileManager.default.removeItem(at: folder) }

  private static let good =
    #"{"game":"tiny","title":"Tiny","stock":{},"waste":{},"foundation":{},"#
    + #""tableau":{"count":4,"up":2,"build":"down"}}"#

  @Test func `Games in the folder are offered beside built-in ones, and other files are ignored`() throws {
    defer { clear() }
    try write(Self.good)
    try write("not a game", "README.txt")
    let server = try Serving("--games", folder.path, environment: [:])
    #expect(try server.answer("/api/games").contains(#""id":"tiny""#))
    #expect(try server.answer("/api/games/tiny").hasPrefix("HTTP/1.1 200"))
    #expect(try server.answer("/api/games/golf").hasPrefix("HTTP/1.1 200"))
    #expect(try server.answer("/api/games/tall").hasPrefix("HTTP/1.1 404"))
    let other = try Serving(environment: ["BAIZE_GAMES": folder.path])
    #expect(try other.answer("/api/games/tiny").hasPrefix("HTTP/1.1 200"))
    let without = try Serving(environment: [:])
    #expect(try without.answer("/api/games/tiny").hasPrefix("HTTP/1.1 404"))
  }

  /// What is wrong, and what is said of it: the file, where in it, and how to mend it.
  @Test(arguments: [
    ("{", ["game.json, line 1"]),
    (good.replacing("\"count\":4", with: "\"count\":400"), ["game.json, line 1, column", "tableau.count"]),
    (good.replacing("\"build\":\"down\"", with: "\"build\":\"sideways\""), ["tableau.build", "\"down\""]),
    (good.replacing("\"stock\":{}", with: "\"stok\":{}"), ["stok", "\"stock\""]),
    (good.replacing("tiny", with: "freecell"), ["\"freecell\" is a game that Baize brings along"]),
  ])
  func `A file that is not a game stops the server, which says what to mend`(
    text: String, said: [String]
  ) throws {
    defer { clear() }
    try write(text)
    let serve = try Baize(serving: ["--port", "0", "--games", folder.path], environment: [:])
    #expect(serve.status == 1 && serve.output == "")
    for part in said { #expect(serve.complaint.contains(part), "\(serve.complaint)") }
  }

  @Test func `names two files that describe one game, and all that is wrong in all of them`() throws {
    defer { clear() }
    try write(Self.good, "a.json")
    try write(Self.good, "b.json")
    try write("[]", "c.json")
    let serve = try Baize(serving: ["--port", "0", "--games", folder.path], environment: [:])
    #expect(serve.status == 1)
    #expect(serve.complaint.contains(#"a.json and b.json both describe "tiny""#))
    #expect(serve.complaint.contains("c.json, line 1"))
  }

  @Test func `has to be there`() throws {
    clear()
    let serve = try Baize(serving: ["--port", "0", "--games", folder.path], environment: [:])
    #expect(serve.status == 1 && serve.complaint.contains("cannot be read"))
  }
}
