import Foundation
import Testing

@testable import Wire

@Suite struct `The examples of the protocol page` {
  let page: ProtocolPage

  init() throws { page = try ProtocolPage() }

  @Test func `A client's examples are read and written again to the same bytes`() throws {
    #expect(page.client.count >= 20, "the page lost its examples")
    for line in page.client {
      #expect(text(try ClientMessage.read(bytes(line)).line()) == line + "\n")
    }
  }

  @Test func `A server's examples are read and written again to the same bytes`() throws {
    #expect(page.server.count >= 15, "the page lost its examples")
    for line in page.server {
      let message = try #require(try ServerMessage.read(bytes(line)), "of an unknown kind: \(line)")
      #expect(text(message.line()) == line + "\n")
    }
  }

  @Test func `cover every kind of message of either side`() throws {
    let client = Set(try page.client.map { name(of: try ClientMessage.read(bytes($0))) })
    #expect(
      client == [
        "hello", "open", "lobby", "subscribe", "unsubscribe", "command", "query", "lift", "hover", "cancel",
        "heartbeat", "sync", "host", "answer", "say", "react", "report",
      ])
    let server = Set(try page.server.compactMap { try ServerMessage.read(bytes($0)) }.map { name(of: $0) })
    #expect(
      server == [
        "welcome", "ok", "no", "lease", "snapshot", "event", "dests", "hints", "verdict", "lines", "drag",
        "data",
        "crowd",
        "tables",
        "heartbeat",
        "gone", "rights", "knock", "question", "questionEnded", "said", "reacts", "progress",
        "bye",
      ])
  }

  @Test func `cover every operation of a command`() throws {
    var operations: Set<String> = []
    for line in page.client {
      if case .command(_, _, let command) = try ClientMessage.read(bytes(line)) {
        operations.insert(command.operation.name.description)
      }
    }
    let all = [
      "move", "drop", "tap", "edit", "put", "send", "finish", "undo", "redo", "go", "restart", "deal",
      "set", "resign", "ready", "salt", "start", "again",
    ]
    #expect(operations == Set(all))
  }

  @Test func `are read the same with spaces and without the newline`() throws {
    for line in page.client {
      let message = try ClientMessage.read(bytes(line))
      #expect(try ClientMessage.read(Array(line.utf8)) == message)
      #expect(try ClientMessage.read(Array("  \(line)\t\r\n".utf8)) == message)
    }
  }

  @Test func `carry their c, and only those that are answered`() throws {
    for line in page.client {
      let message = try ClientMessage.read(bytes(line))
      let fields = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(message.c == fields["c"] as? Int, "\(line)")
    }
  }

  @Test func `Every refusal code is named in the page's table`() throws {
    let page = try String(contentsOf: ProtocolPage.path, encoding: .utf8)
    for code in RefusalCode.allCases { #expect(page.contains("| `\(code.rawValue)` |"), "\(code)") }
  }

  @Test func `name the protocol, its own close codes and every state of a game`() throws {
    let page = try String(contentsOf: ProtocolPage.path, encoding: .utf8)
    #expect(page.contains("`\(WireProtocol.name)`"))
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| 4") }
    let codes = EndCode.allCases.map { String($0.rawValue) }
    for code in codes { #expect(rows.contains { $0.contains(code) }, "\(code)") }
    let states = GameState.allCases.map { "`\($0.rawValue)`" }.joined(separator: " | ")
    #expect(page.contains("`status` \(states)"))
  }

  private func name(of message: Any) -> String {
    Mirror(reflecting: message).children.first?.label ?? "\(message)"
  }
}
