import Foundation
import Testing

@testable import Server

/// The solver as a client meets it, over a real socket.
@Suite struct `A table that asks the solver` {
  private func open(_ client: TestClient, _ deal: String, game: String = "klondike1") throws -> Heard {
    let deadline = Date().addingTimeInterval(patience)
    while true {
      let c = try client.ask(#""t":"open","game":"\#(game)","deal":\#(deal),"access":"public""#)
      let answer = try client.answer(to: c)
      guard answer["code"] == "rate", Date() < deadline else { return answer }
      #expect(answer["why"] == "noDealYet" && answer.int("reset") == 500)
      usleep(50_000)
    }
  }

  @Test func `is told whether it can be won, by whom it is served, and what that took`() throws {
    let server = try TestServer(loops: 2) { $0.commandsBurst = 1_000 }
    let client = try server.client()
    #expect(client.welcome?.json["solves"] as? Bool == true)
    let (room, _) = try client.openTable(game: "freecell", deal: 1)
    let c = try client.ask(#""t":"q","r":"\#(room)","q":"verdict","with":"line""#)
    let verdict = try client.answer(to: c)
    #expect(verdict["t"] == "verdict" && verdict["is"] == "winnable" && verdict.int("v") == 1)
    let line = try #require(verdict.json["line"] as? [[Any]])
    #expect(line.count == verdict.int("moves"))
    for step in line {
      let move = try client.ask(
        #""t":"cmd","r":"\#(room)","op":"move","item":\#(step[0]),"in":"\#(step[1])""#)
      #expect(try client.answer(to: move)["t"] == "ok")
    }
    #expect(try metric("baize_solver_questions_total", of: server) == 1)
  }

  @Test func `is told of no version that is past, however quickly one moves and asks`() throws {
    let server = try TestServer(loops: 2) {
      ($0.commandsBurst, $0.questionsBurst, $0.solverThreads) = (1_000, 1_000, 2)
    }
    let client = try server.client()
    let (room, _) = try client.openTable(game: "freecell", deal: 1)
    let c = try client.ask(#""t":"q","r":"\#(room)","q":"verdict","with":"line""#)
    let line = try #require(try client.answer(to: c).json["line"] as? [[Any]])
    var questions: Set<Int> = []
    for step in line {
      questions.insert(try client.ask(#""t":"q","r":"\#(room)","q":"verdict""#))
      try client.ask(#""t":"cmd","r":"\#(room)","op":"move","item":\#(step[0]),"in":"\#(step[1])""#)
    }
    questions.insert(try client.ask(#""t":"q","r":"\#(room)","q":"verdict""#))
    var (version, verdicts) = (1, 0)
    while !questions.isEmpty {
      let heard = try client.hear(where: { $0["t"] == "ev" || questions.contains($0.int("c") ?? 0) })
      if heard["t"] == "ev" {
        version = try #require(heard.int("v"))
      } else if heard["t"] == "verdict" {
        #expect(heard.int("v") == version && heard["is"] == "winnable")
        #expect(heard.int("moves") == line.count - (version - 1))
        verdicts += 1
      } else {
        #expect(heard["code"] == "stale")
      }
      if let c = heard.int("c") { questions.remove(c) }
    }
    #expect(version == line.count + 1 && verdicts >= 1)
  }

  @Test func `is told that nobody is told on a server without a solver`() throws {
    let server = try TestServer(loops: 1) { $0.solverThreads = 0 }
    let client = try server.client()
    #expect(client.welcome?.json["solves"] == nil)
    let (room, _) = try client.openTable(game: "freecell", deal: 1)
    let c = try client.ask(#""t":"q","r":"\#(room)","q":"verdict""#)
    let answer = try client.answer(to: c)
    #expect(answer["code"] == "illegal" && answer["why"] == "solverOff")
  }

  @Test func `asks so often and no oftener`() throws {
    let server = try TestServer(loops: 1) { ($0.questionsBurst, $0.questionsPerSecond) = (3, 1) }
    let client = try server.client()
    let (room, _) = try client.openTable(game: "freecell", deal: 1)
    var codes: [String?] = []
    for _ in 0..<5 {
      let c = try client.ask(#""t":"q","r":"\#(room)","q":"verdict""#)
      codes.append(try client.answer(to: c)["code"])
    }
    #expect(codes.prefix(3).allSatisfy { $0 == nil } && codes.contains("rate"))
  }

  @Test(arguments: ["sealed", "open"]) func `is dealt what can be won, with its terms`(kind: String) throws {
    let server = try TestServer(loops: 2) { ($0.bankDeals, $0.opensBurst) = (8, 1_000) }
    let client = try server.client()
    let opened = try open(client, #"{"kind":"\#(kind)","winnable":true,"level":"easy"}"#)
    let room = try #require(opened["room"], "\(opened)")
    let snap = try client.join(room, as: "play")
    let deal = try #require(snap.json["deal"] as? [String: Any])
    #expect(deal["winnable"] as? Bool == true && deal["level"] as? String == "easy")
    #expect(deal["seed"] == nil && deal["line"] == nil)
    #expect((deal["n"] != nil) == (kind == "open"))
    // Given up, a sealed deal shows its proof.
    let c = try client.ask(#""t":"cmd","r":"\#(room)","op":"resign""#)
    let event = try client.hear("ev")
    #expect(try client.answer(to: c)["t"] == "ok")
    let reveal = event.json["reveal"] as? [String: Any]
    #expect((reveal?["line"] as? [[Any]] != nil) == (kind == "sealed"))
    #expect(try metric("baize_bank_taken_total", of: server) == 1)
  }

  @Test func `is not dealt what can be won where nobody picks it`() throws {
    let server = try TestServer(loops: 1)
    let client = try server.client()
    let answer = try open(client, #"{"kind":"sealed","winnable":true}"#)
    #expect(answer["code"] == "illegal" && answer["why"] == "noWinnableDeals")
    for wrong in [
      #"{"kind":"sealed","winnable":false}"#, #"{"kind":"sealed","winnable":1}"#,
      #"{"kind":"sealed","winnable":true,"level":"deadly"}"#,
    ] {
      #expect(try open(client, wrong)["code"] == "bad")
    }
    let race = try client.ask(
      #""t":"open","game":"klondike1","deal":{"kind":"sealed","winnable":true},"race":{}"#)
    #expect(try client.answer(to: race)["code"] == "bad")
  }
}
