import DragDrop
import Patience

@testable import Descriptions

/// The listings of docs/GAMES.md, and the example that ships.
enum GamesPage {
  static func page() throws -> DocPage { try DocPage("docs/GAMES.md") }
  static func example() throws -> [UInt8] { try DocPage.bytes(of: "Public/games/example.json") }
}

func readGame(_ text: String) throws(DescriptionError) -> GameDescription {
  try GameDescription.read(Array(text.utf8))
}

/// What is wrong with a text, a line for each problem; empty if it is a game.
func gameProblems(_ text: String) -> String {
  do throws(DescriptionError) {
    _ = try readGame(text)
    return ""
  } catch {
    return error.problems.map { $0.description }.joined(separator: "\n")
  }
}

extension GameDescription {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
