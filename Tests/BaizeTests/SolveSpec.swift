import Foundation
import Testing

/// `baize solve`
@Suite struct `The command that solves deals` {
  private struct Answer: Decodable {
    let deal: UInt64?
    let verdict: String?
    let why: String?
    let moves: Int?
    let line: [String]?
    let positions: Positions?
    let deals: Int?
    let winnable: Int?
    let unknown: Int?
    let faults: [String]?

    /// A number for one deal, percentiles for all of them.
    enum Positions: Decodable {
      case of(UInt64)
      case percentiles([String: UInt64])

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
          if let one = try? value.decode(UInt64.self) { .of(one) } else {
            .percentiles(try value.decode([String: UInt64].self))
          }
      }
    }
  }

  private func answers(_ program: Baize) throws -> [Answer] {
    try program.output.split(separator: "\n").map {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
    }
  }

  @Test func `tells one verdict a line, and what they came to`() throws {
    let one = try Baize("solve", "freecell", "7", "--verify")
    #expect(one.status == 0 && one.complaint == "", "\(one.complaint)")
    #expect(one.output.hasPrefix("7 winnable ") && one.output.hasSuffix(" checked\n"))
    #expect(one.output.split(separator: "\n").count == 1)
    let many = try Baize("solve", "freecell", "11980..11983", "--threads", "2", "--verify")
    let lines = many.output.split(separator: "\n")
    #expect(many.status == 0 && lines.prefix(4).map { $0.prefix(5) } == ["11980", "11981", "11982", "11983"])
    #expect(
      lines[2].contains(" impossible ") && lines[4].hasPrefix("4 deals: 3 winnable, 1 impossible, 0 unknown"))
    #expect(
      lines.dropFirst(5).map { $0.split(separator: " ").first } == [
        "p50", "p90", "p99", "p999", "max", "verdicts",
      ])
    #expect(
      lines[2].hasSuffix(" ms checked") && lines.last == "  verdicts checked: 4; too large to be checked: 0")
    let large = try Baize("solve", "klondike3", "57", "--verify")
    #expect(large.status == 0 && large.output.hasSuffix(" too large to be checked\n"), "\(large.output)")
    let small = try Baize("solve", "russian", "1", "--json", "--verify")
    #expect(small.status == 0 && small.output.contains(#""check":"checked""#), "\(small.output)")
  }

  @Test func `tells the same as JSON, with the moves that win`() throws {
    let program = try Baize("solve", "klondike3", "1..3", "--json", "--moves")
    let answers = try answers(program)
    #expect(answers.count == 4 && answers.prefix(3).map(\.deal) == [1, 2, 3])
    for answer in answers.prefix(3) where answer.verdict == "winnable" {
      #expect(
        answer.line?.count == answer.moves
          && answer.line?.allSatisfy { $0 == "turn" || $0.contains(" ") } == true)
    }
    #expect(answers[3].deals == 3 && answers[3].faults == [])
    let text = try Baize("solve", "klondike3", "2", "--moves")
    #expect(text.output.split(separator: "\n").count == 1 + (answers[1].moves ?? 0))
  }

  @Test func `says unknown, and why, where the budget does not suffice`() throws {
    for (budget, why) in [
      ("0", "out of positions"), ("50", "out of positions"), ("0ms", "out of time"), ("0s", "out of time"),
    ] {
      let program = try Baize("solve", "freecell", "11982", "--json", "--budget", budget)
      let answer = try #require(try answers(program).first)
      #expect(program.status == 2 && answer.verdict == "unknown" && answer.why == why, "\(budget)")
    }
    let poor = try Baize("solve", "freecell", "11982", "--memory", "0")
    #expect(poor.status == 2 && poor.output.hasPrefix("11982 unknown (out of memory) 0 positions"))
  }

  @Test func `writes a row of a table of games`() throws {
    let survey = try Baize("solve", "--survey", "freecell", "--deals", "20", "--seconds", "100")
    let lines = survey.output.split(separator: "\n")
    #expect(survey.status == 0 && lines.count == 3 && lines[0].hasPrefix("| game | deals |"))
    #expect(lines[2].hasPrefix("| freecell | 20 | 100.0 % | 0.0 % | 0.0 % | 83.9–100.0 % |"))
    #expect(lines[0].count { $0 == "|" } == lines[2].count { $0 == "|" })
    #expect(survey.complaint == "")
  }

  @Test func `says how many deals a row is of when there was time for no more`() throws {
    let survey = try Baize("solve", "--survey", "klondike3", "--deals", "100000000", "--seconds", "1")
    #expect(survey.status == 0 && survey.output.contains("| klondike3 | "))
    #expect(survey.complaint.hasPrefix("baize: the time was up after "), "\(survey.complaint)")
  }

  /// A terminal has both the lines and how far the search is.
  @Test func `never writes a line behind what shows the progress`() throws {
    var (own, terminal): (Int32, Int32) = (-1, -1)
    try #require(openpty(&own, &terminal, nil, nil, nil) == 0)
    defer { close(own) }
    let process = try Baize.process(["solve", "seahaven", "1..300"])
    let end = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    (process.standardOutput, process.standardError) = (end, end)
    try process.run()
    try end.close()
    var written = Data()
    var part = [UInt8](repeating: 0, count: 65_536)
    // A terminal that nobody writes to any more ends with an error.
    while case let count = read(own, &part, part.count), count > 0 { written += part.prefix(count) }
    process.waitUntilExit()
    let lines = String(decoding: written, as: UTF8.self).split(separator: "\r\n")
    // What stands behind the last time that the line was cleared is what is seen.
    let seen = lines.map { $0.components(separatedBy: "\u{1B}[K").last ?? "" }
    #expect(seen.count { $0.hasSuffix(" ms") } == 300, "\(seen.suffix(3))")
    #expect(!seen.contains { $0.contains(" of 300 deals") }, "\(seen.suffix(3))")
    #expect(written.contains(Data(" of 300 deals: ".utf8)))
  }

  @Test func `takes a game that a file describes`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tiny =
      #"{"game":"tiny","title":"Tiny","foundation":{},"tableau":{"count":13,"up":4,"build":"down"}}"#
    let file = folder.appending(path: "tiny.json").path
    try Data(tiny.utf8).write(to: URL(filePath: file))
    for program in [
      try Baize("solve", file, "1..3", "--budget", "20k"),
      try Baize("solve", "tiny", "1..3", "--budget", "20k", "--games", folder.path),
    ] {
      #expect(program.status != 1 && program.output.contains("3 deals: "), "\(program.complaint)")
    }
    try Data("[]".utf8).write(to: URL(filePath: file))
    let wrong = try Baize("solve", file, "1")
    #expect(wrong.status == 1 && wrong.output == "" && wrong.complaint.contains("tiny.json, line 1"))
    let nowhere = try Baize("solve", "/nowhere.json", "1")
    #expect(nowhere.status == 1 && nowhere.complaint.contains("/nowhere.json cannot be read"))
  }

  @Test(arguments: [
    (["freecell"], "say a deal or a range of deals"), (["--survey", "freecell"], "--survey needs --deals"),
    (["freecell", "seven"], "it must be a deal, such as 7, or a range of deals, such as 1..1000"),
    (["freecell", "1..2..3"], "it must be a deal"), (["freecell", ".."], "it must be a deal"),
    (["freecell", "9..3"], "the first deal of a range must not be above the last one: write 3..9"),
    (["freecell", "0..18446744073709551615"], "a range has at most 100000000 deals"),
    (
      ["freecell", "1", "--budget", "much"],
      "it must be a number of positions (5000, 200k, 5M) or a time (500ms, 2s)"
    ),
    (["freecell", "1", "--budget", "-5"], "it must be a number of positions"),
    (["freecell", "1", "--budget", "99999999999999999999M"], "it must be a number of positions"),
    (["freecell", "1", "--threads", "0"], "--threads must be 1 to 64, not 0"),
    (["freecell", "1", "--memory", "-1"], "--memory must be 0 to 1048576, not -1"),
    (["freecell", "1", "--deals", "5"], "--deals and --seconds are for --survey"),
    (["--survey", "freecell", "--deals", "0"], "--deals must be 1 to 100000000, not 0"),
    (["--survey", "freecell", "--deals", "5", "--moves"], "leave --moves out"),
    (["--survey", "freecell", "--deals", "5", "--json"], "leave --json out"),
  ])
  func `refuses what makes no sense, and says what would`(arguments: [String], sentence: String) throws {
    let program = try Baize(["solve"] + arguments)
    #expect(program.status == 64 && program.output == "")
    #expect(program.complaint.contains(sentence), "\(program.complaint)")
  }

  @Test func `takes the last deals that there are`() throws {
    let last = try Baize("solve", "klondike1", "18446744073709551614..18446744073709551615", "--budget", "5k")
    #expect(last.status != 1 && last.output.contains("2 deals: "), "\(last.complaint)")
  }

  @Test func `ends when nobody reads on`() throws {
    let process = try Baize.process(["solve", "freecell", "1..100000000"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
  }

  @Test(arguments: [["freecell", "1..3"], ["--survey", "freecell", "--deals", "3"]])
  func `says that the disk is full`(arguments: [String]) throws {
    let process = try Baize.process(["solve"] + arguments)
    let complaint = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = complaint
    try process.run()
    let told = String(decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(told == "baize: the output cannot be written: No space left on device\n")
  }

  /// Deal 21 takes seconds, and the others behind it, which another thread finds, a moment. The first line says that
  /// the search has begun.
  @Test func `tells what was found when it is stopped, whichever deal is not`() throws {
    let process = try Baize.process(["solve", "klondike3", "20..60", "--threads", "2"])
    let (output, complaint) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, complaint)
    try process.run()
    let first = output.fileHandleForReading.availableData
    Thread.sleep(forTimeInterval: 1)
    process.interrupt()
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    let told = String(decoding: first + rest, as: UTF8.self)
    let why = String(decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2 && why.contains("stopped after"), "\(why)")
    #expect(told.hasPrefix("20 ") && told.contains("\n22 ") && !told.contains("\n21 "), "\(told)")
  }

  @Test func `names the games that it knows`() throws {
    let program = try Baize("solve", "chess", "1")
    #expect(program.status == 1 && program.output == "" && program.complaint.contains("\"chess\""))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `tells what it found when it is stopped`(signal: Int32) throws {
    let process = try Baize.process(["solve", "freecell", "1..100000000"])
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    var text = output.fileHandleForReading.availableData
    kill(process.processIdentifier, signal)
    text += output.fileHandleForReading.readDataToEndOfFile()
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2 && process.terminationReason == .exit)
    #expect(String(decoding: text, as: UTF8.self).contains(" winnable, "))
    #expect(complaint.contains("baize: stopped after ") && complaint.contains(" of 100000000 deals"))
  }
}
