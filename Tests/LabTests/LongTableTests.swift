import Patience
import Testing

@testable import Lab

@Suite struct `A table at which somebody plays for long` {
  @Test func `takes at most 110 bytes for each step`() throws {
    let table = try LongTable(.klondike1, seed: 5)
    table.play(300)
    let early = table.byteCount
    table.play(700)
    #expect(table.byteCount - early < 700 * 110, "steps are kept as differences")
    #expect(table.byteCount > early, "and they are kept")
  }
}
