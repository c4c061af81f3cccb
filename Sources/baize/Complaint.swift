import ArgumentParser
import Patience
import Player

/// How commands say that something is wrong: one sentence on standard error, exit status 1.
enum Complaint {
  static func fail(_ sentence: String) -> ExitCode {
    Output.complain("baize: \(sentence)")
    return .failure
  }

  static func ruleset(_ name: String, draw: Int?) throws -> Ruleset {
    if let ruleset = GameName.ruleset(name, draw: draw) { return ruleset }
    let turned = draw.map { " that turns \($0)" } ?? ""
    throw fail("there is no game called \"\(name)\"\(turned); known games: \(GameName.known)")
  }
}
