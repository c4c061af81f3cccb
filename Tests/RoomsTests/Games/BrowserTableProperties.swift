import Foundation
import TestDice
import Testing
import Wire

@testable import Rooms

/// P9: the browser's own code is given every line that a spectator is told, and must hold what the server holds.
@Suite struct `The browser's table` {
  static let commands = rounds(10_000)
  static let seed: UInt64 = 0x5EED_0321

  /// Prints how many events were applied, and the version and hash that are held in the end.
  static let script = """
    import { readFileSync } from "node:fs";
    const { afterEvent, fromSnap } = await import(process.env.TABLE_MODULE);
    let table = null;
    let applied = 0;
    for (const line of readFileSync(0, "utf8").split("\\n").filter((line) => line)) {
      const message = JSON.parse(line);
      if (message.t === "snap") table = fromSnap(message);
      if (message.t !== "ev") continue;
      const next = afterEvent(table, message);
      if (next === "old") continue;
      if (typeof next === "string") throw new Error(`${next} at version ${message.v}`);
      table = next;
      applied += 1;
    }
    console.log(`${applied} ${table.version} ${table.hash}`);
    """

  static let hasNode = (try? run("", with: Data()))?.isEmpty == true

  @Test(.enabled(if: hasNode, "node runs the browser's code"))
  func `follows every event of a room from view to view (P9)`() throws {
    let stage = try RoomStage(deal: 7, game: "klondike3", seats: 2)
    let players = [stage.join(stage.visitor("ada"), at: 0), stage.join(stage.visitor("bob"), at: 1)]
    let eve = stage.join(stage.visitor("eve"), at: 2, as: .watch)
    var player = RandomPlayer(seed: Self.seed)
    var dests: [Dests?] = [nil, nil]
    var told: [[UInt8]] = []
    for _ in 0..<Self.commands {
      stage.pass(milliseconds: Int64(player.number(0..<700)))
      let index = player.number(0..<2)
      for line in stage.lines(to: players[index]) {
        if case .dests(let latest) = try ServerMessage.read(line) { dests[index] = latest }
      }
      stage.say(player.operation(knowing: dests[index], deals: true), from: players[index])
      told += stage.lines(to: eve)
    }
    #expect(stage.room.version > Self.commands / 5, "hardly anything was accepted")

    var client = ReferenceClient()
    for line in told {
      if let message = try ServerMessage.read(line) { try client.hear(message) }
    }
    let held = try Self.run(Self.script, with: Data(told.joined()))
    #expect(held.split(separator: " ").dropFirst() == ["\(stage.room.version)", "\(client.hash)"][...])
    print("seed \(Self.seed): the browser's code applied \(held.prefix { $0 != " " }) events")
  }

  /// What a script of node's says, read and written through files, so that neither side can block.
  private static func run(_ script: String, with input: Data) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (told, said) = (folder.appending(path: "told"), folder.appending(path: "said"))
    try input.write(to: told)
    try Data().write(to: said)
    let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let node = Process()
    node.executableURL = URL(filePath: "/usr/bin/env")
    node.arguments = ["node", "--input-type=module", "--eval", script]
    node.environment = ProcessInfo.processInfo.environment.merging(
      ["TABLE_MODULE": project.appending(path: "Public/js/model/table.js").absoluteString]
    ) { $1 }
    node.standardInput = try FileHandle(forReadingFrom: told)
    node.standardOutput = try FileHandle(forWritingTo: said)
    try node.run()
    node.waitUntilExit()
    try #require(node.terminationStatus == 0)
    return String(decoding: try Data(contentsOf: said), as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
  }
}
