import Cards
import Foundation
import Testing
import Wire

@testable import Player

/// Two hundred lines of each board: what two players and somebody who watches say and hear.
@Suite struct `The transcript of a board` {
  static let linesMax = 200
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: "Tests/Fixtures/boards")
  /// With `BAIZE_UPDATE=1` the files are written anew.
  static let isUpdate = ProcessInfo.processInfo.environment["BAIZE_UPDATE"] == "1"

  /// Solitaire is Klondike, which has rules of its own and the same messages.
  static let names = boardKinds + ["solitaire", kanban]
  /// The description that ships.
  static let kanban = "kanban"

  private static func lines(of name: String) throws -> [String] {
    let stage =
      switch name {
      case "solitaire": try solitaire()
      case kanban:
        try BoardStage(
          describedBy: Array(try Data(contentsOf: root.appending(path: "Public/boards/kanban.json"))),
          seed: 22,
          steps: 1000, linesMax: linesMax)
      default: BoardStage(name, seed: 22, steps: 1000, linesMax: linesMax)
      }
    try stage.play(untilLines: linesMax)
    return stage.lines
  }

  private static func solitaire() throws -> BoardStage {
    let table = OpenTable(game: "klondike1", deal: .open(7), timed: false, seats: 2)
    let seats: [BotSeat.Wish] = [.new(table), .at(Invitation(room: BoardStage.roomName))]
    let bots = try zip(seats, ["greedy", "random"]).map { seat, name in
      BotGame(seat, strategy: try #require(BotStrategy(name: name, seed: 7, deal: 7)))
    }
    return BoardStage(bots, seed: 7, linesMax: linesMax)
  }

  @Test(arguments: names)
  func `is what stands in its file`(name: String) throws {
    let file = Self.folder.appending(path: "\(name).txt")
    let lines = try Self.lines(of: name)
    #expect(lines.count == Self.linesMax)
    let text = lines.joined(separator: "\n") + "\n"
    if Self.isUpdate {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    let other = zip(lines, golden).enumerated().first { $1.0 != $1.1 }
    if let (number, (now, before)) = other {
      Issue.record(
        "\(name).txt:\(number + 1) was\n\(before)\nand is now\n\(now)\n(BAIZE_UPDATE=1 writes it anew)")
    }
    #expect(golden.count == lines.count)
  }

  @Test func `Each board has one transcript, and there is no other file`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == Self.names.map { "\($0).txt" }.sorted())
  }

  // MARK: - The same few messages

  private struct Said: Hashable, Comparable {
    let direction: String
    let kind: String

    static func < (a: Said, b: Said) -> Bool { (a.direction, a.kind) < (b.direction, b.kind) }
  }

  /// By name, which kinds of messages it holds and how often.
  private static func counts() throws -> [String: [Said: Int]] {
    var counts: [String: [Said: Int]] = [:]
    for name in names {
      let text = try String(contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 2)
        let kind = try #require(Self.kind(of: words[2]), "\(line)")
        counts[name, default: [:]][Said(direction: String(words[0]), kind: kind), default: 0] += 1
      }
    }
    return counts
  }

  /// `{"t":"snap",…`
  private static func kind(of line: Substring) -> String? {
    let start = #"{"t":""#
    return line.hasPrefix(start)
      ? line.dropFirst(start.count).split(separator: "\"").first.map(String.init) : nil
  }

  /// What docs/PROTOCOL.md has an example of.
  private static func documented() throws -> Set<Said> {
    let page = try String(contentsOf: root.appending(path: "docs/PROTOCOL.md"), encoding: .utf8)
    var direction: String?
    var found: Set<Said> = []
    for line in page.split(separator: "\n") {
      switch line {
      case "```json client": direction = ">"
      case "```json server": direction = "<"
      case "```": direction = nil
      default:
        if let direction, let kind = kind(of: line) { found.insert(Said(direction: direction, kind: kind)) }
      }
    }
    return found
  }

  @Test func `has no message that the protocol's page does not know`() throws {
    let documented = try Self.documented()
    for (name, counts) in try Self.counts() {
      let unknown = counts.keys.filter { !documented.contains($0) }.sorted()
      #expect(unknown.isEmpty, "\(name)")
    }
  }

  @Test func `has the same few kinds of messages whatever the board`() throws {
    let counts = try Self.counts()
    let all = counts.values.reduce(into: Set<Said>()) { $0.formUnion($1.keys) }
    let said = all.filter { $0.direction == ">" }.map(\.kind).sorted()
    let told = all.filter { $0.direction == "<" }.map(\.kind).sorted()
    #expect(said == ["cancel", "cmd", "hover", "lift", "open", "q", "sub"])
    #expect(told == ["crowd", "data", "dests", "drag", "ev", "lease", "no", "ok", "rights", "snap"])
    for name in boardKinds + [Self.kanban] {
      let kinds = Set((counts[name] ?? [:]).keys)
      let few =
        ["cmd", "hover", "lift"].map { Said(direction: ">", kind: $0) }
        + ["crowd", "dests", "drag", "ev", "lease", "no", "ok", "snap"].map { Said(direction: "<", kind: $0) }
      #expect(kinds.isSuperset(of: few), "\(name)")
    }
  }

  @Test func `can be read by both ends, and written again`() throws {
    for name in Self.names {
      let text = try String(contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let bytes = Array(line.split(separator: " ", maxSplits: 2)[2].utf8)
        let again =
          line.hasPrefix(">")
          ? try ClientMessage.read(bytes).line() : try #require(try ServerMessage.read(bytes)).line()
        #expect(Array(again.dropLast()) == bytes, "\(name): \(line)")
      }
    }
  }

  @Test func `shows no card that lies face down`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "free-piles.txt"), encoding: .utf8)
    // Seven cards lie face up; nothing turns up by itself.
    let faces = Set(text.matches(of: /"face":"(..)"/).map { String($0.output.1) })
    #expect(faces.count == 7)
  }
}
