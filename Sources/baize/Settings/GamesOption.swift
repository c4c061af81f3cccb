import ArgumentParser
import Server

/// Games of one's own, for commands that explain and deal them.
struct GamesOption: ParsableArguments {
  @Option(
    name: .customLong("games"),
    help: ArgumentHelp(
      "A folder with games of patience of your own: a description in each .json file.", valueName: "directory"
    ))
  var folder: String?

  /// - Throws: all that is wrong with what lies there.
  func shelf() throws -> GameShelf { try GameFolder.shelf(folder ?? Environment.text("GAMES")) }
}
