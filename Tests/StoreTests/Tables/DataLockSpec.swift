import Foundation
import Testing

@testable import Store

@Suite struct `The lock of a data directory` {
  @Test func `is one server's, whom it names for people`() throws {
    let folder = try Folder()
    var first: DataLock? = try DataLock(directory: folder.path)
    #expect(try folder.text == "\(getpid())\n")
    let refusal = #expect(throws: DataLock.Refusal.self) { _ = try DataLock(directory: folder.path) }
    #expect(refusal == .held(by: getpid()))
    withExtendedLifetime(first) {}
    first = nil
    _ = try DataLock(directory: folder.path)
  }

  @Test func `is held by one of several directories' servers each`() throws {
    let (one, other) = (try Folder(), try Folder())
    let locks = (try DataLock(directory: one.path), try DataLock(directory: other.path))
    withExtendedLifetime(locks) {}
  }

  @Test func `is waited for as long as was said, and no longer`() throws {
    let folder = try Folder()
    let holder = Holder(try DataLock(directory: folder.path))
    #expect(throws: DataLock.Refusal.held(by: getpid())) {
      _ = try DataLock(directory: folder.path, waiting: 20)
    }
    let thread = Thread { holder.letGo() }
    thread.start()
    withExtendedLifetime(try DataLock(directory: folder.path, waiting: 60_000)) {}
  }

  @Test(arguments: ["", "nonsense\n", "-3\n", "12", "999999999999999999\n", "0\n"])
  func `names nobody where the file names nobody`(text: String) throws {
    let folder = try Folder()
    let lock = try DataLock(directory: folder.path)
    try Data(text.utf8).write(to: URL(filePath: folder.path + "/lock"), options: .init())
    #expect(throws: DataLock.Refusal.held(by: nil)) { _ = try DataLock(directory: folder.path) }
    withExtendedLifetime(lock) {}
  }

  @Test func `outlives nobody: what a crash left behind is taken, and written anew`() throws {
    let folder = try Folder()
    try Data("4000000\nand more than a number".utf8).write(to: URL(filePath: folder.path + "/lock"))
    let lock = try DataLock(directory: folder.path)
    #expect(try folder.text == "\(getpid())\n")
    withExtendedLifetime(lock) {}
  }

  @Test func `cannot be taken where the folder is missing, or the file is a link`() throws {
    let folder = try Folder()
    let missing = #expect(throws: DataLock.Refusal.self) {
      _ = try DataLock(directory: folder.path + "/none")
    }
    #expect(missing?.description.contains("No such file") == true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/lock", withDestinationPath: folder.path + "/elsewhere")
    #expect(throws: DataLock.Refusal.self) { _ = try DataLock(directory: folder.path) }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/elsewhere"), "no link is followed")
  }
}

/// Lets go of a lock on another thread.
private final class Holder: @unchecked Sendable {  // used by one thread after the other
  private var lock: DataLock?
  init(_ lock: consuming DataLock) { self.lock = lock }
  func letGo() { lock = nil }
}

private final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("baize-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  var text: String {
    get throws { String(decoding: try Data(contentsOf: URL(filePath: path + "/lock")), as: UTF8.self) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
