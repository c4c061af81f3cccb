import Testing
import Wire

@testable import Rooms

@Suite struct `What is said at a table` {
  @Test func `is told to everybody there, with its number and whose words it is`() throws {
    let talk = try TalkStage()
    #expect(try talk.say("gg", from: talk.ben).isOK)
    let ben = GuestID(named: "ben").text
    let line = LineTold(number: 1, seat: 1, id: ben, name: "ben", text: "gg")
    for member in [talk.ada, talk.ben, talk.eve] { #expect(try talk.heard(member) == [line]) }
    #expect(try talk.say("thanks", from: talk.ada).isOK)
    #expect(try talk.heard(talk.eve).map(\.number) == [2])
  }

  @Test func `leaves no record, and no version`() throws {
    let talk = try TalkStage()
    let (sequence, version) = (talk.table.room.sequence, talk.table.room.version)
    try talk.chatter(3, from: talk.ben)
    #expect(try talk.react(.clap, from: talk.eve).isOK)
    #expect(talk.table.room.sequence == sequence && talk.table.room.version == version)
  }

  @Test func `comes from those who have a seat alone`() throws {
    let talk = try TalkStage()
    for stranger in [talk.eve, talk.table.at(9)] {
      #expect(try talk.say("hello", from: stranger) == .no(.role, why: "seat"))
    }
    #expect(try talk.heard(talk.ben).isEmpty)
  }

  @Test func `is refused to newcomers where anybody may come`() throws {
    for level in [AccessLevel.public, .knock] {
      let talk = try TalkStage(level)
      #expect(try talk.table.host(.chat(true), from: talk.ada).isOK)
      #expect(try talk.say("hello", from: talk.ben) == .no(.role, why: "newcomer"))
      #expect(try talk.react(.hello, from: talk.ben).isOK)
      #expect(try talk.say("hello", isKnown: true, from: talk.ben).isOK)
      #expect(try talk.heard(talk.eve).map(\.text) == ["hello"])
    }
  }

  @Test func `is three lines at once, then one in two seconds`() throws {
    let talk = try TalkStage()
    for number in 0..<3 { #expect(try talk.say("\(number)", from: talk.ben).isOK) }
    let c = talk.stage.nextC()
    talk.stage.hear(.say(c: c, "4", isKnown: false), from: talk.ben)
    let refused = try talk.stage.messages(to: talk.ben).compactMap {
      if case .no(let refusal) = $0 { refusal } else { nil }
    }
    #expect(refused.map(\.code) == [.rate] && refused.map(\.resetMilliseconds) == [2_000])
    // Others have an allowance of their own.
    #expect(try talk.say("4", from: talk.ada).isOK)
    talk.stage.now += 1_999
    #expect(try talk.say("5", from: talk.ben).code == .rate)
    talk.stage.now += 1
    #expect(try talk.say("5", from: talk.ben).isOK)
  }

  @Test func `is not the same twice in a row`() throws {
    let talk = try TalkStage()
    #expect(try talk.say("gg", from: talk.ben).isOK)
    #expect(try talk.say(" gg\u{200B}", from: talk.ben).code == .bad)
    #expect(try talk.say("gg", from: talk.ada).isOK, "somebody else may say it too")
    #expect(try talk.say("gg!", from: talk.ben).isOK)
    #expect(try talk.say("gg", from: talk.ben).isOK)
  }

  @Test func `is said once, however often the same message comes`() throws {
    let talk = try TalkStage()
    let c = talk.stage.nextC()
    for _ in 0..<2 {
      talk.stage.hear(.say(c: c, "gg", isKnown: false), from: talk.ben)
      #expect(try talk.stage.answer(to: c, from: talk.ben).isOK)
    }
    #expect(try talk.heard(talk.ada).count == 1)
  }

  @Test func `is told to who joins, the last 64 lines of it`() throws {
    let talk = try TalkStage()
    try talk.chatter(70, from: talk.ben)
    #expect(try talk.table.come("fay", at: 7, as: .watch, key: talk.table.keys.watch).isWatching)
    let told = try talk.stage.messages(to: talk.table.at(7))
    let lines = told.compactMap { if case .said(_, let lines) = $0 { lines } else { nil } }
    #expect(lines.count == 1 && lines.first?.map(\.number) == Array(7...70))
    // A small board shows no talk.
    #expect(try talk.table.come("gil", at: 8, as: .mini, key: talk.table.keys.watch).isWatching)
    #expect(try talk.heard(talk.table.at(8)).isEmpty)
  }

  @Test func `holds whatever becomes of the journal, and so does its answer`() throws {
    let talk = try TalkStage()
    talk.stage.isPrompt = false
    talk.stage.say(.tap(place: "stock", item: nil), from: talk.ada)
    let c = talk.stage.nextC()
    talk.stage.hear(.say(c: c, "gg", isKnown: false), from: talk.ben)
    #expect(try talk.heard(talk.eve).isEmpty, "it waits behind what was done before it")
    talk.stage.silence()
    #expect(talk.stage.fail())
    #expect(try talk.stage.answer(to: c, from: talk.ben).isOK)
    #expect(try talk.heard(talk.eve).map(\.text) == ["gg"])
  }

  @Test func `is counted on by a table that wakes`() throws {
    let talk = try TalkStage()
    try talk.chatter(3, from: talk.ben)
    let woken = try talk.table.restarted()
    #expect(woken.talk.lines.isEmpty)
    var after = woken.talk
    let visitor = talk.stage.visitor("ben")
    _ = after.say(try TalkText("again"), at: SeatNumber(1), by: visitor, now: talk.stage.now)
    #expect(after.lines[0].told.number > 3)
  }
}

@Suite struct `A text that is said` {
  @Test(arguments: [
    ("gg", "gg"), ("  two\n\n words\t", "two words"), ("Ada\u{0}\u{202E}dlroW", "AdadlroW"),
    ("\u{3000}好\u{3000}", "好"), ("e\u{301}te\u{301}", "e\u{301}te\u{301}"), ("❤\u{FE0F}", "❤\u{FE0F}"),
    ("\u{E000}x\u{2066}", "x"), ("x\u{3164}", "x"),
    ("a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}b", "a\u{301}\u{302}\u{303}\u{304}b"),
  ])
  func `is cleaned`(given: String, told: String) throws {
    #expect(Array(try TalkText(given).text.unicodeScalars) == Array(told.unicodeScalars))
  }

  @Test func `has 1 to 140 characters once it is clean`() throws {
    for text in ["a", String(repeating: "é", count: 140), " " + String(repeating: "好", count: 140) + "\n"] {
      #expect(throws: Never.self) { try TalkText(text) }
    }
    for text in ["", " \n", "\u{200B}\u{3164}\u{202E}", String(repeating: "a", count: 141)] {
      #expect(throws: TalkText.Fault.length) { try TalkText(text) }
    }
  }

  @Test(arguments: [
    "see https://a.b", "HTTP://x", "www.example.de", "example.com", "Example.COM/win now", "(spiel.de)",
    "xn--a.io", "t.me/abc", "bücher.com", "example．com", "look:example.net", "a.example.museum/x",
    "evil.ai", "пример.рф", "a.xn--p1ai", "1.2.3.4", "http:10.0.0.255:8080/x", "discord.gg/abc",
    "join:discord.gg/abc", "ｅｘａｍｐｌｅ.ｃｏｍ", "ⓔⓥⓘⓛ.ⓒⓞⓜ", "example․com", "http:evil.zip", "see example.com.",
    "...example.com",
    "a/b.com", "𝐞𝐯𝐢𝐥.𝐜𝐨𝐦", "🄴.🄲🄾🄼", "discord.gg:443/abc", "wa.me?phone=1", "discord.gg#abc",
    "discord.gg\\abc",
    "//discord.gg/abc", "join/discord.gg/abc", "evil.ℂom", "evil.ᶜᵒᵐ", "𝟏.𝟏.𝟏.𝟏", "https:evil.zip",
  ])
  func `with a link is refused`(text: String) {
    #expect(throws: TalkText.Fault.link) { try TalkText(text) }
  }

  @Test(arguments: [
    "gg.wp", "no...", "3.5 to 1", "1/2", "e.g. this", "well.that was it", "and/or", "com", "t1.t2", "ok.gg",
    "ok.yes/no", "3.Zug/4.Zug", "St.Pauli/HSV", "he.she/they", "was.ist/das", "read http: what", "is it.me?",
    "ㅋㅋ.ㅎㅎ", "好的。可以/不行", "Straße.Haus", "1.2.3", "1.2.3.4.5", "300.1.2.3", "go.to it", "我爱。中国", "it...me",
    "wait...no", "oh...com", "wait.no", "for.me", "you...win", "a/b", "...", ".", "/", "😀.😀", "½.½",
  ])
  func `without one is not`(text: String) {
    #expect(throws: Never.self) { try TalkText(text) }
  }
}
