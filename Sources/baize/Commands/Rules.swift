import ArgumentParser
import Console
import Descriptions
import Foundation
import Patience
import Player
import Server

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List all games, or explain one.",
    discussion: """
      The rules text comes from the data that the server judges moves by.

      Examples:
        baize rules --list
        baize rules freecell
        baize rules freecell:cells=3
        baize rules golf --language de
        baize rules my-game --games games       a game described in that folder

      Exit status: 0; 1 for a game or language that does not exist; 64 for a command line that is not understood.
      """)

  @Flag(
    name: .customLong("list"),
    help: "List all games with their options. The first value of each option is its default.")
  var lists = false

  @Option(
    help: ArgumentHelp("The language of the rules: en, de, es or zh.", valueName: "code"),
    completion: .list(["en", "de", "es", "zh"]))
  var language = "en"

  @OptionGroup var client: ClientOption

  @OptionGroup var own: GamesOption

  @Argument(help: ArgumentHelp("The game: \(GameName.known).", valueName: "game"))
  var game: String?

  func validate() throws {
    if lists == (game != nil) { throw ValidationError("say --list, or name one game") }
  }

  func run() throws {
    let shelf = try own.shelf()
    guard let game else { return Self.list(shelf) }
    let ruleset = try Complaint.ruleset(game, draw: nil, among: shelf)
    let words = try Phrases(language: language, in: client.folder())
    Output.say(words.named("game.\(ruleset.id.text.prefix { $0 != ":" })") ?? ruleset.title.text)
    for sentence in Explanation(ruleset).sentences {
      let text = words.text(sentence)
      Output.say(sentence.key.hasPrefix("section.") ? "\n\(text)" : "  \(text)")
    }
  }

  /// "freecell  FreeCell  cells=4 (usual)|1|2|3|5|6|7|8": the values that a game has by itself come first.
  private static func list(_ shelf: GameShelf) {
    let width = shelf.all.map { $0.ruleset.id.text.count }.max() ?? 0
    for game in shelf.all {
      let id = game.ruleset.id.text
      let choices = game.variations.map { variation in
        let own = game.ruleset.value(of: variation.parameter)
        let values = variation.values.map { "|\(variation.parameter.text(of: $0))" }.joined()
        return "\(variation.parameter.name)=\(variation.parameter.text(of: own)) (usual)\(values)"
      }
      let padding = String(repeating: " ", count: width - id.count)
      Output.say("\(id)\(padding)  \(([game.ruleset.title.text] + choices).joined(separator: "  "))")
    }
  }
}
