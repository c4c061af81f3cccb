import Boards
import Descriptions
import HTTP
import JSON
import Patience
import Rooms
import Wire

/// What the HTTP API tells of the games and boards that can be opened here: their names and choices, and the rules of a
/// game in sentences.
extension APIAnswer {
  /// - Parameter picks: whether deals are dealt here that can be won.
  static func games(_ games: [CatalogueGame], picks: Bool) -> APIAnswer {
    list("games", games) { game, json in
      json.field("id", game.ruleset.id.text)
      json.field("name", game.ruleset.title.text)
      json.field("family", game.family.text)
      let seats = game.ruleset.seatsAllowed
      json.integers("seats", [seats.lowerBound, seats.upperBound])
      json.field("timed", game.ruleset.scoring.countsTime)
      if picks, let offer = WinnableOffer(of: game.ruleset) { json.field("winnable", offer.rawValue) }
      game.writeOptions(of: game.ruleset, into: &json)
    }
  }

  /// The boards that can be opened by their name.
  static func boards(_ kinds: [any AnyBoardKind]) -> APIAnswer {
    list("boards", kinds) { kind, json in
      json.field("id", kind.name)
      json.field("name", kind.title)
      // Every seat of a board may do the same, so a board takes any number.
      json.integers("seats", [1, WireLimits.seatsMax])
    }
  }

  private static func list<Item>(
    _ name: String, _ items: [Item], _ write: (Item, inout JSONWriter) -> Void
  ) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.key(name)
    json.beginArray()
    for item in items {
      json.beginObject()
      write(item, &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }

  /// - Parameter ruleset: the game with what was chosen about it.
  static func rules(of ruleset: Ruleset, _ game: CatalogueGame) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("id", ruleset.id.text)
    json.field("name", ruleset.title.text)
    json.field("family", game.family.text)
    game.writeOptions(of: ruleset, into: &json)
    json.field("draw", Int(ruleset.stock?.draw ?? 0))
    ZoneTold.zones(of: ruleset).write(into: &json)
    json.key("say")
    json.beginArray()
    for sentence in Explanation(ruleset).sentences {
      json.beginArray()
      json.value(sentence.key)
      if !sentence.arguments.isEmpty { sentence.writeArguments(into: &json) }
      json.endArray()
    }
    json.endArray()
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }
}

extension Scoring {
  /// Whether a timed game of it has other points than one that is not.
  fileprivate var countsTime: Bool { timePenalty != nil || timeBonus != nil }
}

extension CatalogueGame {
  fileprivate func writeOptions(of chosen: Ruleset, into json: inout JSONWriter) {
    json.key("options")
    json.beginArray()
    for variation in variations {
      json.beginObject()
      json.field("name", variation.parameter.name)
      json.field("value", variation.parameter.text(of: chosen.value(of: variation.parameter)))
      // The one that the game has by itself comes first.
      let own = ruleset.value(of: variation.parameter)
      json.texts("values", ([own] + variation.values).map { variation.parameter.text(of: $0) })
      json.endObject()
    }
    json.endArray()
  }
}

extension Explanation.Sentence {
  fileprivate func writeArguments(into json: inout JSONWriter) {
    json.beginObject()
    for (name, value) in arguments {
      json.key(name)
      switch value {
      case .number(let number): json.value(number)
      case .numbers(let numbers): json.integers(numbers)
      case .either(let numbers):
        json.beginObject()
        json.integers("or", numbers)
        json.endObject()
      case .word(let key):
        // Another key of the catalogue stands in an object, so that it is not taken for a word itself.
        json.beginObject()
        json.field("t", key)
        json.endObject()
      }
    }
    json.endObject()
  }
}
