import Console
import Patience
import Player

/// Games played one after the other over one connection, each told as a line.
struct Playing {
  let options: Bot

  func allGames() throws {
    let ruleset = try Complaint.ruleset(options.game, draw: options.draw)
    let first = options.deal ?? UInt64.random(in: 0..<1_000_000)
    let file = try RecordFile(options.record)
    do throws(PlayerFailure) {
      let address = try ServerAddress(options.url)
      let client = try options.client(to: address)
      for number in 0..<options.games {
        let deal = first &+ UInt64(number)
        guard let strategy = BotStrategy(name: options.strategy, seed: options.seed, deal: deal) else {
          return
        }
        let game = BotGame.playing(ruleset.id.text, deal: deal, room: options.room, strategy: strategy)
        var run = BotRun(game, on: client, thinkMilliseconds: options.think)
        // On standard error, so that the lines of games stay alone on standard output.
        let record = try run.play { room in
          if options.watchLink { Output.complain("baize: watch at \(address.page)watch/\(room)") }
          if options.think > 0 { Output.complain("baize: deal \(deal) is played at table \(room)") }
        }
        tell(record, file)
      }
      client.close()
    } catch {
      throw Complaint.fail("\(error)")
    }
  }

  private func tell(_ record: GameRecord, _ file: RecordFile?) {
    var brief = record
    if file == nil { brief.commands = nil }
    Output.say(options.json ? RecordFile.json(brief) : Self.sentence(record))
    file?.write(record)
  }

  /// "deal 7: won in 132 moves, score 745, 2.1 s (room r7Qk2mXab)".
  static func sentence(_ record: GameRecord) -> String {
    let deal = record.deal.map { "deal \($0)" } ?? "sealed deal"
    let end =
      switch record.result {
      case .won: "won in \(record.moves) moves"
      case .stuck: "stuck after \(record.moves) moves, \(record.up) cards up"
      case .gaveUp: "gave up after \(record.moves) moves, \(record.up) cards up"
      case .impossible where record.moves == 0: "cannot be won, given up at once, \(record.up) cards up"
      case .impossible:
        "cannot be won from where it stands, given up after \(record.moves) moves, \(record.up) cards up"
      }
    return
      "\(deal): \(end), score \(record.score), \(Output.seconds(record.milliseconds)) (room \(record.room))"
  }
}
