import Boards
import Descriptions

/// The listings of docs/BOARDS.md, and the example that ships.
struct BoardsPage {
  private let page: DocPage

  init() throws { page = try DocPage("docs/BOARDS.md") }

  var text: String { page.text }
  var kinds: Set<String> { page.kinds }
  func texts(_ kind: String) -> [String] { page.texts(kind) }

  static func kanban() throws -> [UInt8] { try DocPage.bytes(of: "Public/boards/kanban.json") }
}

func read(_ text: String) throws(DescriptionError) -> BoardDescription {
  try BoardDescription.read(Array(text.utf8))
}

/// What is wrong with a text, a line for each problem; empty if it is a board.
func problems(_ text: String) -> String {
  do throws(DescriptionError) {
    _ = try read(text)
    return ""
  } catch {
    return error.problems.map { $0.description }.joined(separator: "\n")
  }
}

/// Fields that objects have, as the complaints about one named "?" list them.
func fieldsListed(in problems: String) -> [String] {
  problems.split(separator: "Its fields are ").dropFirst().flatMap { rest in
    rest.prefix { $0 != "\n" }.split(separator: "\"").map { String($0) }.filter { $0.first?.isLetter == true }
  }
}
