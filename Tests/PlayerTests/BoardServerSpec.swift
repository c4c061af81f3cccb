import Foundation
import Server
import Testing
import Wire

@testable import Player

/// One pixel.
private let gif: [UInt8] =
  Array("GIF89a".utf8) + [
    1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x21, 0xF9, 4, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1,
    0, 0,
    2, 1, 0x44, 0, 0x3B,
  ]

/// Boards on a real server: bots and somebody who watches, each on a connection of their own.
@Suite struct `A board on a server` {
  private static func play(
    _ kind: String, at address: ServerAddress, room: String?, seed: UInt64, steps: Int = 40,
    _ seated: (String) -> Void = { _ in }
  ) throws -> BoardRecord {
    let client = try PlayerClient(address, name: "Bot \(seed)", wantsDrag: true)
    defer { client.close() }
    let pictures =
      kind == "photos" ? [Picture(type: "image/gif", blob: try client.upload(gif), fileName: "dog.gif")] : []
    let bot = BoardBot.playing(kind, seats: 4, room: room, steps: steps, seed: seed, pictures: pictures)
    var run = BotRun(bot, on: client, thinkMilliseconds: 0)
    return try run.play(seated)
  }

  @Test(arguments: boardKinds)
  func `is the same for two bots and somebody who watches`(kind: String) async throws {
    let server = try Host(Host.inHaste)
    defer { server.stop() }
    let address = server.address
    let (rooms, tell) = AsyncStream<String>.makeStream()
    async let first = onThread {
      try Self.play(kind, at: address, room: nil, seed: 11) { tell.yield($0) }
    }
    var names = rooms.makeAsyncIterator()
    let room = try #require(await names.next())
    let watcher = try await onThread { try Watcher(room, at: address) }
    let records = try await [first, onThread { try Self.play(kind, at: address, room: room, seed: 12) }]
    let mirror = try await onThread { try watcher.untilNow() }
    #expect(mirror.mismatches == 0 && mirror.hasState && mirror.version > 20)
    for record in records {
      #expect(record.room == room && record.board == kind)
      #expect(record.moves + record.refusals + record.beaten == 40 && record.surprises == [])
      #expect(record.refusals > 0 && record.moves > 10)
    }
  }

  /// Sees a table from the time on when somebody sits at it. One thread after the other uses it, never two.
  private final class Watcher: @unchecked Sendable {
    private let client: PlayerClient
    private let room: String
    private var mirror: TableMirror

    init(_ room: String, at address: ServerAddress) throws {
      client = try PlayerClient(address, name: "Eve", wantsDests: false)
      self.room = room
      mirror = TableMirror(room: room)
      try client.tell(.subscribe(c: client.numbers.next(), room: room, as: .watch))
      // Until the one who opened it sits down, the table is kept for them.
      while !mirror.seats.contains(where: { $0.person != nil }) { _ = try hear() }
    }

    private func hear() throws -> ServerMessage {
      let message = try #require(try client.next(withinMilliseconds: 20_000))
      _ = mirror.hear(message)
      return message
    }

    /// The table at a version that is no older than the question.
    func untilNow() throws -> TableMirror {
      try client.tell(.heartbeat)
      var version = Int.max
      while mirror.version < version {
        if case .heartbeat(_, let told) = try hear(), let now = told.first(where: { $0.room == room }) {
          version = now.version
        }
      }
      client.close()
      return mirror
    }
  }

  @Test func `is never asked faster than it wants`() async throws {
    let server = try Host { settings in
      (settings.commandsPerSecond, settings.commandsBurst) = (40, 10)
      (settings.hoversPerSecond, settings.hoversBurst) = (40, 10)
    }
    defer { server.stop() }
    let address = server.address
    let record = try await onThread { try Self.play("cards", at: address, room: nil, seed: 2) }
    #expect(record.moves + record.refusals == 40)
    #expect(record.milliseconds >= 700, "forty and more commands, ten of them at once")
  }

  @Test func `takes no bot that wants something else`() async throws {
    let server = try Host(Host.inHaste)
    defer { server.stop() }
    let address = server.address
    try await onThread {
      let failure = #expect(throws: PlayerFailure.self) {
        try Self.play("chess", at: address, room: nil, seed: 1)
      }
      guard case .refused(.bad, let why?, "to open a table")? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(why.contains("fruits"), "the server names what it knows")
      #expect(throws: PlayerFailure.refused(.gone, why: nil, what: "us a seat")) {
        try Self.play("fruits", at: address, room: "rAAAAAAAA", seed: 1)
      }
    }
    let (rooms, tell) = AsyncStream<String>.makeStream()
    _ = try await onThread { try Self.play("list", at: address, room: nil, seed: 1) { tell.yield($0) } }
    var names = rooms.makeAsyncIterator()
    let room = try #require(await names.next())
    try await onThread {
      #expect(throws: PlayerFailure.otherBoard(room, there: "list", wanted: "fruits")) {
        try Self.play("fruits", at: address, room: room, seed: 1)
      }
    }
  }

  @Test func `keeps a bot's pictures, and nothing else that it may bring`() async throws {
    let server = try Host(Host.inHaste)
    defer { server.stop() }
    let address = server.address
    try await onThread {
      let client = try PlayerClient(address, name: "Ada")
      let name = try client.upload(gif)
      #expect(name.utf8.count == 64 && name.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 })
      #expect(try client.upload(gif) == name)
      for wrong in [[], Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)] as [[UInt8]] {
        let failure = #expect(throws: PlayerFailure.self) { try client.upload(wrong) }
        guard case .notUploaded? = failure else {
          Issue.record("\(String(describing: failure))")
          continue
        }
      }
      client.close()
    }
  }
}
