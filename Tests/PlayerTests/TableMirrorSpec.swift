import Patience
import Testing
import Wire

@testable import Player

/// Two piles and a few cards, with hashes that fit.
enum Small {
  static let status = Status(
    score: 0, moves: 0, pass: 0, redeal: true, up: 0, clockMilliseconds: 0, clockRuns: false, ticks: 0,
    status: .playing, undo: 0, redo: 0, auto: .off, timed: true)

  /// FNV-1a, 32 bit, over "t0:4,5=7S;t1:6=6D;" and the like.
  static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  static func snapshot(
    version: Int = 1, hash: String? = nil, face: String = "7S", why: Snapshot.Reason = .join
  ) -> ServerMessage {
    .snapshot(
      Snapshot(
        room: "r1", epoch: "0000000a", version: version, hash: hash ?? Self.hash("t0:4,5=7S;t1:6=6D;"),
        why: why,
        game: GameTold(id: "klondike1", name: "Klondike", draw: 1, passes: -1), deal: .open(7),
        regions: [
          RegionTold(
            name: "tableau",
            runs: [
              RunTold(collection: "t0", drag: false, items: [ItemTold(handle: 4)]),
              RunTold(collection: "t0", drag: true, items: [ItemTold(handle: 5, face: face)]),
              RunTold(collection: "t1", drag: true, items: [ItemTold(handle: 6, face: "6D")]),
            ])
        ], status: status, seats: [], watching: 0, live: []))
  }

  static func event(
    _ moves: [ItemsMoved], up: [ItemTold] = [], down: [Int] = [], from: Int = 1, after text: String
  ) -> ServerMessage {
    .event(
      Event(
        room: "r1", from: from, to: from + 1, seat: 0, operation: "move", moves: moves, up: up, down: down,
        hash: hash(text), status: status))
  }
}

@Suite struct `A table in the mirror` {
  private var mirror: TableMirror {
    var mirror = TableMirror(room: "r1")
    _ = mirror.hear(Small.snapshot())
    return mirror
  }

  @Test func `is what the snapshot says`() {
    let mirror = mirror
    #expect(mirror.version == 1)
    #expect(mirror.view.picture == "t0: -- 7S\nt1: 6D\n")
    #expect(mirror.position == Hello.Position(room: "r1", epoch: "0000000a", version: 1))
  }

  @Test func `moves cards to the end, turns up, turns down`() {
    var mirror = mirror
    let move = Small.event(
      [ItemsMoved(items: [6], collection: "t0")], up: [ItemTold(handle: 4, face: "QC")], down: [5],
      after: "t0:4=QC,5,6=6D;t1:;")
    guard case .event = mirror.hear(move) else {
      Issue.record("the event was not applied")
      return
    }
    #expect(mirror.view.picture == "t0: QC -- 6D\nt1:\n")
    #expect(mirror.version == 2)
    #expect(mirror.mismatches == 0)
  }

  @Test func `puts cards before another, several in their order`() {
    var mirror = mirror
    _ = mirror.hear(
      Small.event([ItemsMoved(items: [5, 4], collection: "t1", before: 6)], after: "t0:;t1:5=7S,4,6=6D;"))
    #expect(mirror.view.picture == "t0:\nt1: 7S -- 6D\n")
    #expect(mirror.mismatches == 0)
  }

  @Test func `ignores old events and other rooms`() {
    var mirror = mirror
    #expect(mirror.hear(Small.event([], from: 0, after: "")) == .none)
    #expect(mirror.hear(.gone(room: "r2", why: "idle")) == .none)
    #expect(mirror.version == 1)
  }

  @Test func `asks for a snapshot when an event is missing, and lets events pass until it comes`() {
    var mirror = mirror
    #expect(mirror.hear(Small.event([], from: 2, after: "")) == .wantsSync(.gap))
    #expect(mirror.hear(Small.event([], from: 1, after: "")) == .none)
    #expect(!mirror.hasState)
    #expect(mirror.hear(Small.snapshot(version: 3)) == .snapshot(.join))
    #expect(mirror.version == 3)
    #expect(mirror.mismatches == 0)
  }

  @Test func `asks for a snapshot when a heartbeat tells of more`() {
    var mirror = mirror
    #expect(mirror.hear(.heartbeat(now: 0, versions: [RoomVersion(room: "r1", version: 1)])) == .none)
    #expect(
      mirror.hear(.heartbeat(now: 0, versions: [RoomVersion(room: "r1", version: 2)])) == .wantsSync(.gap))
  }

  @Test func `asks again with each heartbeat until the snapshot comes`() {
    var mirror = mirror
    let heartbeat = ServerMessage.heartbeat(now: 0, versions: [RoomVersion(room: "r1", version: 3)])
    let elsewhere = ServerMessage.heartbeat(now: 0, versions: [RoomVersion(room: "r2", version: 3)])
    for _ in 0..<2 {
      #expect(mirror.hear(heartbeat) == .wantsSync(.gap))
      #expect(mirror.hear(elsewhere) == .none)
    }
    #expect(mirror.hear(Small.snapshot(version: 3)) == .snapshot(.join))
    #expect(mirror.hear(heartbeat) == .none)
  }

  /// Events that follow what it does not trust would be of no use to it.
  @Test func `goes on from version 0, which brings a snapshot, while it has nothing to trust`() {
    var mirror = TableMirror(room: "r1")
    #expect(mirror.position == Hello.Position(room: "r1", epoch: "", version: 0))
    _ = mirror.hear(Small.snapshot())
    #expect(mirror.position == Hello.Position(room: "r1", epoch: "0000000a", version: 1))
    _ = mirror.hear(Small.event([], from: 2, after: ""))
    #expect(mirror.position == Hello.Position(room: "r1", epoch: "0000000a", version: 0))
    _ = mirror.hear(Small.snapshot(version: 3))
    #expect(mirror.position == Hello.Position(room: "r1", epoch: "0000000a", version: 3))
    _ = mirror.hear(Small.event([ItemsMoved(items: [6], collection: "t0")], from: 3, after: "another board"))
    #expect(mirror.position.version == 0)
  }

  static let wrongEvents: [ServerMessage] = [
    Small.event([ItemsMoved(items: [6], collection: "t0")], after: "another board"),
    Small.event([ItemsMoved(items: [99], collection: "t0")], after: ""),
    Small.event([ItemsMoved(items: [6], collection: "t9")], after: ""),
    Small.event([ItemsMoved(items: [6], collection: "nowhere")], after: ""),
    Small.event([ItemsMoved(items: [6], collection: "t0", before: 77)], after: ""),
    Small.event([], up: [ItemTold(handle: 4)], after: ""),
    Small.event([], up: [ItemTold(handle: 4, face: "1X")], after: ""),
    Small.event([], down: [70000], after: ""),
  ]

  @Test(arguments: wrongEvents)
  func `counts what cannot be, and asks for a snapshot`(event: ServerMessage) {
    var mirror = mirror
    #expect(mirror.hear(event) == .wantsSync(.hash))
    #expect(mirror.mismatches == 1)
    #expect(mirror.choices == nil)
  }

  @Test func `does not trust a snapshot whose hash or faces are wrong`() {
    var first = TableMirror(room: "r1")
    #expect(first.hear(Small.snapshot(hash: "00000000")) == .wantsSync(.hash))
    var second = TableMirror(room: "r1")
    #expect(second.hear(Small.snapshot(face: "ZZ")) == .wantsSync(.hash))
    #expect(first.position.version == 0 && second.position.version == 0)
  }

  @Test func `offers choices only of its own version`() {
    var mirror = mirror
    let dests = { version in
      ServerMessage.dests(
        Dests(
          room: "r1", version: version,
          sources: [.init(item: 6, destinations: [.init(collection: "t0", reveals: true)])], taps: ["stock"],
          sends: [.init(item: 6, collection: "f1")], canFinish: false, canUndo: false, canRedo: false))
    }
    #expect(mirror.choices == nil)
    #expect(mirror.hear(dests(0)) == .none)
    #expect(mirror.hear(dests(1)) == .dests)
    let place = Choices.Place(pile: .tableau(0), reveals: true)
    #expect(
      mirror.choices
        == Choices(
          drops: [.init(handle: 6, places: [place])], canTapStock: true,
          sends: [.init(handle: 6, pile: .foundation(1))], canFinish: false))
    _ = mirror.hear(
      Small.event([ItemsMoved(items: [6], collection: "t0")], after: "t0:4,5=7S,6=6D;t1:;"))
    #expect(mirror.choices == nil)
  }

  @Test func `knows tops and what travels`() {
    let mirror = mirror
    #expect(mirror.top(of: "t0") == Command.Top(collection: "t0", item: 5))
    #expect(mirror.top(of: "f0") == nil)
    #expect(mirror.place(of: 4)?.count == 2)
    #expect(mirror.place(of: 9) == nil)
  }
}

@Suite struct `The text of a watched table` {
  @Test func `tells the change and shows the table`() {
    var transcript = WatchTranscript(room: "r1")
    let first = transcript.hear(Small.snapshot()).text
    #expect(
      first == "v1 Klondike, deal 7, nobody plays (join); score 0, 0 moves, 0 up\nt0: -- 7S\nt1: 6D\n")
    let event = Small.event([ItemsMoved(items: [6], collection: "t0")], after: "t0:4,5=7S,6=6D;t1:;")
    #expect(
      transcript.hear(event).text
        == "v2 seat 0: move 6D to t0; score 0, 0 moves, 0 up\nt0: -- 7S 6D\nt1:\n")
    #expect(!transcript.isOver)
    #expect(transcript.hear(.gone(room: "r1", why: "idle")).text == "table r1 has ended (idle)\n")
    #expect(transcript.isOver)
  }

  @Test func `asks for what it missed`() {
    var transcript = WatchTranscript(room: "r1")
    _ = transcript.hear(Small.snapshot())
    let (text, sync) = transcript.hear(Small.event([], from: 7, after: ""))
    #expect(text == nil)
    #expect(sync == .sync(room: "r1", why: "gap"))
  }
}
