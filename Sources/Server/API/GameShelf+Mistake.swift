import Patience

/// What is wrong with the id of a game that is known, and is not offered in that way.
extension GameShelf {
  /// - Returns: a sentence without its end: `"cells" of freecell must be 1 to 8, not "9"`; nil where no game is called
  ///   so, or nothing is wrong.
  package func mistake(in id: String) -> String? {
    let parts = id.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let game = all.first(where: { $0.ruleset.id.text == parts[0] }) else {
      return nil
    }
    var met: Set<Substring> = []
    for choice in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
      let words = choice.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = words.count == 2 ? words[1] : ""
      guard let variation = game.variations.first(where: { words[0] == $0.parameter.name.description }) else {
        return "\(parts[0]) has no option \"\(words[0])\"; \(game.optionsTold)"
      }
      guard game.values(of: variation).contains(where: { value == $0 }) else {
        return "\"\(words[0])\" of \(parts[0]) must be \(game.valuesTold(of: variation)), not \"\(value)\""
      }
      guard met.insert(words[0]).inserted else { return "\"\(words[0])\" of \(parts[0]) is given twice" }
    }
    return nil
  }
}

extension CatalogueGame {
  /// All that may be chosen, in order.
  fileprivate func values(of variation: Variation) -> [String] {
    let own = ruleset.value(of: variation.parameter)
    return ([own] + variation.values).sorted().map { variation.parameter.text(of: $0) }
  }

  /// "1 to 8", "any or king".
  fileprivate func valuesTold(of variation: Variation) -> String {
    let values = values(of: variation)
    let numbers = values.compactMap { Int($0) }
    if numbers.count == values.count, numbers.count > 2, let first = numbers.first,
      numbers == Array(first..<first + numbers.count)
    {
      return "\(first) to \(first + numbers.count - 1)"
    }
    let most = values.dropLast().joined(separator: ", ")
    return most.isEmpty ? values.joined() : "\(most) or \(values[values.count - 1])"
  }

  fileprivate var optionsTold: String {
    let names = variations.map { $0.parameter.name.description }
    return names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
  }
}
