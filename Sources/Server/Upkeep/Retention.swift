import Reactor
import Rooms
import Store

/// What the first loop looks for on the disk, seldom: tables that nobody has used for long, blobs that no table names,
/// and how many there are.
final class Retention {
  private let loop: LoopContext
  private var unusedAt: Instant
  private var unnamedBlobsAt: Instant
  private var reportsAt: Instant
  /// When the tables that are kept were counted last.
  private var keptCountedAt: Instant

  init(_ loop: LoopContext) {
    self.loop = loop
    unusedAt = loop.now + loop.settings.retentionMilliseconds
    unnamedBlobsAt = loop.now + loop.settings.firstBlobRoundMilliseconds
    reportsAt = loop.now + Self.reportsMilliseconds
    keptCountedAt = loop.now + -KeptTables.milliseconds
  }

  /// Called once a second.
  func goOn() {
    guard loop.index == 0 else { return }
    tidyReports()
    guard loop.shared.store.journal.storage.isDurable else { return }
    countKept()
    lookForUnused()
    lookForUnnamedBlobs()
  }

  /// So often reports are forgotten that were kept long enough, and bans that have ended.
  private static let reportsMilliseconds: Int64 = 3_600_000

  private func tidyReports() {
    guard loop.now >= reportsAt else { return }
    reportsAt = loop.now + Self.reportsMilliseconds
    loop.shared.store.journal.change(.moderation([.tidy(now: Instant.wallMilliseconds())]))
  }

  /// For all loops.
  private func countKept() {
    guard loop.now >= keptCountedAt + KeptTables.milliseconds else { return }
    keptCountedAt = loop.now
    loop.shared.store.shelf.ask { [kept = loop.shared.store.kept] in kept.count($0) }
  }

  /// Looks for tables that nobody used for so long that they are forgotten; their homes decide.
  private func lookForUnused() {
    guard loop.now >= unusedAt, loop.settings.keepDays > 0 else { return }
    unusedAt = loop.now + loop.settings.retentionMilliseconds
    // Where pages are damaged nothing is forgotten either.
    guard loop.shared.store.journal.storage.corruption == nil else { return }
    let since = Instant.wallMilliseconds() - Int64(loop.settings.keepDays) * 86_400_000
    let (mailboxes, loops, countMax) = (
      loop.shared.mailboxes, loop.settings.loops, loop.settings.deletedAtOnceMax
    )
    loop.shared.store.shelf.ask { storage in
      for name in (try? storage.unused(since: since, countMax: countMax)) ?? [] {
        if let room = RoomID(name) { mailboxes[room.home(among: loops)].send(.homes(.forget(room))) }
      }
    }
  }

  /// Begins to look for blobs that no table names.
  private func lookForUnnamedBlobs() {
    guard loop.now >= unnamedBlobsAt else { return }
    unnamedBlobsAt = loop.now + loop.settings.blobRoundMilliseconds
    let since = Instant.wallMilliseconds() - loop.settings.blobGraceMilliseconds
    BlobRound(loop.shared.store.blobs, restingSince: since, log: loop.shared.log).go(
      on: loop.shared.store.shelf)
  }
}
