import Foundation
import Testing

@testable import Server

/// Deals with a way to win each, which PositionsTests found, played at a server as any client would.
@Suite(.serialized) struct `A deal with a known way to win` {
  /// A file: the deal first, then a command a line as the protocol has it, without its number and room.
  struct Solution: CustomTestStringConvertible {
    let game: String
    let deal: UInt64
    /// Without their braces.
    let commands: [String]

    var testDescription: String { "\(game), deal \(deal)" }

    init(_ file: URL) throws {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let head = try JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8)) as? [String: Any]
      game = try #require(head?["game"] as? String)
      deal = try #require(head?["n"] as? UInt64)
      commands = lines.dropFirst().map { String($0.dropFirst().dropLast()) }
    }
  }

  static let solutions: [Solution] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/solutions")
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }.compactMap { try? Solution($0) }
  }()

  private func server() throws -> TestServer {
    try TestServer(loops: 2) { settings in
      (settings.commandsPerSecond, settings.commandsBurst) = (5_000, 5_000)
      (settings.messagesPerSecond, settings.messagesBurst) = (50_000, 50_000)
    }
  }

  private static func status(_ event: Heard) -> String? {
    (event.json["s"] as? [String: Any])?["status"] as? String
  }

  @Test func `is there for at least five games`() {
    #expect(Set(Self.solutions.map { $0.game }).count >= 5)
  }

  @Test(arguments: solutions) func `is won by it, and watchers see it`(_ solution: Solution) throws {
    let server = try server()
    let player = try server.client("Ada")
    let (room, snap) = try player.openTable(game: solution.game, deal: solution.deal)
    #expect(Self.status(snap) == "playing")
    let watcher = try server.client("Eve")
    _ = try watcher.join(room, as: "watch")
    for (number, command) in solution.commands.enumerated() {
      let c = try player.ask(#""t":"cmd","r":"\#(room)",\#(command)"#)
      let event = try player.hear("ev")
      #expect(try player.answer(to: c)["t"] == "ok", "\(command)")
      let isLast = number == solution.commands.count - 1
      try #require(Self.status(event) == (isLast ? "won" : "playing"), "move \(number + 1)")
      #expect(try watcher.hear("ev").line == event.line)
    }
    // It is over.
    let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"undo""#)
    #expect(try player.answer(to: c)["why"] == "gameOver")
  }

  @Test(arguments: solutions) func `is not won with a move left out`(_ solution: Solution) throws {
    let server = try server()
    let player = try server.client("Ada")
    let count = solution.commands.count
    for gap in [0, count / 2, count - 1] {
      let (room, _) = try player.openTable(game: solution.game, deal: solution.deal)
      var commands = solution.commands
      commands.remove(at: gap)
      for command in commands {
        let c = try player.ask(#""t":"cmd","r":"\#(room)",\#(command)"#)
        let answer = try player.answer(to: c)
        if answer["t"] == "no" {
          #expect(answer["code"] == "illegal")
          break
        }
      }
      try player.say(#"{"t":"sync","r":"\#(room)","why":"gap"}"#)
      let snap = try player.hear("snap")
      #expect(["playing", "stuck"].contains(Self.status(snap)), "without move \(gap + 1)")
    }
  }
}
