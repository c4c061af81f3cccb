import Console
import Descriptions
import Foundation
import Patience
import Server

/// Games that a host offers beside those that are built in: a description for each file of a folder that ends in .json
/// and is not hidden.
enum GameFolder {
  /// Why a folder is no shelf of games.
  struct Fault: Error {
    let sentence: String
    /// One for each thing that is wrong in a file; empty where the folder itself cannot be read.
    let mistakes: [String]
  }

  /// The games of a folder, for a command: what is wrong with them ends it.
  /// - Parameter folder: nil where no folder was named: then there are only the built-in games.
  static func shelf(_ folder: String?) throws -> GameShelf {
    guard let folder else { return GameShelf() }
    do throws(Fault) {
      return try read(folder)
    } catch {
      throw Complaint.fail(([error.sentence] + error.mistakes).joined(separator: "\n       "))
    }
  }

  /// - Throws: all that is wrong with all of them, each with its file.
  static func read(_ folder: String) throws(Fault) -> GameShelf {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    guard let files = names?.filter({ $0.hasSuffix(".json") && !$0.hasPrefix(".") }).sorted() else {
      throw Fault(
        sentence:
          "the games in \(folder) cannot be read: make it a folder of descriptions, or leave --games out",
        mistakes: [])
    }
    var (games, mistakes, origins) = ([GameDescription](), [String](), [String: String]())
    for file in files {
      do throws(Unreadable) {
        let game = try describe("\(folder)/\(file)", called: file)
        if let other = origins.updateValue(file, forKey: game.game.ruleset.id.text) {
          mistakes.append(
            "\(other) and \(file) both describe \"\(game.game.ruleset.id.text)\": change \"game\" in one of them"
          )
        }
        games.append(game)
      } catch {
        mistakes += error.mistakes
      }
    }
    guard mistakes.isEmpty else {
      throw Fault(sentence: "some files in \(folder) are not valid games:", mistakes: mistakes)
    }
    return GameShelf(games)
  }

  /// The rules that one file describes, for a command: what is wrong with them ends it.
  static func ruleset(inFile path: String) throws -> Ruleset {
    do throws(Unreadable) {
      return try describe(path, called: path).game.ruleset
    } catch {
      throw Complaint.fail(error.mistakes.joined(separator: "\n       "))
    }
  }

  /// A file that is no description, and one sentence for each reason.
  private struct Unreadable: Error {
    let mistakes: [String]
  }

  private static func describe(_ path: String, called name: String) throws(Unreadable) -> GameDescription {
    guard let bytes = bytes(of: path) else { throw Unreadable(mistakes: ["\(name) cannot be read"]) }
    guard bytes.count <= GameDescription.Limits.bytesMax else {
      throw Unreadable(
        mistakes: ["\(name) has more than \(GameDescription.Limits.bytesMax) bytes: shorten it"])
    }
    do throws(DescriptionError) {
      return try GameDescription.read(bytes)
    } catch {
      let more = error.unlisted > 0 ? ["\(name): and \(error.unlisted) more"] : []
      throw Unreadable(mistakes: error.problems.map { "\(name), \($0)" } + more)
    }
  }

  /// At most one byte more than the longest description; nil for anything but a readable regular file.
  private static func bytes(of path: String) -> [UInt8]? {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
    // Opening a pipe would block.
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let file = try? FileHandle(forReadingFrom: place)
    else { return nil }
    do {
      return Array(try file.read(upToCount: GameDescription.Limits.bytesMax + 1) ?? Data())
    } catch {
      return nil
    }
  }
}
