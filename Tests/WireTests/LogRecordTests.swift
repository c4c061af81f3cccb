import Foundation
import Testing

@testable import Wire

@Suite struct `A record of the journal` {
  @Test func `is one line that carries its format`() throws {
    let reveal = Reveal(seed: "aa", salt: "bb")
    let records: [LogRecord] = [
      .opening(OpenTable(game: "klondike1", deal: .open(7)), secret: nil),
      .opening(OpenTable(game: "klondike3", deal: .sealed, safe: true, seats: 3), secret: reveal),
      .command(
        Command(.move(item: 3, into: "t5", before: nil)), seat: 1, clockMilliseconds: 1234, secret: nil),
      .command(Command(.deal(.sealed, game: nil)), seat: 0, clockMilliseconds: 0, secret: reveal),
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
        #expect(fields["seed"] as? String == secret?.seed && fields["salt"] as? String == secret?.salt)
      case .command(let command, let seat, let clock, let secret):
        #expect(fields["k"] as? String == "cmd")
        #expect(fields["op"] as? String == command.operation.name.description)
        #expect(fields["by"] as? Int == seat && fields["clock"] as? Int == clock)
        #expect(fields["seed"] as? String == secret?.seed && fields["salt"] as? String == secret?.salt)
      }
    }
  }
}
