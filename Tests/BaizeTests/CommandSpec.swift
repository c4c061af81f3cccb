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
    #expect(try Baize("deal", "klondike", "-1").status == 64)
    for wrong in [["18446744073709551616"], ["seven"], [""], ["7.0"], ["--", "-1"]] {
      let deal = try Baize(["deal", "klondike"] + wrong)
      #expect(deal.status == 64 && deal.output == "")
      let sentence = "it must be a number from 0 to 18446744073709551615"
      #expect(deal.complaint.contains(sentence), "\(deal.complaint)")
      guard wrong.count == 1 else { continue }
      let bot = try Baize("bot", "--deal", wrong[0])
      #expect(bot.status == 64 && bot.complaint.contains(sentence), "\(bot.complaint)")
    }
    let negative = try Baize("bot", "--deal", "-1")
    #expect(
      negative.status == 64 && negative.complaint.contains("a number from 0 to"), "\(negative.complaint)")
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

  @Test(arguments: [
    (["--games", "0"], "--games must be 1 to 1000000, not 0"),
    (["--think", "-1"], "--think must be 0 to 600000 milliseconds, not -1"),
    (["--strategy", "wise"], "--strategy must be greedy, random or solver, not wise"),
    (["--name", ""], "--name must have 1 to 24 characters"),
    (
      ["--key-file", "nowhere.key"],
      "--key-file nowhere.key must hold one key of a bot, which begins with b1."
    ),
    (["--key-file", "Package.swift"], "--key-file Package.swift must hold one key of a bot"),
    (["--draw", "7"], "--draw must be 1 or 3, not 7"),
    (["--draw", "-3"], "--draw must be 1 or 3, not -3"), (["--draw", "0"], "--draw must be 1 or 3, not 0"),
  ])
  func `refuses settings that make no sense`(setting: [String], sentence: String) throws {
    let bot = try Baize("bot", setting[0], setting[1])
    #expect(bot.status == 64 && bot.output == "")
    #expect(bot.complaint.contains(sentence), "\(bot.complaint)")
  }

  @Test(arguments: [
    ("golf", "3", "golf takes 1 card from the stock at a time, not 3: leave --draw out"),
    ("vegas1", "3", "vegas1 takes 1 card from the stock at a time, not 3: name vegas3, or leave --draw out"),
    ("klondike3:passes=2", "1", "from the stock at a time, not 1: name klondike1, or leave --draw out"),
    ("thoughtful", "1", "takes 3 cards from the stock at a time, not 1: name thoughtful:draw=1, or leave"),
    ("spider", "1", "spider1 takes 10 cards from the stock at a time, not 1: leave --draw out"),
    ("freecell", "1", "freecell has no stock: leave --draw out"),
    ("chess", "3", "there is no game called \"chess\" that turns 3"),
  ])
  func `refuses a game that turns another number of cards, and says which does`(
    game: String, draw: String, sentence: String
  ) throws {
    let bot = try Baize("bot", "--url", "ws://127.0.0.1:1", "--game", game, "--draw", draw)
    #expect(bot.status == 1 && bot.output == "")
    #expect(bot.complaint.contains(sentence), "\(bot.complaint)")
  }

  @Test(arguments: [
    ("klondike", "3"), ("vegas", "1"), ("golf", "1"), ("canfield", "3"), ("doubleklondike:draw=3", "3"),
  ])
  func `takes a game that turns as many cards as it is told`(game: String, draw: String) throws {
    // The server is missed only when the game is known.
    let bot = try Baize("bot", "--url", "ws://127.0.0.1:1", "--game", game, "--draw", draw)
    #expect(bot.status == 1 && bot.complaint.contains("nothing listens at 127.0.0.1:1"), "\(bot.complaint)")
  }
}

@Suite struct `A bot that plays by the solver, on the command line` {
  @Test func `is not sent to a race`() throws {
    let race = ["bot", "--url", "ws://127.0.0.1:1", "--race", "rAAAAAAAA", "--strategy"]
    let solver = try Baize(race + ["solver"])
    #expect(solver.status == 64 && solver.output == "")
    #expect(
      solver.complaint.contains(
        "--race is between players, so --strategy must be greedy or random there, not solver"),
      "\(solver.complaint)")
    for other in ["greedy", "random"] {
      let bot = try Baize(race + [other])
      #expect(bot.status == 1 && bot.complaint.contains("nothing listens at 127.0.0.1:1"), "\(bot.complaint)")
    }
  }

  @Test func `says that it won, or that a deal cannot be won`() throws {
    let server = try Serving(environment: [:])
    func play(_ deal: String, _ strategy: String, _ more: String...) throws -> Baize {
      let table = ["bot", "--url", server.url, "--game", "freecell", "--deal", deal]
      return try Baize(table + ["--strategy", strategy] + more)
    }
    let won = try play("617", "solver")
    #expect(won.status == 0 && won.output.hasPrefix("deal 617: won in "), "\(won.output)\(won.complaint)")
    let lost = try play("11982", "solver")
    #expect(lost.status == 0, "\(lost.complaint)")
    #expect(
      lost.output.hasPrefix("deal 11982: cannot be won, given up at once, 0 cards up, score 0, "),
      "\(lost.output)")
    let json = try play("11982", "solver", "--json")
    #expect(json.status == 0 && json.output.contains(#""result":"impossible""#), "\(json.output)")
    let greedy = try play("11982", "greedy")
    #expect(greedy.status == 0 && !greedy.output.contains("cannot be won"), "\(greedy.output)")
  }

  @Test func `is explained`() throws {
    let help = try Baize("bot", "--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in ["How to play: greedy, random or solver. (default: greedy)", "--strategy solver"] {
      #expect(help.contains(part), "\(help)")
    }
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
    (["--moves", "0"], "--moves must be"), (["--moves", "many"], "--moves"),
    (["--seats", "0"], "--seats must be"),
    (["--seats", "9"], "--seats must be 1 to 8, not 9"),
    (["--seats", "-1"], "--seats must be 1 to 8, not -1"),
    (["--deal", "7"], "--deal is for games"), (["--watch", "rAAAAAAAA"], "--watch shows any table"),
    (["--game", "golf"], "--game names a game and --board a board: choose one"),
    (["--game", "klondike"], "--game names a game and --board a board: choose one"),
    (["--draw", "3"], "--draw is for games"), (["--strategy", "greedy"], "--strategy is for games"),
    (["--strategy", "random"], "--strategy is for games"),
    (["--strategy", "solver"], "--strategy is for games"),
  ])
  func `refuses settings that make no sense`(setting: [String], sentence: String) throws {
    for board in ["fruits", "plan.json"] {
      let bot = try Baize("bot", "--board", board, setting[0], setting[1])
      #expect(bot.status == 64 && bot.complaint.contains(sentence), "\(bot.complaint)")
    }
  }

  @Test func `takes solitaire with all that its game has`() throws {
    let bot = try Baize(
      "bot", "--url", "ws://127.0.0.1:1", "--board", "solitaire", "--draw", "3", "--strategy", "random",
      "--deal", "7")
    #expect(bot.status == 1 && bot.complaint.contains("nothing listens at 127.0.0.1:1"), "\(bot.complaint)")
    let golf = try Baize("bot", "--board", "solitaire", "--game", "golf")
    #expect(
      golf.status == 64 && golf.complaint.contains("--board solitaire is klondike"), "\(golf.complaint)")
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
