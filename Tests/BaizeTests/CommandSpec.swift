import Foundation
import Testing

@Suite struct `The command line` {
  @Test func `deals a layout, one pile a line`() throws {
    let deal = try Baize("deal", "klondike", "7")
    #expect(deal.status == 0)
    let lines = deal.output.split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines.last == "t6: JH 6S 9D 7S 2C 4S TS")
    #expect(lines.first { $0.hasPrefix("t0") } == "t0: JS")
    #expect(try Baize("deal", "klondike3", "7").output == deal.output)
    #expect(try Baize("deal", "klondike", "8").output != deal.output)
  }

  @Test func `names the games that it knows`() throws {
    let deal = try Baize("deal", "chess", "7")
    #expect(deal.status == 1)
    #expect(deal.output == "")
    #expect(deal.complaint.contains("\"chess\""))
    #expect(deal.complaint.contains("klondike1, klondike3"))
  }

  @Test func `takes deal numbers of 64 bits, and nothing else`() throws {
    #expect(try Baize("deal", "klondike", "9007199254740992").status == 0)
    #expect(try Baize("deal", "klondike", "18446744073709551615").status == 0)
    #expect(try Baize("deal", "klondike", "18446744073709551616").status == 64)
    #expect(try Baize("deal", "klondike", "-1").status == 64)
    #expect(try Baize("deal", "klondike", "seven").status == 64)
  }

  @Test(arguments: [
    ["--help"], ["serve", "--help"], ["bot", "--help"], ["deal", "--help"],
  ])
  func `helps with examples`(arguments: [String]) throws {
    let help = try arguments.count == 1 ? Baize(arguments[0]) : Baize(arguments[0], arguments[1])
    #expect(help.status == 0)
    #expect(help.output.contains("Examples:"))
  }

  @Test(arguments: [[], ["echo", "--depth", "16"]])
  func `names the program that measures`(arguments: [String]) throws {
    let moved = try Baize(["bench"] + arguments)
    #expect(moved.status == 64 && moved.output == "")
    #expect(
      moved.complaint.contains((["baize-bench"] + arguments).joined(separator: " ") + " ("),
      "\(moved.complaint)")
  }

  @Test func `tells its version`() throws {
    let version = try Baize("--version")
    #expect(version.status == 0)
    #expect(version.output.split(separator: ".").count == 3)
  }

  @Test(arguments: [
    ("ws://127.0.0.1:1", "nothing listens at 127.0.0.1:1"), ("wss://127.0.0.1:1", "TLS"),
    ("127.0.0.1:8080", "ws://host:port"),
  ])
  func `says why a bot cannot reach its server`(url: String, sentence: String) throws {
    let bot = try Baize("bot", "--url", url, "--deal", "7")
    #expect(bot.status == 1)
    #expect(bot.output == "")
    #expect(bot.complaint.contains(sentence))
    #expect(try Baize("bot", "--url", url, "--watch", "rAAAAAAAA").status == 1)
  }

  @Test(arguments: [["--games", "0"], ["--think", "-1"], ["--strategy", "wise"], ["--name", ""]])
  func `refuses settings that make no sense`(setting: [String]) throws {
    #expect(try Baize("bot", setting[0], setting[1]).status == 64)
  }
}

@Suite struct `A bot that is sent to a board` {
  @Test func `names the boards that there are`() throws {
    let bot = try Baize("bot", "--board", "chess")
    #expect(bot.status == 1)
    #expect(bot.complaint.contains("\"chess\""))
    #expect(bot.complaint.contains("fruits") && bot.complaint.contains("solitaire"))
    let help = try Baize("bot", "--help")
    for word in ["--board", "--moves", "--seats", "--watch-link", "free-piles"] {
      #expect(help.output.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ["--moves", "0"], ["--moves", "many"], ["--seats", "0"], ["--seats", "9"], ["--deal", "7"],
    ["--watch", "rAAAAAAAA"],
  ])
  func `refuses settings that make no sense`(setting: [String]) throws {
    #expect(try Baize("bot", "--board", "fruits", setting[0], setting[1]).status == 64)
  }

  @Test func `tells a line for each table, and where to watch`() throws {
    let server = try Serving(environment: [:])
    let bot = try Baize(
      "bot", "--url", server.url, "--board", "photos", "--moves", "12", "--games", "2", "--watch-link")
    #expect(bot.status == 0, "\(bot.complaint)")
    let lines = bot.output.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      #expect(
        line.wholeMatch(of: /photos: \d+ moves, \d+ refusals met, \d+\.\d s \(room r\w{8}\)/) != nil,
        "\(line)")
    }
    #expect(bot.complaint.matches(of: /watch at http:\/\/127\.0\.0\.1:\d+\/watch\/r\w{8}/).count == 2)
  }

  @Test func `opens what a file describes, or says what is wrong with it`() throws {
    let server = try Serving(environment: [:])
    let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func play(_ text: String) throws -> Baize {
      let file = folder.appending(path: "plan.json")
      try Data(text.utf8).write(to: file)
      return try Baize("bot", "--url", server.url, "--board", file.path, "--moves", "12")
    }
    let plan = #"{"name":"plan","title":"Plan","collections":[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#
    let bot = try play(plan + #","items":[{"in":"a","text":"x"},{"in":"b","text":"y"}]}"#)
    #expect(bot.status == 0 && bot.output.hasPrefix("plan: "), "\(bot.output)\(bot.complaint)")
    let wrong = try play(plan + #","items":[{"in":"c","text":"x"}]}"#)
    #expect(wrong.status == 1 && wrong.complaint.contains("items[0].in"), "\(wrong.complaint)")
    let missing = try Baize("bot", "--url", server.url, "--board", folder.appending(path: "no.json").path)
    #expect(missing.status == 1 && missing.complaint.contains("no.json"), "\(missing.complaint)")
  }

  @Test func `tells the same as JSON, and plays solitaire as the game that it is`() throws {
    let server = try Serving(environment: [:])
    let bot = try Baize("bot", "--url", server.url, "--board", "fruits", "--moves", "10", "--json")
    #expect(bot.status == 0, "\(bot.complaint)")
    for part in ["\"board\":\"fruits\"", "\"refusals\":", "\"room\":\"r"] {
      #expect(bot.output.contains(part), "\(bot.output)")
    }
    let game = try Baize("bot", "--url", server.url, "--board", "solitaire", "--deal", "7")
    #expect(game.status == 0, "\(game.complaint)")
    #expect(game.output.hasPrefix("deal 7: won in "), "\(game.output)")
  }
}
