import Testing

@testable import Player

@Suite struct `A server's address` {
  @Test(arguments: [
    ("ws://127.0.0.1:8080", "127.0.0.1", 8080, "/ws"), ("ws://[::1]:9000/play/ws", "::1", 9000, "/play/ws"),
    ("WS://example.org/", "example.org", 80, "/ws"), ("ws://h:1?x=y", "h", 1, "/ws?x=y"),
  ])
  func `is host, port and path`(text: String, host: String, port: Int, path: String) throws {
    let address = try ServerAddress(text)
    #expect(address.host == host)
    #expect(Int(address.port) == port)
    #expect(address.path == path)
  }

  @Test(arguments: [
    "", "127.0.0.1:8080", "http://a:1", "wss://a:1", "ws://", "ws://:80", "ws://a:", "ws://a:0",
    "ws://a:65536",
    "ws://a:x", "ws://[::1", "ws://::1:80", "ws://a b:1", "ws://a:1/#x", "ws://me@a:1", "ws://é:1",
    "ws://a:1/\r\nX: y",
  ])
  func `is refused with a sentence`(text: String) {
    #expect(throws: PlayerFailure.self) { try ServerAddress(text) }
  }

  @Test func `An address with TLS is refused with the way out`() throws {
    let failure = try #require(throws: PlayerFailure.self) { try ServerAddress("wss://a:1") }
    #expect(failure.description.contains("TLS"))
  }
}

@Suite struct `The name of a game` {
  @Test(
    arguments: [
      ("klondike", nil, "klondike1"), ("Klondike", 3, "klondike3"), ("klondike3", nil, "klondike3"),
      ("klondike3", 3, "klondike3"), ("vegas", nil, "vegas1"), ("vegas", 3, "vegas3"),
      ("Spider", nil, "spider1"), ("spider", 10, "spider1"), ("forty thieves", 1, "fortythieves"),
      ("castle", nil, "beleagueredcastle"), ("golf", 1, "golf"), ("easthaven", 7, "easthaven"),
    ] as [(String, Int?, String)])
  func `is a ruleset, or a family and a draw`(name: String, draw: Int?, id: String) {
    #expect(GameName.ruleset(name, draw: draw)?.id.text == id)
  }

  @Test(
    arguments: [
      ("chess", nil), ("klondike", 2), ("klondike3", 1), ("", nil), ("spider", 2), ("klondike:passes=3", nil),
      ("spider", 4), ("vegas", 2), ("freecell", 3), ("vegas1", 3), ("golf", 3),
      // A game of the family that turns as many is called otherwise.
      ("klondike", 7), ("Klondike", 0),
    ] as [(String, Int?)])
  func `an unknown game name or draw gives no ruleset`(name: String, draw: Int?) {
    #expect(GameName.ruleset(name, draw: draw) == nil)
  }
}
