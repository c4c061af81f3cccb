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

  @Test func `refuses deal numbers that not every reader could hold`() throws {
    #expect(try Baize("deal", "klondike", "9007199254740991").status == 0)
    #expect(try Baize("deal", "klondike", "9007199254740992").status == 1)
    #expect(try Baize("deal", "klondike", "-1").status == 64)
    #expect(try Baize("deal", "klondike", "seven").status == 64)
  }

  @Test(arguments: [
    ["--help"], ["serve", "--help"], ["bot", "--help"], ["bench", "--help"], ["deal", "--help"],
  ])
  func `helps with examples`(arguments: [String]) throws {
    let help = try arguments.count == 1 ? Baize(arguments[0]) : Baize(arguments[0], arguments[1])
    #expect(help.status == 0)
    #expect(help.output.contains("Examples:"))
  }

  @Test func `measures the referee`() throws {
    let bench = try Baize("bench", "engine", "--seconds", "0.01", "--wasm", "/nowhere.wasm")
    #expect(bench.status == 0)
    let lines = bench.output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[2...3].allSatisfy { $0.contains("µs") } && lines[4...5].allSatisfy { $0.contains("/s") })
    #expect(lines.last?.contains("/nowhere.wasm is not there") == true)
    for wrong in ["0", "-1", "61", "soon"] {
      #expect(try Baize("bench", "engine", "--seconds", wrong).status == 64)
    }
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
