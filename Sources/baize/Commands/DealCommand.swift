import ArgumentParser
import Console
import Patience
import Player

struct DealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deal",
    abstract: "Print the layout of an open deal as text.",
    discussion: """
      One pile a line, deepest card first, whether it lies face up or down. KS is the king of spades, TD the
      ten of diamonds. The stock's last card is turned first.

      Examples:
        baize deal klondike 7
        baize deal klondike3 7          the same cards: the deal does not depend on how many are turned
        baize deal my-game 7 --games games
                                        a game that a file of that folder describes

      Exit status: 0; 1 for a game or deal that does not exist; 64 for a command line that is not understood.
      """)

  @Argument(help: ArgumentHelp("The game: \(GameName.known).", valueName: "game"))
  var game: String

  @Argument(
    help: ArgumentHelp(
      "The number, 0 to 2^64 - 1. FreeCell and its relatives deal 1 to 2^31 - 1 as the Windows program does.",
      valueName: "number"))
  var number: UInt64

  @Option(help: "How many play, where each has piles of their own. (default: as few as can)")
  var seats: UInt8?

  @OptionGroup var own: GamesOption

  func run() throws {
    let ruleset = try Complaint.ruleset(game, draw: nil, among: own.shelf())
    let range = ruleset.seats.min...ruleset.seats.max
    let seats = seats ?? range.lowerBound
    guard range.contains(seats) else {
      throw ValidationError(
        "--seats: \(ruleset.id.text) is for \(range.lowerBound) to \(range.upperBound), not \(seats)")
    }
    let deal = Deal(number: number, of: ruleset, seats: seats)
    let picture = Table(ruleset: ruleset, deal: deal, seats: seats).pictureWithHiddenCards
    Output.say(String(picture.filter { $0 != "(" && $0 != ")" }.dropLast()))
  }
}
