import Foundation
import Testing

@testable import Wire

@Suite struct `A record of the journal` {
  @Test func `is one line that carries its format`() throws {
    let reveal = Reveal(seed: "aa", salt: "bb")
    let records: [LogRecord] = [
      .opening(OpenTable(game: "klondike1", deal: .open(7)), secret: Secret()),
      .opening(
        OpenTable(game: "klondike3", deal: .sealed, safe: true, seats: 3), secret: Secret(reveal: reveal)),
      .opening(
        OpenTable(game: "kanban", deal: nil, seats: 4),
        secret: Secret(seed: .max, description: Array("{}".utf8))),
      .command(
        Command(.move(item: 3, into: "t5", before: nil)), seat: 1, clockMilliseconds: 1234,
        secret: Secret()),
      .command(
        Command(.deal(.sealed, game: nil)), seat: 0, clockMilliseconds: 0,
        secret: Secret(reveal: reveal)),
    ]
    for record in records {
      let line = record.line()
      #expect(line.last == UInt8(ascii: "\n"))
      let fields = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      #expect(fields["f"] as? Int == LogRecord.format)
      switch record {
      case .opening(let table, let secret):
        #expect(fields["k"] as? String == "open")
        #expect(fields["game"] as? String == table.game)
        check(secret, in: fields)
      case .command(let command, let seat, let clock, let secret):
        #expect(fields["k"] as? String == "cmd")
        #expect(fields["op"] as? String == command.operation.name.description)
        #expect(fields["by"] as? Int == seat && fields["clock"] as? Int == clock)
        check(secret, in: fields)
      }
    }
  }

  private func check(_ secret: Secret, in fields: [String: Any]) {
    #expect(fields["seed"] as? String == secret.reveal?.seed)
    #expect(fields["salt"] as? String == secret.reveal?.salt)
    #expect(fields["board"] as? String == secret.seed.map { String($0) })
    let description = (fields["description"] as? String).flatMap { Data(base64Encoded: $0) }
    #expect(description.map { Array($0) } ?? [] == secret.description)
  }
}
