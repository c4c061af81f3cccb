package import Wire

/// Why not, as it is told.
package struct GameRefusal: Error, Equatable, Sendable {
  package var code: RefusalCode
  package var why: String?

  package init(code: RefusalCode, why: String? = nil) {
    self.code = code
    self.why = why
  }

  /// - Parameter word: a rule's.
  package init(word: String) {
    let code: RefusalCode =
      switch word {
      case "inUse": .leased
      case "noSuchDrag": .gone
      case "notYours": .role
      default: .illegal
      }
    self.init(code: code, why: word)
  }

  package init(_ refusal: BoardRefusal) { self.init(word: refusal.rawValue) }
}
