import Console
import Patience
import Player

extension Complaint {
  /// The rules that a command line names.
  ///
  /// - Throws: that there is no such game, told already.
  static func ruleset(_ name: String) throws -> Ruleset {
    guard let ruleset = GameName.ruleset(name) else { throw fail(GameName.unknown(name)) }
    return ruleset
  }
}
