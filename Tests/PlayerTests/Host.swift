import Foundation
import HTTP
import Logging
import Player
import Server
import Store

/// What ran on a thread of its own.
@discardableResult
func onThread<Outcome: Sendable>(_ work: @escaping @Sendable () throws -> Outcome) async throws -> Outcome {
  try await withCheckedThrowingContinuation { done in
    Foundation.Thread.detachNewThread { done.resume(with: Result { try work() }) }
  }
}

/// A server with a folder of its own; both are gone when it is.
final class Host: Sendable {
  private let server: BaizeServer
  private let folder: URL
  let address: ServerAddress

  init(_ change: (inout Server.Configuration) -> Void) throws {
    var settings = Server.Configuration()
    settings.port = 0
    settings.loops = 2
    change(&settings)
    folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let log = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let blobs = try Blobs(directory: folder.path, limits: settings.blobs)
    server = try BaizeServer.start(settings, files: StaticFiles(), blobs: blobs, log: log)
    address = try ServerAddress("ws://127.0.0.1:\(server.port)")
  }

  func stop() {
    server.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Nobody has to wait for the server here.
  static func inHaste(_ settings: inout Server.Configuration) {
    (settings.commandsPerSecond, settings.commandsBurst) = (5_000, 5_000)
    (settings.hoversPerSecond, settings.hoversBurst) = (5_000, 5_000)
    (settings.messagesPerSecond, settings.messagesBurst) = (50_000, 50_000)
    settings.opensBurst = 1_000
  }
}
