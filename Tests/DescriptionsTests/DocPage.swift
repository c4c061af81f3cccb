import Foundation

/// A page of docs with its listings, by what stands behind the three quotes.
struct DocPage {
  let text: String
  private let listings: [(kind: String, text: String)]

  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A file of the project.
  static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: project.appending(path: path)))
  }

  init(_ path: String) throws {
    text = String(decoding: try Self.bytes(of: path), as: UTF8.self)
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
  /// All rows of its tables.
  var rows: String { text.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n") }
}
