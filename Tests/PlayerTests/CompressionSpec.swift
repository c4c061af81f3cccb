import Foundation
import HTTP
import Logging
import Reactor
import Server
import Store
import Synchronization
import Testing
import WebSocket
import Wire

@testable import Player

/// A real server and those who watch a game there, each told in another way: all see the same.
@Suite struct `What a server compresses` {
  private static let policies: [Configuration.Compression] = [.off, .noContext, .shared]

  private static func start(_ policy: Configuration.Compression, in folder: URL) throws -> BaizeServer {
    var settings = Server.Configuration()
    (settings.port, settings.loops, settings.compression) = (0, 2, policy)
    (settings.commandsPerSecond, settings.commandsBurst) = (5_000, 5_000)
    (settings.messagesPerSecond, settings.messagesBurst) = (50_000, 50_000)
    let log = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let blobs = try Blobs(directory: folder.path, limits: settings.blobs)
    return try BaizeServer.start(settings, files: StaticFiles(), blobs: blobs, log: log)
  }

  /// The text of a watched table from its start on, a line for each version.
  private static func watch(_ room: String, at address: ServerAddress, inflates: Bool) throws -> Watched {
    let client = try PlayerClient(address, name: "Eve", wantsDests: false, inflates: inflates)
    defer { client.close() }
    var shown = ""
    try WatchRun(Invitation(room: room), on: client).watch { shown += $0 }
    return Watched(shown: shown, isCompressed: client.isCompressed, reconnections: client.reconnections)
  }

  private struct Watched: Sendable {
    let shown: String
    let isCompressed: Bool
    let reconnections: Int

    /// Everything from a version on: a spectator who came later has heard less of the beginning.
    func story(from version: Int) -> Substring {
      shown.firstRange(of: "\nv\(version) ").map { shown[$0.lowerBound...] } ?? ""
    }
  }

  @Test(arguments: policies)
  func `shows a game to all as it does to those who inflate nothing`(policy: Configuration.Compression) throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try Self.start(policy, in: folder)
    defer { server.stop() }
    let address = try ServerAddress("ws://127.0.0.1:\(server.port)")

    // Deal 7 is won, so that watching ends.
    let strategy = try #require(BotStrategy(name: "greedy", seed: 1, deal: 7))
    let game = BotGame.playing("klondike1", deal: 7, room: nil, strategy: strategy)
    let player = try PlayerClient(address, name: "Ada")
    #expect(player.isCompressed == (policy != .off))
    let watched = Mutex<[Watched]>([])
    let threads = Mutex<[Reactor.Thread]>([])
    var run = BotRun(game, on: player, thinkMilliseconds: 4)
    let record = try run.play { room in
      for inflates in [true, false, true] {
        let thread = Reactor.Thread(name: "watch") {
          guard let seen = try? Self.watch(room, at: address, inflates: inflates) else { return }
          watched.withLock { $0.append(seen) }
        }
        threads.withLock { $0.append(thread) }
      }
    }
    player.close()
    for thread in threads.withLock({ $0 }) { thread.join() }
    #expect(record.result == .won)

    let all = watched.withLock { $0 }
    #expect(all.map(\.isCompressed).filter { $0 }.count == (policy == .off ? 0 : 2))
    let story = try #require(all.first { !$0.isCompressed }).story(from: 60)
    #expect(story.split(separator: "\n").filter { $0.hasPrefix("v") }.count > 30)
    #expect(all.count == 3)
    for seen in all {
      #expect(seen.story(from: 60) == story)
      #expect(seen.reconnections == 0)
    }
  }
}
