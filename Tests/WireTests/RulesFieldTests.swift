import Testing

@testable import Wire

@Suite struct `The rules in a snapshot` {
  private func read(_ rules: String) throws -> [UInt8] {
    let line =
      #"{"t":"snap","r":"r","e":"9f3c1b02","v":1,"h":"00000000","why":"join","game":{"id":"x","name":"X","#
      + #""draw":1,"passes":-1\#(rules)},"deal":{"kind":"open","n":7},"regions":[],"s":{"score":0,"moves":0,"#
      + #""pass":0,"redeal":true,"up":0,"clock":0,"run":false,"ticks":0,"status":"playing","undo":0,"#
      + #""redo":0,"safe":false,"timed":true},"seats":[],"watching":0,"live":[]}"#
    guard case .snapshot(let snapshot)? = try ServerMessage.read(bytes(line)) else { return [] }
    return snapshot.game.rules
  }

  @Test func `are bytes in base64`() throws {
    #expect(try read(#","rules":"AQIDBA==""#) == [1, 2, 3, 4])
  }

  @Test func `may be missing`() throws {
    #expect(try read("").isEmpty)
  }

  @Test(arguments: ["AQIDBA=", "AQIDBA", "AQ ID", "A===", "AQIDBB==", "Ä"])
  func `are refused if they are not base64`(rules: String) {
    #expect(throws: BadMessage.self) { try read(#","rules":"\#(rules)""#) }
  }

  @Test func `are refused beyond their limit`() throws {
    let most = String(repeating: "AAAA", count: WireLimits.rulesCharactersMax / 4)
    #expect(try read(#","rules":"\#(most)""#).count == 3 * WireLimits.rulesCharactersMax / 4)
    #expect(throws: BadMessage.self) { try read(#","rules":"\#(most)AAAA""#) }
  }
}
