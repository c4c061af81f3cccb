import ArgumentParser
import Console
import Patience
import Player
import Rooms

struct DealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deal",
    abstract: "Print the layout of an open deal as text.",
    discussion: """
      Each line shows one pile, deepest card first, face-down cards included. KS is the king of spades, TD the ten
      of diamonds. The last card of the stock is turned first.

      Examples:
        baize deal klondike 7
        baize deal klondike3 7          the same cards, whatever is turned at once
        baize deal my-game 7 --games games
                                        a game described in that folder

      Exit status: 0; 1 for a game that does not exist or is not for so many players; 64 for a command line that is
      not understood.
      """)

  @Argument(help: ArgumentHelp("The game: \(GameName.known).", valueName: "game"))
  var game: String

  @Argument(
    help: ArgumentHelp(
      "The number, 0 to 2^64 - 1. FreeCell and its relatives deal 1 to 2^31 - 1 as the Windows program does.",
      valueName: "number"),
    transform: { try Numeral.read($0, of: UInt64.min...UInt64.max) })
  var number: UInt64

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Players, in games in which each has piles of their own. (default: the fewest possible)",
      valueName: "count"))
  var seats: Int?

  @OptionGroup var own: GamesOption

  func run() throws {
    let ruleset = try Complaint.ruleset(game, draw: nil, among: own.shelf())
    let wanted = seats ?? Int(ruleset.seats.min)
    if let why = ruleset.objection(toPlayers: wanted) { throw Complaint.fail(why) }
    let seats = UInt8(clamping: wanted)
    let deal = Deal(number: number, of: ruleset, seats: seats)
    let picture = Table(ruleset: ruleset, deal: deal, seats: seats).pictureWithHiddenCards
    Output.say(String(picture.filter { $0 != "(" && $0 != ")" }.dropLast()))
  }
}
