import Foundation
import Synchronization

@testable import Store

/// A folder of its own for a test, gone when nobody holds it any more.
final class TestDirectory: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("baize-" + UUID().uuidString).path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Paths of all files below, without the folders that hold them.
  var files: [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}

/// Blobs with their two threads, which end with it.
final class RunningBlobs: Sendable {
  let blobs: Blobs
  private let ended = DispatchSemaphore(value: 0)

  init(in directory: TestDirectory, _ change: (inout Blobs.Limits) -> Void = { _ in }) throws {
    var limits = Blobs.Limits()
    change(&limits)
    blobs = try Blobs(directory: directory.path, limits: limits)
    for body in [blobs.runWriting, blobs.runReading] as [@Sendable () -> Void] {
      Foundation.Thread.detachNewThread { [ended] in
        body()
        ended.signal()
      }
    }
  }

  deinit {
    blobs.end()
    ended.wait()
    ended.wait()
  }

  func keep(_ bytes: [UInt8], owner: String = "ann", network: UInt32? = nil) -> Blobs.Outcome {
    wait { blobs.keep(bytes, owner: owner, network: network, told: $0) }
  }

  func keep(_ text: String, owner: String = "ann", network: UInt32? = nil) -> Blobs.Outcome {
    keep(Array(text.utf8), owner: owner, network: network)
  }

  func delete(_ ids: Set<BlobID>, since time: Int64) -> Deleted {
    wait { told in
      blobs.delete(ids, restingSince: time) { told(Deleted(count: $0, fault: $1)) }
    }
  }

  func load(_ id: BlobID, bytesMax: Int = .max) -> [UInt8]? {
    wait { blobs.load(id, bytesMax: bytesMax, told: $0) }
  }

  func read(_ id: BlobID, from offset: Int, count: Int) -> [UInt8]? {
    wait { blobs.read(id, from: offset, count: count, told: $0) }
  }

  /// What is told, once it is.
  private func wait<Told: Sendable>(_ ask: (@escaping @Sendable (Told) -> Void) -> Void) -> Told {
    let box = Box<Told>()
    ask { told in box.put(told) }
    return box.take()
  }
}

/// One value from another thread.
private final class Box<Told: Sendable>: Sendable {
  private let heard = Mutex<Told?>(nil)
  private let news = DispatchSemaphore(value: 0)

  func put(_ told: Told) {
    heard.withLock { $0 = told }
    news.signal()
  }

  func take() -> Told {
    news.wait()
    guard let told = heard.withLock({ $0 }) else { preconditionFailure("signalled once something was put") }
    return told
  }
}
