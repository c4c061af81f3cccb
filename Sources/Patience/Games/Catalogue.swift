import DragDrop

/// Every ruleset by identifier.
public enum Catalogue {
  public static let rulesets: [Ruleset] = [.klondike1, .klondike3]

  public static func ruleset(id: some Sequence<UInt8>) -> Ruleset? {
    let wanted = Text(bytes: id)
    return rulesets.first { $0.id == wanted }
  }

  public static func ruleset(id: String) -> Ruleset? {
    ruleset(id: id.utf8)
  }
}
