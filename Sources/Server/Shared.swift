import HTTP
import Logging
import Reactor
import Rooms
import Store

/// What all loops of a server have in common; nothing in it changes without a lock.
final class Shared: Sendable {
  /// As they were at the start; loops have their own copies, in which limits change.
  let settings: Configuration
  let files: StaticFiles
  let journal: Journal
  let blobs: Blobs
  let shelf: Shelf
  let descriptions = DescriptionDesk()
  /// Who says whether games can be won, and where deals that can be won lie ready.
  let solver: SolverDesk
  let readyDeals: ReadyDeals
  /// nil where this server keeps no such deals.
  let filler: BankFiller?
  /// How often somebody may ask whether a game can be won.
  let questions: GuestRates
  /// What all request bodies together may take of memory.
  let bodies: MemoryBudget
  /// The same for what waits to be read.
  let unread: MemoryBudget
  /// How often a guest may upload, and open tables of their own description.
  let uploads: GuestRates
  let described: GuestRates
  /// How often somebody may open a table.
  let opens: GuestRates
  /// How often somebody may claim a handle: names are few.
  let claims: GuestRates
  /// Whose tokens are whose.
  let people: People
  /// Takes away what is left of those who were erased.
  let eraser: Eraser
  /// How often somebody may come to tables that have to be looked for.
  let wakings: GuestRates
  /// How often somebody may ask for their tables.
  let lists: GuestRates
  /// How often somebody may report what others say: never more than five times in a minute.
  let reporting = GuestRates(everyMilliseconds: 30_000, burst: 3)
  /// How often somebody may say something or react, at all tables together.
  let talking = GuestRates(everyMilliseconds: 500, burst: 12)
  let winners = Winners()
  let bans: Bans
  let summaries: SleepingTables
  let addresses: Addresses
  let meters: Meters
  let visits: Visits
  let awake: AwakeTables
  let lobby: LobbyBoard
  let readiness: Readiness
  let kept = KeptTables()
  let wrongTries = WrongTries()
  /// Of keys of tables.
  let wrongKeys = WrongTries()
  /// Of codes that make a device somebody's.
  let wrongCodes = WrongTries()
  let startedAt = Instant.now()
  let log: Logger
  /// One for each loop, in order: how loops reach each other.
  let mailboxes: [Mailbox<Mail>]
  /// Names this start of the server.
  let boot: String

  init(
    settings: Configuration, files: StaticFiles, journal: Journal, blobs: Blobs, log: Logger,
    mailboxes: [Mailbox<Mail>], connectionsMax: Int, boot: String, readiness: Readiness, people: PeopleRows,
    bank: DealBank?
  ) {
    self.settings = settings
    self.files = files
    self.journal = journal
    self.blobs = blobs
    shelf = Shelf(journal.storage, threads: settings.loops)
    // The thread that fills the bank has a share as well.
    let searchBytes = settings.solverBytesMax / (max(0, settings.solverThreads) + 1)
    solver = SolverDesk(
      threads: settings.solverThreads, bytesPerThread: searchBytes, nice: settings.solverNice)
    readyDeals = ReadyDeals(isOn: bank != nil)
    filler = bank.map { [readyDeals] bank in
      BankFiller(
        bank, readyDeals, dealsMax: settings.bankDeals, bytes: searchBytes, nice: settings.solverNice,
        games: settings.games.all.map(\.ruleset), log: log)
    }
    questions = GuestRates(perSecond: settings.questionsPerSecond, burst: settings.questionsBurst)
    // Of tables that cannot be read nothing is known, and nobody comes to those.
    bans = Bans(Self.bans(in: journal.storage, log: log))
    bodies = MemoryBudget(bytesMax: settings.uploadBytesInFlightMax)
    unread = MemoryBudget(bytesMax: settings.unreadBytesInFlightMax)
    uploads = GuestRates(perSecond: settings.uploadsPerSecond, burst: settings.uploadsBurst)
    described = GuestRates(perSecond: 1, burst: settings.opensBurst)
    opens = GuestRates(perSecond: 1, burst: settings.opensBurst)
    claims = GuestRates(
      guest: Allowance.Rate(everyMilliseconds: 60_000, burst: 5),
      network: Allowance.Rate(everyMilliseconds: 300_000, burst: 25))
    let erasing = Semaphore()
    let known = People(people, journal: journal) { ending in
      for mailbox in mailboxes { mailbox.send(.front(.signOut(ending))) }
    } eraseLater: {
      erasing.signal()
    }
    self.people = known
    eraser = Eraser(known, journal, blobs, isUnsettled: people.isUnsettled, on: erasing) {
      log.error("\($0)")
    } forget: { [bans] in
      bans.forget($0)
    } send: { erasing in
      mailboxes[erasing.room.home(among: mailboxes.count)].send(.homes(.erase(erasing)))
    }
    wakings = GuestRates(perSecond: settings.wakingsPerSecond, burst: settings.wakingsBurst)
    lists = GuestRates(perSecond: settings.listsPerSecond, burst: settings.listsBurst)
    summaries = SleepingTables(generation: journal.storage.generation, log: log)
    self.log = log
    self.mailboxes = mailboxes
    self.boot = boot
    self.readiness = readiness
    addresses = Addresses(
      openMax: connectionsMax, perKeyMax: settings.connectionsPerAddressMax,
      secret: journal.storage.secret)
    meters = Meters(loops: settings.loops)
    visits = Visits(
      visitsMax: settings.visitsMax, restingPerNetworkMax: settings.restingVisitsPerNetworkMax)
    awake = AwakeTables(
      perGuestMax: settings.awakePerGuestMax, perNetworkMax: settings.awakePerNetworkMax)
    lobby = LobbyBoard(loops: settings.loops)
  }

  /// Nobody is banned where that cannot be read; then nothing is written either.
  private static func bans(in storage: any TableStorage, log: Logger) -> [Ban] {
    do throws(StorageFault) {
      return try storage.bans()
    } catch {
      log.error("bans cannot be read: \(error)")
      return []
    }
  }

  /// What holds at any time of what loops count together, each under its own lock.
  func checkInvariants() {
    addresses.checkInvariants()
    people.checkInvariants()
    bodies.checkInvariants()
    unread.checkInvariants()
    if visits.count <= 1_024 { visits.checkInvariants() }
  }
}
