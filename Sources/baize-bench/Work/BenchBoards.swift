import ArgumentParser
import Boards
import Console
import Descriptions
import Wire

struct BenchBoards: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards",
    abstract: "Measure how long the server works for each kind of board.",
    discussion: """
      After every move the server writes a view of the board once, and a list of the moves that are possible once for
      each seat. Both are measured, and so is a drag from its start to its drop. The last line is the largest board that
      a description can make.

      Examples:
        baize-bench boards
        baize-bench boards --seconds 1       each figure over a second

      Exit status: 0; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("How long each figure is measured.", valueName: "seconds"))
  var seconds: Double = 0.2

  func validate() throws {
    guard seconds > 0, seconds <= 60 else {
      throw ValidationError("--seconds must be more than 0 and at most 60, not \(seconds)")
    }
  }

  func run() throws {
    Output.say(Measuring.row("board", "items", "shown", "for a seat", "a drag"))
    for kind in BoardCatalogue.kinds { measure(kind) }
    measure(try BoardDescription.read(Self.largest).kind)
  }

  private func measure(_ kind: any AnyBoardKind) {
    let board = kind.live(seed: 1)
    let items = board.regions.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.items.count } }
    var sum = 0
    let shown = Measuring.stopwatch(seconds: seconds) { times in
      for _ in 0..<times { sum &+= board.regions.count }
    }
    let possible = Measuring.stopwatch(seconds: seconds) { times in
      for _ in 0..<times { sum &+= board.dests(for: 0).sources.count }
    }
    let drag = Self.drag(on: board).map { lifted, landing in
      Measuring.stopwatch(seconds: seconds) { times in
        for _ in 0..<times {
          var copy = board
          guard let session = try? copy.lift(lifted, player: 0, tick: 0).session else { continue }
          _ = try? copy.play(.drop(drag: 0, to: landing), player: 0, drag: session, tick: 0)
          sum &+= copy.undoDepth
        }
      }
    }
    Output.say(
      Measuring.row(
        kind.title, "\(items)", Measuring.microseconds(shown), Measuring.microseconds(possible),
        drag.map(Measuring.microseconds) ?? "–"))
  }

  /// The first item that can go somewhere, to the last place where it can go.
  private static func drag(on board: any GameBoard) -> (Int, Landing)? {
    for source in board.dests(for: 0).sources {
      if let item = source.items.first, let place = source.destinations.last?.collection {
        return (item, Landing(place))
      }
    }
    return nil
  }

  /// As many collections and items as a description may have, each item free to go everywhere.
  private static var largest: [UInt8] {
    let collections = (0..<BoardDescription.Limits.collectionsMax).map {
      "{\"id\":\"c\($0)\",\"title\":\"C\($0)\"}"
    }
    let items = (0..<BoardDescription.Limits.itemsMax).map { index in
      "{\"in\":\"c\(index % collections.count)\",\"text\":\"Item \(index)\"}"
    }
    let text = """
      {"title":"Largest that can be described","collections":[\(collections.joined(separator: ","))],
      "items":[\(items.joined(separator: ","))]}
      """
    return Array(text.utf8)
  }
}
