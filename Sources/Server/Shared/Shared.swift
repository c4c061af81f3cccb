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
  let store: SharedStore
  let accounts: SharedAccounts
  let limits: SharedLimits
  let traffic: SharedTraffic
  let tables: SharedTables
  let solving: SharedSolving
  let meters: Meters
  let readiness: Readiness
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
    self.log = log
    self.mailboxes = mailboxes
    self.boot = boot
    self.readiness = readiness
    meters = Meters(loops: settings.loops)
    store = SharedStore(journal, blobs, shelfThreads: settings.loops, log: log)
    accounts = SharedAccounts(people, store, mailboxes, log: log)
    limits = SharedLimits(settings)
    traffic = SharedTraffic(settings, connectionsMax: connectionsMax, secret: journal.storage.secret)
    tables = SharedTables(settings)
    solving = SharedSolving(settings, bank: bank, log: log)
  }

  /// What holds at any time of what loops count together, each under its own lock.
  func checkInvariants() {
    traffic.checkInvariants()
    accounts.people.checkInvariants()
  }
}
