import Console
import Player

/// Boards played one after the other over one connection, each told as a line.
struct PlayingBoards {
  /// Between two hovers, where somebody may want to see a drag.
  private static let hoverMilliseconds = 60

  let board: String
  let options: Bot

  init(_ board: String, options: Bot) {
    self.board = board
    self.options = options
  }

  func allTables() throws {
    // What lies at a table that is there already may be a board that somebody described.
    let description = try options.room == nil ? BoardName.description(board) : nil
    guard options.room != nil || description != nil || BoardName.isKnown(board) else {
      throw Complaint.fail("there is no board called \"\(board)\"; known boards: \(BoardName.known)")
    }
    let file = try RecordFile(options.record)
    do throws(PlayerFailure) {
      let address = try ServerAddress(options.url)
      let client = try options.client(to: address, wantsDrag: true)
      let pictures = try Pictures.kept(for: board, by: client)
      for number in 0..<options.games {
        let seed = options.seed &+ UInt64(number)
        let hover = options.think > 0 ? Self.hoverMilliseconds : 0
        let bot: BoardBot
        if let description {
          let room = try client.open(describedBy: description)
          bot = BoardBot(
            .at(Invitation(room)), kind: nil, steps: options.moves, seed: seed, hoverMilliseconds: hover)
        } else {
          bot = .playing(
            board, seats: options.seats, room: options.room, steps: options.moves, seed: seed,
            pictures: pictures, hoverMilliseconds: hover)
        }
        var run = BotRun(bot, on: client, thinkMilliseconds: options.think)
        let record = try run.play { room in
          if options.watchLink { Output.complain("baize: watch at \(address.page)watch/\(room)") }
        }
        var brief = record
        if file == nil { brief.commands = nil }
        Output.say(options.json ? RecordFile.json(brief) : Self.sentence(record))
        file?.write(record)
        for surprise in record.surprises { Output.complain("baize: offered and then refused: \(surprise)") }
      }
      client.close()
    } catch {
      throw Complaint.fail("\(error)")
    }
  }

  /// "fruits: 31 moves, 9 refusals met, 2.1 s (room r7Qk2mXab)".
  static func sentence(_ record: BoardRecord) -> String {
    let beaten = record.beaten > 0 ? " (others were faster \(record.beaten) times)" : ""
    return "\(record.board): \(record.moves) moves, \(record.refusals) refusals met\(beaten), "
      + "\(Output.seconds(record.milliseconds)) (room \(record.room))"
  }
}
