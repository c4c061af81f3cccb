import Console
import Player

/// A race that a bot takes part in, told as a line at its end.
struct Racing {
  let invitation: Invitation
  let options: Bot

  init(_ link: String, options: Bot) {
    invitation = Invitation(link)
    self.options = options
  }

  func toItsEnd() throws {
    let file = try RecordFile(options.record)
    guard let strategy = BotStrategy(name: options.strategy, seed: options.seed, deal: options.seed) else {
      return
    }
    do throws(PlayerFailure) {
      let address = try ServerAddress(invitation.server ?? options.url)
      let client = try options.client(to: address)
      var run = BotRun(RaceBot(invitation, strategy: strategy), on: client, thinkMilliseconds: options.think)
      try run.toItsEnd { room in
        if options.watchLink { Output.complain("baize: watch at \(address.page)c/\(room)") }
      }
      let record = run.record
      Output.say(options.json ? RecordFile.json(record) : Self.sentence(record))
      file?.write(record)
      client.close()
    } catch {
      throw Complaint.fail("\(error)")
    }
  }

  /// "place 2 of 3: won in 41.2 s, 52 cards done in 120 moves (race rK3fQ9abC)". Who has not won gave up, or the time
  /// was over.
  static func sentence(_ record: RaceRecord) -> String {
    guard let place = record.place else { return "took no part (race \(record.race))" }
    let end = record.won ? "won in" : "not finished after"
    return "place \(place) of \(record.entrants): \(end) \(Output.seconds(record.milliseconds)), "
      + "\(record.done) cards done in \(record.moves) moves (race \(record.race))"
  }
}
