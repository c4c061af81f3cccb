import Boards
import Descriptions
import Foundation
import Testing

/// The listings of docs/BOARDS.md by what stands behind the three quotes, and the example that ships.
struct BoardsPage {
  let text: String
  private let listings: [(kind: String, text: String)]

  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    text = try String(contentsOf: Self.project.appending(path: "docs/BOARDS.md"), encoding: .utf8)
    var listings: [(kind: String, text: String)] = []
    var open: (kind: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let listing = open {
        if line == "```" {
          listings.append((listing.kind, listing.lines.joined(separator: "\n")))
          open = nil
        } else {
          open = (listing.kind, listing.lines + [line])
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    self.listings = listings
  }

  var kinds: Set<String> { Set(listings.map { $0.kind }) }
  func texts(_ kind: String) -> [String] { listings.filter { $0.kind == kind }.map { $0.text } }

  static func kanban() throws -> [UInt8] {
    Array(try Data(contentsOf: project.appending(path: "Public/boards/kanban.json")))
  }
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
