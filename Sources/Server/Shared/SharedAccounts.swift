import Logging
import Reactor
import Rooms
import Store

/// Who is who, who is banned, and what is left of those who were erased.
struct SharedAccounts: Sendable {
  /// Whose tokens are whose.
  let people: People
  /// Takes away what is left of those who were erased.
  let eraser: Eraser
  let bans: Bans

  init(_ rows: PeopleRows, _ store: SharedStore, _ mailboxes: [Mailbox<Mail>], log: Logger) {
    // Of tables that cannot be read nothing is known, and nobody comes to those.
    bans = Bans(Self.bans(in: store.journal.storage, log: log))
    let erasing = Semaphore()
    people = People(rows, journal: store.journal) { ending in
      for mailbox in mailboxes { mailbox.send(.front(.signOut(ending))) }
    } eraseLater: {
      erasing.signal()
    }
    eraser = Eraser(people, store.journal, store.blobs, isUnsettled: rows.isUnsettled, on: erasing) {
      log.error("\($0)")
    } forget: { [bans] in
      bans.forget($0)
    } send: { erasing in
      mailboxes[erasing.room.home(among: mailboxes.count)].send(.homes(.erase(erasing)))
    }
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
}
