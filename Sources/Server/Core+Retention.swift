import Reactor
import Rooms
import Store

extension Core {
  /// Looks for tables that nobody used for so long that they are forgotten; their homes decide.
  func lookForUnused() {
    guard loop.index == 0, loop.now >= unusedAt, loop.settings.keepDays > 0,
      loop.shared.journal.storage.isDurable
    else { return }
    unusedAt = loop.now + loop.settings.retentionMilliseconds
    // Where pages are damaged nothing is forgotten either.
    guard loop.shared.journal.storage.corruption == nil else { return }
    let since = Instant.wallMilliseconds() - Int64(loop.settings.keepDays) * 86_400_000
    let (mailboxes, loops, countMax) = (
      loop.shared.mailboxes, loop.settings.loops, loop.settings.deletedAtOnceMax
    )
    loop.shared.shelf.ask { storage in
      for name in (try? storage.unused(since: since, countMax: countMax)) ?? [] {
        if let room = RoomID(name) { mailboxes[room.home(among: loops)].send(.homes(.forget(room))) }
      }
    }
  }

  /// Begins to look for blobs that no table names.
  func lookForUnnamedBlobs() {
    guard loop.index == 0, loop.now >= unnamedBlobsAt, loop.shared.journal.storage.isDurable else { return }
    unnamedBlobsAt = loop.now + loop.settings.blobRoundMilliseconds
    let since = Instant.wallMilliseconds() - loop.settings.blobGraceMilliseconds
    BlobRound(loop.shared.blobs, restingSince: since, log: loop.shared.log).go(on: loop.shared.shelf)
  }
}
