public import DragDrop

/// A game as it is offered: a ruleset, and what may be chosen about it.
public struct CatalogueGame: Hashable, Sendable {
  public let ruleset: Ruleset
  /// What kind of game it is, for lists that stand together.
  public let family: Text
  public let variations: [Variation]

  public init(_ ruleset: Ruleset, family: Text, _ variations: [Variation] = []) {
    self.ruleset = ruleset
    self.family = family
    self.variations = variations
  }

  /// The ruleset with some parameters changed. Its id names what differs, in the order of the parameters:
  /// "klondike1:passes=3,back=no".
  ///
  /// - Returns: `nil` for a parameter or value that the game does not offer.
  public func ruleset(with choices: [(Parameter, UInt8)]) -> Ruleset? {
    var changed = ruleset
    for (parameter, value) in choices {
      guard let offered = variations.first(where: { $0.parameter == parameter }) else { return nil }
      guard offered.values.contains(value) || value == ruleset.value(of: parameter) else { return nil }
      changed.set(parameter, to: value)
    }
    var id = ruleset.id.bytes
    var mark: UInt8 = 58  // a colon, then commas
    for variation in variations {
      let value = changed.value(of: variation.parameter)
      if value == ruleset.value(of: variation.parameter) { continue }
      id.append(mark)
      id += variation.parameter.name.withUTF8Buffer { Array($0) }
      id.append(61)
      id += variation.parameter.name(of: value)
      mark = 44
    }
    changed.id = Text(bytes: id)
    return changed
  }
}

/// Every game that is built in.
public enum Catalogue {
  public static let games: [CatalogueGame] = [
    CatalogueGame(
      .klondike1, family: "Klondike",
      [Variation(.passes, [1, 2, 3]), Variation(.back, [0]), Variation(.shift, [3])]),
    CatalogueGame(
      .klondike3, family: "Klondike",
      [Variation(.passes, [1, 2, 3]), Variation(.back, [0]), Variation(.shift, [3])]),
    CatalogueGame(.vegas1, family: "Klondike", [Variation(.back, [1]), Variation(.carry, [1])]),
    CatalogueGame(.vegas3, family: "Klondike", [Variation(.back, [1]), Variation(.carry, [1])]),
    CatalogueGame(.thoughtful, family: "Klondike", [Variation(.draw, [1]), Variation(.passes, [1, 2, 3])]),
    CatalogueGame(
      .doubleKlondike, family: "Klondike", [Variation(.draw, [3]), Variation(.passes, [1, 2, 3])]),
    CatalogueGame(.freeCell, family: "FreeCell", [Variation(.cells, [1, 2, 3, 5, 6, 7, 8])]),
    CatalogueGame(
      .bakersGame, family: "FreeCell", [Variation(.cells, [1, 2, 3, 5, 6, 7, 8]), Variation(.empty, [1])]),
    CatalogueGame(.eightOff, family: "FreeCell", [Variation(.empty, [0])]),
    CatalogueGame(.seahavenTowers, family: "FreeCell", [Variation(.empty, [0])]),
    CatalogueGame(.spider1, family: "Spider", [Variation(.full, [0]), Variation(.runs, [0])]),
    CatalogueGame(.spider2, family: "Spider", [Variation(.full, [0]), Variation(.runs, [0])]),
    CatalogueGame(.spider4, family: "Spider", [Variation(.full, [0]), Variation(.runs, [0])]),
    CatalogueGame(
      .spiderette, family: "Spider",
      [Variation(.suits, [1, 2]), Variation(.full, [0]), Variation(.runs, [0])]),
    CatalogueGame(.simpleSimon, family: "Spider", [Variation(.runs, [0])]),
    CatalogueGame(.yukon, family: "Yukon", [Variation(.back, [0])]),
    CatalogueGame(.russian, family: "Yukon", [Variation(.back, [1])]),
    CatalogueGame(.scorpion, family: "Yukon", [Variation(.runs, [1]), Variation(.empty, [0])]),
    CatalogueGame(
      .canfield, family: "Canfield",
      [
        Variation(.draw, [1]), Variation(.passes, [1, 2, 3]), Variation(.unit, [1, 3]),
        Variation(.filler, [1]),
      ]),
    CatalogueGame(
      .fortyThieves, family: "Forty Thieves", [Variation(.passes, [2, 3, 0]), Variation(.unit, [1])]),
    CatalogueGame(.easthaven, family: "Klondike", [Variation(.empty, [0]), Variation(.back, [0])]),
    CatalogueGame(.westcliff, family: "Klondike", [Variation(.passes, [2, 3, 0]), Variation(.back, [1])]),
    CatalogueGame(.golf, family: "Golf", [Variation(.kings, [1, 2])]),
    CatalogueGame(.triPeaks, family: "Golf", [Variation(.kings, [1])]),
    CatalogueGame(
      .pyramid, family: "Pyramid",
      [Variation(.passes, [1, 2, 0]), Variation(.goal, [1]), Variation(.top, [1]), Variation(.covered, [1])]),
    CatalogueGame(.fan, family: "Fan", [Variation(.empty, [0, 2])]),
    CatalogueGame(.beleagueredCastle, family: "Castle", []),
    CatalogueGame(.accordion, family: "Accordion", []),
  ]

  public static let rulesets: [Ruleset] = games.map { $0.ruleset }

  /// A game by its id, with what was chosen about it: "freecell", "freecell:cells=3".
  public static func ruleset(id: some Sequence<UInt8>) -> Ruleset? {
    let id = Array(id)
    let name = id.prefix { $0 != 58 }
    return games.first { $0.ruleset.id.bytes == Array(name) }?.ruleset(id: id)
  }

  public static func ruleset(id: String) -> Ruleset? {
    ruleset(id: id.utf8)
  }
}

extension CatalogueGame {
  /// The ruleset of an id: this game's own, behind a colon with what was chosen about it.
  public func ruleset(id: some Sequence<UInt8>) -> Ruleset? {
    let parts = Array(id).split(separator: 58, maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, Array(name) == ruleset.id.bytes else { return nil }
    if parts.count == 1 { return ruleset }
    var choices: [(Parameter, UInt8)] = []
    for word in parts[1].split(separator: 44, omittingEmptySubsequences: false) {
      guard let choice = choice(word), !choices.contains(where: { $0.0 == choice.0 }) else { return nil }
      choices.append(choice)
    }
    return ruleset(with: choices)
  }

  /// "cells=3" as a choice that this game offers.
  fileprivate func choice(_ word: ArraySlice<UInt8>) -> (Parameter, UInt8)? {
    for variation in variations {
      let own = ruleset.value(of: variation.parameter)
      for value in variation.values + [own] {
        let name = variation.parameter.name.withUTF8Buffer { Array($0) }
        if Array(word) == name + [61] + variation.parameter.name(of: value) {
          return (variation.parameter, value)
        }
      }
    }
    return nil
  }
}
