import Foundation
import Testing

/// Commands with a folder of games: `--games DIR`.
@Suite struct `Games of one's own` {
  private static let tiny =
    #"{"game":"tiny","title":"Tiny","stock":{},"waste":{},"foundation":{},"#
    + #""tableau":{"count":4,"up":2,"build":"down"},"options":{"draw":3}}"#

  private static let client = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Public").path

  /// A folder with these files, gone when the test is over.
  private func with(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try body(folder.path)
  }

  @Test func `are explained, listed and dealt beside those that are built in`() throws {
    try with(["tiny.json": Self.tiny]) { folder in
      let rules = try Baize("rules", "tiny:draw=3", "--games", folder, "--public", Self.client)
      #expect(rules.status == 0 && rules.output.hasPrefix("Tiny\n"), "\(rules.complaint)")
      #expect(rules.output.contains("The stock is turned 3 cards at a time"))
      let list = try Baize("rules", "--list", "--games", folder)
      #expect(list.output.split(separator: "\n").last?.hasPrefix("tiny ") == true)
      #expect(list.output.contains("freecell "))
      let deal = try Baize("deal", "tiny", "7", environment: ["BAIZE_GAMES": folder])
      #expect(deal.status == 0 && deal.output.split(separator: "\n").contains { $0.hasPrefix("t3: ") })
      #expect(try Baize("deal", "klondike", "7", "--games", folder).status == 0)
      let other = try Baize("deal", "tall", "7", "--games", folder)
      #expect(other.status == 1 && other.complaint.hasSuffix(", tiny\n"), "\(other.complaint)")
    }
    for unknown in [try Baize("deal", "tiny", "7"), try Baize("rules", "tiny")] {
      #expect(unknown.status == 1 && unknown.complaint.contains("there is no game called \"tiny\""))
    }
  }

  @Test func `are all refused when one file is not a game`() throws {
    try with(["tiny.json": Self.tiny, "wrong.json": "[]"]) { folder in
      for wrong in [
        try Baize("deal", "tiny", "7", "--games", folder), try Baize("rules", "--list", "--games", folder),
      ] {
        #expect(wrong.status == 1 && wrong.output == "" && wrong.complaint.contains("wrong.json, line 1"))
      }
    }
    let nowhere = try Baize("rules", "--list", "--games", "/nowhere")
    #expect(nowhere.status == 1 && nowhere.complaint.contains("the games in /nowhere cannot be read"))
  }

  @Test func `are read no further than a description may be long, and only from files`() throws {
    let max = 65_536
    func padded(_ count: Int) -> String {
      Self.tiny + String(repeating: " ", count: count - Self.tiny.utf8.count)
    }
    try with(["tiny.json": padded(max)]) { folder in
      let longest = try Baize("deal", "tiny", "7", "--games", folder)
      #expect(longest.status == 0)
    }
    try with(["tiny.json": padded(max + 1)]) { folder in
      let long = try Baize("deal", "tiny", "7", "--games", folder)
      #expect(long.status == 1 && long.complaint.contains("tiny.json has more than 65536 bytes"))
      // A file without an end is not read to it, and a folder is no file.
      try FileManager.default.removeItem(atPath: "\(folder)/tiny.json")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/endless.json", withDestinationPath: "/dev/zero")
      try FileManager.default.createDirectory(
        atPath: "\(folder)/more.json", withIntermediateDirectories: false)
      let none = try Baize("deal", "klondike", "7", "--games", folder)
      #expect(none.status == 1)
      for file in ["endless.json", "more.json"] {
        #expect(none.complaint.contains("\(file) cannot be read"), "\(none.complaint)")
      }
    }
  }

  @Test func `are not looked for in hidden files`() throws {
    try with(["tiny.json": Self.tiny, ".tiny.json.swp.json": "[]", ".tall.json": Self.tiny]) { folder in
      let list = try Baize("rules", "--list", "--games", folder)
      #expect(list.status == 0, "\(list.complaint)")
      #expect(list.output.split(separator: "\n").last?.hasPrefix("tiny ") == true)
    }
  }
}
