import Reactor
import Testing

@testable import Server

@Suite struct `A round` {
  private var rounds = Round<Int>(at: Instant(milliseconds: 1_000))

  @Test mutating func `gives each their turn once, and is over then`() {
    #expect(!rounds.isGoing)
    rounds.begin([3, 1, 2], at: Instant(milliseconds: 1_000))
    for name in [3, 1, 2] {
      #expect(rounds.isGoing)
      #expect(rounds.next() == name)
    }
    #expect(rounds.isGoing, "the end is told by the next call")
    #expect(rounds.next() == nil && !rounds.isGoing)
  }

  @Test mutating func `A round of nothing has an end too`() {
    rounds.begin([], at: Instant(milliseconds: 1_000))
    #expect(rounds.isGoing)
    #expect(rounds.next() == nil && !rounds.isGoing)
  }

  @Test mutating func `knows how long ago the one before began, however long it took`() {
    rounds.begin([1], at: Instant(milliseconds: 1_250))
    #expect(rounds.milliseconds == 250)
    while rounds.next() != nil {}
    rounds.begin([1], at: Instant(milliseconds: 3_250))
    #expect(rounds.milliseconds == 2_000 && rounds.beganAt == Instant(milliseconds: 3_250))
  }
}

@Suite struct `Rounds of a loop` {
  /// Each turn has time for one table or connection, or two.
  @Test func `are made in many turns, and everybody has theirs`() throws {
    let server = try TestServer(loops: 1) {
      ($0.roundMicrosecondsMax, $0.lobbyMilliseconds, $0.heartbeatMilliseconds) = (1, 50, 1_000)
      $0.opensBurst = 100
    }
    let players = try (0..<5).map { try server.client("P\($0)") }
    var tables: [String] = []
    for _ in 0..<28 { for player in players { tables.append(try player.openTable().room) } }
    try waits {
      let told = try figures(of: server)
      return try told.value("baize_tables", ["state": "busy"]) == Double(tables.count)
        && told.value("baize_tables", ["state": "awake"]) == 0
    }
    for player in players { _ = try player.hear("hb") }
    let guest = try server.client("Guest")
    try guest.ask(#""t":"lobby","on":true"#)
    _ = try guest.hear {
      $0["t"] == "tables" && tables.suffix(40).allSatisfy($0.line.contains) && !$0.line.contains(tables[0])
        && tables.count(where: $0.line.contains) == LobbyBoard.tablesShownMax
    }
  }
}
