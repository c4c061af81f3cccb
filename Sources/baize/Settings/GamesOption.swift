import ArgumentParser
import Server

/// The folder of described games, for commands that explain and deal them.
struct GamesOption: ParsableArguments {
  @Option(
    name: .customLong("games"),
    help: ArgumentHelp(
      "A folder with your own games of patience, each described in a .json file.", valueName: "directory"
    ),
    completion: .directory)
  private var named: String?

  var folder: String? { named ?? Environment.text(.games) }

  /// - Throws: all that is wrong with what lies there.
  func shelf() throws -> GameShelf { try GameFolder.shelf(folder) }
}
