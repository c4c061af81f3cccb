import Descriptions
import Foundation
import Server

/// Games that a host offers beside those that are built in: a description for each file of a folder that ends in .json.
enum GameFolder {
  /// - Throws: all that is wrong with all of them, each with its file.
  static func read(_ folder: String) throws -> GameShelf {
    let files: [String]
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        .sorted()
    } catch {
      throw Complaint.fail(
        "the games in \(folder) cannot be read: make it a folder of descriptions, or leave --games out")
    }
    var (games, mistakes, origins) = ([GameDescription](), [String](), [String: String]())
    for file in files {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
        mistakes.append("\(file) cannot be read")
        continue
      }
      do throws(DescriptionError) {
        let game = try GameDescription.read(Array(data))
        if let other = origins.updateValue(file, forKey: game.game.ruleset.id.text) {
          mistakes.append(
            "\(file) describes \"\(game.game.ruleset.id.text)\", and so does \(other): give one another name")
        }
        games.append(game)
      } catch {
        mistakes += error.problems.map { "\(file), \($0)" }
        if error.unlisted > 0 { mistakes.append("\(file): and \(error.unlisted) more") }
      }
    }
    guard mistakes.isEmpty else {
      throw Complaint.fail(
        "what is in \(folder) is not all games:\n       " + mistakes.joined(separator: "\n       "))
    }
    return GameShelf(games)
  }
}
