import Glibc
import Hashes
import Synchronization

/// Large things under the name of their content: pictures, texts and contacts that people drop on boards.
/// The list of blobs is in memory. Reading and writing have a thread each, so that a reader does not wait for a disk
/// that is being written to.
///
/// Promises: a blob that was reported as kept is there after a loss of power; equal bytes are kept once and counted
/// once; limits hold however many uploads run at the same time; a disk that refuses costs that upload and nothing
/// else; a blob that a table uses, or that was just uploaded, is not deleted.
package final class Blobs: Sendable {
  package struct Limits: Sendable {
    /// One blob.
    package var blobBytesMax = 5 * 1024 * 1024
    /// What a browser makes of a picture has four bytes for each of its pixels, however few bytes were sent.
    package var pixelsMax = 50_000_000
    package var pixelsPerSideMax = 16_384
    /// All that one owner brought first.
    package var bytesPerOwnerMax = 50 * 1024 * 1024
    package var countPerOwnerMax = 200
    /// All that came first from one network, from all its guests together. Programs on this machine have no such limit.
    package var bytesPerNetworkMax = 256 * 1024 * 1024
    package var countPerNetworkMax = 2_000
    /// All blobs together.
    package var bytesMax = 2 * 1024 * 1024 * 1024
    package var countMax = 100_000
    /// Reads that may wait, and blobs that may wait to be written.
    package var readsWaitingMax = 4096
    package var writesWaitingMax = 256

    package init() {}
  }

  /// What is known of a blob without its bytes.
  package struct Facts: Sendable, Equatable {
    package let type: BlobType
    package let byteCount: Int
  }

  package enum Outcome: Sendable, Equatable {
    /// `isNew` is false when the very bytes were there already.
    case kept(BlobID, Facts, isNew: Bool)
    case refused(Refusal)
  }

  package enum Refusal: Error, Sendable, Equatable {
    case tooLarge(Int)
    case unknownType
    /// A picture is larger than so many pixels, or one of its sides is.
    case tooManyPixels(Int, side: Int)
    /// The owner has as much as one may have: bytes, or blobs.
    case ownerBytes(Int)
    case ownerCount(Int)
    /// The network has as much as one may have.
    case networkBytes(Int)
    case networkCount(Int)
    /// All blobs together are as much as there may be.
    case full
    /// Too much waits to be written.
    case busy
    /// The disk did not take it; the sentence says what it said.
    case disk(String)
  }

  /// Why the folder cannot be used, in a sentence with the mend.
  package struct Unusable: Error, CustomStringConvertible {
    package let description: String

    init(_ fault: BlobFolder.Fault, _ directory: String) {
      description =
        "blobs cannot be kept in \(directory)/blobs (\(fault)); see that this user may write there and that its disk "
        + "has room, or name another directory with --data"
    }
  }

  /// As they were at the start; what all blobs together may take can change.
  package let limits: Limits
  private let folder: BlobFolder
  private let ledger: Mutex<BlobLedger>
  private let serial = Atomic<Int>(0)
  private let writing: WorkDesk
  private let reading: WorkDesk

  /// Looks through what lies in `DIRECTORY/blobs`; it may be empty, the directory itself must be there.
  package init(directory: String, limits: Limits = Limits()) throws(Unusable) {
    self.limits = limits
    var ledger = BlobLedger(limits: limits)
    do throws(BlobFolder.Fault) {
      folder = try BlobFolder(root: directory + "/blobs")
      try folder.forEachBlob { ledger.restore($0, $1, at: $2) }
    } catch {
      throw Unusable(error, directory)
    }
    self.ledger = Mutex(ledger)
    writing = WorkDesk(waitingMax: limits.writesWaitingMax)
    reading = WorkDesk(waitingMax: limits.readsWaitingMax)
  }

  /// Whether this program could keep blobs in a directory, seen while another one does: nothing is changed.
  package static func look(into directory: String) throws(Unusable) {
    do throws(BlobFolder.Fault) {
      try BlobFolder.look(into: directory + "/blobs")
    } catch {
      throw Unusable(error, directory)
    }
  }

  /// The bodies of the two threads; each returns after `end`.
  package func runWriting() { writing.run() }
  package func runReading() { reading.run() }

  /// What waits is still done, then both threads' bodies return.
  package func end() {
    writing.end()
    reading.end()
  }

  /// From now on all blobs together may take so much; what there is already stays.
  package func change(bytesMax: Int) {
    ledger.withLock { $0.limits.bytesMax = bytesMax }
  }

  // MARK: - What is known at once

  /// nil when there is no such blob.
  package func facts(_ id: BlobID) -> Facts? {
    ledger.withLock { $0[id] }.map { Facts(type: $0.type, byteCount: $0.byteCount) }
  }

  /// All blobs together.
  package var used: (bytes: Int, count: Int) {
    ledger.withLock { ($0.used.bytes, $0.used.count) }
  }

  /// What waits for the disk: blobs to be written, and reads.
  package var waiting: (writes: Int, reads: Int) { (writing.count, reading.count) }

  package func used(by owner: String) -> (bytes: Int, count: Int) {
    let account = ledger.withLock { $0.account(of: owner) }
    return (account.bytes, account.count)
  }

  package func used(fromNetwork network: UInt32) -> (bytes: Int, count: Int) {
    let account = ledger.withLock { $0.account(ofNetwork: network) }
    return (account.bytes, account.count)
  }

  /// What somebody brought first, in the order of its names.
  package func owned(by owner: String) -> [(id: BlobID, facts: Facts)] {
    ledger.withLock { $0.entries(of: owner) }.map { ($0, Facts(type: $1.type, byteCount: $1.byteCount)) }
      .sorted { $0.id.text < $1.id.text }
  }

  /// Names of owners become part of file names.
  package static func isOwner(_ name: some StringProtocol) -> Bool {
    (1...80).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  // MARK: - Keeping

  /// Keeps bytes; `told` is called once, on the writing thread or at once.
  ///
  /// - Parameter network: where they come from; nil: from this machine, and only their owner pays.
  package func keep(
    _ bytes: [UInt8], owner: String, network: UInt32?, told: @escaping @Sendable (Outcome) -> Void
  ) {
    precondition(Self.isOwner(owner), "an owner's name is letters, digits and _")
    guard bytes.count <= limits.blobBytesMax else { return told(.refused(.tooLarge(limits.blobBytesMax))) }
    let isTaken = writing.put { told(self.keep(bytes, owner: owner, network: network)) }
    if !isTaken { told(.refused(.busy)) }
  }

  /// On the writing thread alone, so that of two that bring the same bytes one is the first.
  private func keep(_ bytes: [UInt8], owner: String, network: UInt32?) -> Outcome {
    guard let (type, size) = BlobType.sniff(bytes) else { return .refused(.unknownType) }
    if let size, !size.fits(limits) {
      return .refused(.tooManyPixels(limits.pixelsMax, side: limits.pixelsPerSideMax))
    }
    let id = BlobID(digest: SHA256.digest(of: bytes))
    let now = Self.now()
    if let known = ledger.withLock({ $0.name(id, at: now) }) {
      return mend(bytes, id, known)
        ?? .kept(id, Facts(type: known.type, byteCount: known.byteCount), isNew: false)
    }
    let entry = BlobLedger.Entry(type: type, byteCount: bytes.count, owner: owner, network: network)
    do throws(Refusal) {
      try ledger.withLock { ledger throws(Refusal) in try ledger.book(entry) }
    } catch {
      return .refused(error)
    }
    do throws(BlobFolder.Fault) {
      let number = serial.add(1, ordering: .relaxed).newValue
      try folder.write(bytes, as: id, entry, serial: number)
    } catch {
      ledger.withLock { $0.giveBack(entry) }
      return .refused(.disk("\(error)"))
    }
    ledger.withLock { $0.enter(id, entry, at: now) }
    return .kept(id, Facts(type: type, byteCount: bytes.count), isNew: true)
  }

  /// Somebody brings what is there: its file is as new as now, and written again if the disk has lost it.
  ///
  /// - Returns: nil when it is well.
  private func mend(_ bytes: [UInt8], _ id: BlobID, _ entry: BlobLedger.Entry) -> Outcome? {
    guard !folder.touch(id, entry) else { return nil }
    do throws(BlobFolder.Fault) {
      try folder.write(bytes, as: id, entry, serial: serial.add(1, ordering: .relaxed).newValue)
      return nil
    } catch {
      return .refused(.disk("\(error)"))
    }
  }

  // MARK: - Reading

  /// The whole blob; nil when there is no such blob, when it is larger than `bytesMax`, when the disk cannot read it,
  /// or when too many reads wait. `told` is called once, on the reading thread or at once.
  package func load(_ id: BlobID, bytesMax: Int, told: @escaping @Sendable ([UInt8]?) -> Void) {
    guard let facts = facts(id), facts.byteCount <= bytesMax else { return told(nil) }
    read(id, from: 0, count: facts.byteCount, told: told)
  }

  /// A part of a blob, all of it or nil; as `load` otherwise.
  package func read(
    _ id: BlobID, from offset: Int, count: Int, told: @escaping @Sendable ([UInt8]?) -> Void
  ) {
    guard let entry = ledger.withLock({ $0[id] }), offset >= 0, count >= 0, offset + count <= entry.byteCount
    else { return told(nil) }
    let isTaken = reading.put { [folder] in told(folder.read(id, entry, from: offset, count: count)) }
    if !isTaken { told(nil) }
  }

  // MARK: - Leaving

  /// As `facts`, by somebody who is putting it on a table: it stays until the table's own record says so.
  package func name(_ id: BlobID) -> Facts? {
    let now = Self.now()
    return ledger.withLock { $0.name(id, at: now) }.map { Facts(type: $0.type, byteCount: $0.byteCount) }
  }

  /// Those that nobody brought or named since then, in milliseconds since 1970.
  package func resting(since time: Int64) -> Set<BlobID> { ledger.withLock { $0.resting(since: time) } }

  /// Deletes those of them that still nobody has brought or named since then.
  ///
  /// - Parameter told: called on the writing thread, unless the desk is full: how many are gone, and what the disk said
  ///   if it kept some.
  package func delete(
    _ ids: Set<BlobID>, restingSince time: Int64,
    told: @escaping @Sendable (_ count: Int, _ fault: String?) -> Void
  ) {
    // On the writing thread, so that nobody brings the same bytes meanwhile.
    _ = writing.put { [self] in
      var count = 0
      var fault: BlobFolder.Fault?
      for id in ids {
        guard let entry = ledger.withLock({ $0.remove(id, restingSince: time) }) else { continue }
        do throws(BlobFolder.Fault) {
          try folder.remove(id, entry)
          count += 1
        } catch {
          ledger.withLock { $0.restore(id, entry, at: time) }
          fault = error
        }
      }
      told(count, fault.map { "\($0)" })
    }
  }

  /// Blobs of somebody are nobody's from now on, and stay for as long as tables name them.
  ///
  /// - Parameter told: called once, on the writing thread or at once: whether all of them are.
  package func disown(_ owner: String, to other: String, told: @escaping @Sendable (Bool) -> Void) {
    let isTaken = writing.put { [self] in
      var isDone = true
      for (id, entry) in ledger.withLock({ $0.entries(of: owner) }) {
        var changed = entry
        changed.owner = other
        do throws(BlobFolder.Fault) {
          try folder.rename(id, entry, as: changed)
          ledger.withLock { $0.pass(id, to: other) }
        } catch {
          isDone = false
        }
      }
      told(isDone)
    }
    if !isTaken { told(false) }
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// - Precondition: nothing is on its way to the disk.
  func checkInvariants() {
    ledger.withLock { $0.checkInvariants(isAtRest: true) }
  }
}
