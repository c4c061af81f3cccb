import Rooms

/// How often somebody may do what costs others, counted over all loops.
struct SharedLimits: Sendable {
  /// Asking whether a game can be won.
  let questions: GuestRates
  let uploads: GuestRates
  /// Opening tables of their own description.
  let described: GuestRates
  /// Opening a table.
  let opens: GuestRates
  /// Claiming a handle: names are few.
  let claims = GuestRates(
    guest: Allowance.Rate(everyMilliseconds: 60_000, burst: 5),
    network: Allowance.Rate(everyMilliseconds: 300_000, burst: 25))
  /// Coming to tables that have to be looked for.
  let wakings: GuestRates
  /// Asking for one's tables.
  let lists: GuestRates
  /// Reporting what others say: never more than five times in a minute.
  let reporting = GuestRates(everyMilliseconds: 30_000, burst: 3)
  /// Saying something or reacting, at all tables together.
  let talking = GuestRates(everyMilliseconds: 500, burst: 12)
  /// Wrong tries of the operator's token.
  let wrongTries = WrongTries()
  /// Wrong keys of tables.
  let wrongKeys = WrongTries()
  /// Wrong codes that would make a device somebody's.
  let wrongCodes = WrongTries()

  init(_ settings: Configuration) {
    questions = GuestRates(perSecond: settings.questionsPerSecond, burst: settings.questionsBurst)
    uploads = GuestRates(perSecond: settings.uploadsPerSecond, burst: settings.uploadsBurst)
    described = GuestRates(perSecond: 1, burst: settings.opensBurst)
    opens = GuestRates(perSecond: 1, burst: settings.opensBurst)
    wakings = GuestRates(perSecond: settings.wakingsPerSecond, burst: settings.wakingsBurst)
    lists = GuestRates(perSecond: settings.listsPerSecond, burst: settings.listsBurst)
  }
}
