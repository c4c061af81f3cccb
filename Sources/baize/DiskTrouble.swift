import Logging
import Store
import Synchronization

/// Says once when the disk does not take what is written, and once when it does again.
final class DiskTrouble: Sendable {
  private let isThere = Mutex(false)
  private let log: Logger

  init(_ log: Logger) { self.log = log }

  /// What came of a commit; nil: it is on the disk.
  func note(_ fault: StorageFault?) {
    let wasThere = isThere.withLock { isThere in
      defer { isThere = fault != nil }
      return isThere
    }
    switch (fault, wasThere) {
    case (let fault?, false):
      log.error("the disk does not take what is written; tables are paused", metadata: ["why": "\(fault)"])
    case (nil, true): log.notice("the disk takes what is written again; play goes on")
    case (.some, true), (nil, false): break
    }
  }
}
