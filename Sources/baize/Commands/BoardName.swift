import Boards
import Console
import Descriptions
import Foundation

/// Names of boards as people type them.
enum BoardName {
  /// Not a board of its own: its table is a game of Klondike.
  static let solitaire = TakenName.solitaire

  /// "four-aces, free-piles, …": what to type.
  static var known: String {
    (BoardCatalogue.kinds.map(\.name) + [solitaire]).joined(separator: ", ")
  }

  /// The board that a file describes; nil for what is not the name of a file of JSON.
  static func description(_ name: String) throws -> [UInt8]? {
    guard name.hasSuffix(".json") else { return nil }
    guard let data = FileManager.default.contents(atPath: name) else {
      throw Complaint.fail("\"\(name)\" cannot be read; name a file with the description of a board")
    }
    return Array(data)
  }

  static func isKnown(_ name: String) -> Bool { BoardCatalogue.kind(named: name) != nil }
}
