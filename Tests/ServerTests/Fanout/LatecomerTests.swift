import Cards
import Patience
import Store
import TestDice
import TestInflater
import Testing
import WebSocket
import Wire

@testable import Rooms
@testable import Server

/// A guest who comes to a table late is told what its snapshot shows. What was seen before and lies face down again
/// is for those who saw it.
@Suite struct `A latecomer` {
  private static let games = ["klondike1", "klondike3", "spider1", "yukon", "pyramid"]

  @Test(arguments: WayIn.allCases, games)
  func `gets the same bytes whatever was seen and hidden again`(way: WayIn, game: String) throws {
    for seed in 0..<UInt64(max(2, rounds(4))) {
      let ruleset = try #require(Catalogue.ruleset(id: game))
      let deal = Deal(number: seed, of: ruleset)
      let auto: Ruleset.Automatic.Foundation = seed % 2 == 0 ? .off : .all
      let one = try LateTable(ruleset, deal.cards, auto)
      let two = try LateTable(ruleset, one.withHiddenCardsExchanged(deal.cards), auto)
      var dice = Dice(seed: seed)
      var (saw, compared) = (false, 0)
      for round in 0..<12 {
        // Both play the same until one of them may not, and go back to the deal.
        for _ in 0..<Int.random(in: 1...6, using: &dice) {
          guard let operation = one.choices.randomElement(using: &dice), two.choices.contains(operation)
          else { break }
          one.play(operation)
          two.play(operation)
        }
        saw = saw || one.hash != two.hash
        for table in [one, two] where table.hasMoved { table.play(.restart) }
        try #require(one.hash == two.hash, "seed \(seed) round \(round)")
        let told = [try one.tellLatecomer(way, round), try two.tellLatecomer(way, round)]
        #expect(told[0] == told[1], "seed \(seed) round \(round)")
        compared += told[0].count
      }
      #expect(saw && compared > 12_000, "seed \(seed): there was nothing to hide")
    }
  }

  /// Any play, with steps taken back: of each face that a latecomer hears, the card lies open when they come.
  @Test(arguments: WayIn.allCases, Self.games + ["canfield"])
  func `hears no face but those that lie open`(way: WayIn, game: String) throws {
    for seed in 0..<UInt64(max(2, rounds(2))) {
      let ruleset = try #require(Catalogue.ruleset(id: game))
      let auto: Ruleset.Automatic.Foundation = seed % 2 == 0 ? .off : .all
      let table = try LateTable(ruleset, Deal(number: seed, of: ruleset).cards, auto)
      var dice = Dice(seed: seed)
      var heard = 0
      for step in 0..<40 {
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: table.play(.undo)
        case 1: table.play(.redo)
        default: if let operation = table.choices.randomElement(using: &dice) { table.play(operation) }
        }
        let open = table.openCards
        for line in try table.tellLatecomer(way, step).split(separator: UInt8(ascii: "\n")) {
          for item in try Self.itemsOfLines(in: Array(line)) {
            #expect(open[item] != nil, "seed \(seed) step \(step): \(item) in lines of play")
          }
          for item in try Self.items(in: Array(line)) {
            guard let face = item.face else { continue }
            #expect(open[item.handle] == face, "seed \(seed) step \(step): \(item)")
            heard += 1
          }
        }
      }
      #expect(heard > 50)
    }
  }

  /// The check above can fail: somebody who was there hears of cards that lie face down now.
  @Test func `hears of no card that was turned down again, unlike those who were there`() throws {
    let table = try LateTable(.klondike1, Deal(number: 7, of: .klondike1).cards)
    let member = try table.come(.shared, 100)
    _ = try table.lines(to: member)
    let stock = table.openCards.count
    for _ in 0..<3 { table.play(.tap(place: "stock", item: nil)) }
    for _ in 0..<3 { table.play(.undo) }
    #expect(table.openCards.count == stock)
    let seen = try Self.items(in: table.lines(to: member)).filter { $0.face != nil }
    #expect(seen.count == 3 && seen.allSatisfy { table.openCards[$0.handle] == nil })
    let latecomer = try table.come(.shared, 101)
    let told = try table.lines(to: latecomer)
    #expect(told.count { $0 == UInt8(ascii: "\n") } == 1, "a snapshot and nothing before it")
    // Both are in the stream, and go on together.
    table.play(.tap(place: "stock", item: nil))
    table.play(.tap(place: "stock", item: nil))
    let next = try [member, latecomer].map { try table.lines(to: $0) }
    #expect(next[0] == next[1] && next[0].count { $0 == UInt8(ascii: "\n") } == 2)
  }

  /// Cards that lines of play name.
  private static func itemsOfLines(in line: [UInt8]) throws -> [Int] {
    guard case .lines(_, _, _, let lines) = try ServerMessage.read(line) else { return [] }
    return lines.plies.compactMap(\.item)
  }

  /// All items with what is told of them, in events and snapshots.
  private static func items(in lines: [UInt8]) throws -> [ItemTold] {
    try lines.split(separator: UInt8(ascii: "\n")).flatMap { line -> [ItemTold] in
      switch try ServerMessage.read(Array(line)) {
      case .event(let event): event.up
      case .snapshot(let snapshot): snapshot.regions.flatMap { $0.runs }.flatMap { $0.items }
      default: []
      }
    }
  }
}

/// How somebody comes who comes late.
enum WayIn: CaseIterable {
  case plain, alone, shared
  /// With a visit that the server does not know, and the oldest version there is.
  case invented
  /// With a visit that the server knows, and that was never here.
  case strange
  /// With a visit that came here only now.
  case late
  /// With a visit that was here at the beginning and left, and the newest version but one.
  case early

  fileprivate var encoding: Rooms.Encoding { self == .plain ? .plain : self == .alone ? .alone : .shared }
}

/// A table with one player, told as the server tells it: through its host's gate and stream, each connection in its
/// encoding.
private final class LateTable {
  private let host: RoomHost
  private let deflater: Deflater
  private let player = ConnectionID(loop: 0, slot: 0, generation: 1)
  private let deal: [Card]
  private var now: Int64 = 1_000
  private var c = 0
  private var listeners: [ConnectionID: Listener] = [:]

  private struct Listener {
    let encoding: Rooms.Encoding
    var inflater = ReferenceInflater(windowBits: 12)
    var told: [UInt8] = []
  }

  init(_ ruleset: Ruleset, _ cards: [Card], _ auto: Ruleset.Automatic.Foundation = .off) throws {
    deal = cards
    deflater = try #require(Deflater())
    let board = PatienceBoard(
      ruleset: ruleset, dealing: .open(0), deal: try #require(Deal(cards: cards, of: ruleset)),
      options: TableOptions(autoMoves: auto, timed: false))
    let opener = GuestID(digest: [UInt8](repeating: 1, count: 16))
    let room = Room(
      id: try #require(RoomID("rTestRoom")), game: Game(board), seats: 1, opener: opener, secret: [],
      now: now,
      entropy: { [UInt8](repeating: 7, count: 48) })
    room.checkpoint()
    host = RoomHost(room: room, deflater: deflater)
    host.openGate(upTo: room.sequence)
    hear(.join(c: 1, visitor(.plain, 1), as: .play, resume: nil), from: player)
    for number in 0..<100 {
      let connection = ConnectionID(loop: 0, slot: 998, generation: 1)
      hear(.join(c: 1, earlyVisitor(number, .plain), as: .watch, resume: nil), from: connection)
      hear(.lost, from: connection)
    }
  }

  private func earlyVisitor(_ number: Int, _ encoding: Rooms.Encoding) -> Visitor {
    let bytes = [UInt8(number)] + [UInt8](repeating: 0xEE, count: 15)
    return Visitor(
      guest: GuestID(digest: bytes), visit: VisitID(random: bytes), name: "", isBot: false, wantsDests: false,
      wantsDrag: false, encoding: encoding)
  }

  private func visitor(_ encoding: Rooms.Encoding, _ number: UInt8) -> Visitor {
    let bytes = [UInt8](repeating: number, count: 16)
    return Visitor(
      guest: GuestID(digest: bytes), visit: VisitID(random: bytes), name: "", isBot: false, wantsDests: false,
      wantsDrag: false, encoding: encoding)
  }

  private func hear(_ message: RoomMessage, from connection: ConnectionID) {
    now += 10
    var effects: [Effect] = []
    host.room.hear(message, from: connection, now: now, into: &effects)
    var records: [Record] = []
    host.sort(effects, at: now, into: &records)
    host.openGate(upTo: host.room.sequence)
    var deliveries = Deliveries()
    host.release(into: &deliveries)
    for delivery in deliveries.byLoop[0] ?? [] { take(delivery) }
  }

  private func take(_ delivery: Delivery) {
    switch delivery {
    case .prime(let token, let lines, let priming):
      let connection = ConnectionID(loop: 0, token: token)
      if case .frame(let frame) = priming {
        inflate(frame, for: connection)
      } else {
        listeners[connection]?.told += lines
      }
    case .personal(let token, let frame, _, _):
      // Only answers to questions about lines of play: the others name no card.
      let text = frame.bytes[(frame.bytes[1] == 126 ? 4 : 2)...]
      if text.starts(with: Array(#"{"t":"lines""#.utf8)) {
        listeners[ConnectionID(loop: 0, token: token)]?.told += text
      }
    case .publish(_, let line, let frame):
      for (connection, listener) in listeners {
        if listener.encoding == .shared, let frame {
          inflate(frame, for: connection)
        } else {
          listeners[connection]?.told += line
        }
      }
    default: break
    }
  }

  private func inflate(_ frame: SharedFrame, for connection: ConnectionID) {
    let (bytes, extended) = (frame.bytes, frame.bytes[1] == 126)
    do {
      let text = try listeners[connection]?.inflater.inflate(Array(bytes[(extended ? 4 : 2)...]))
      listeners[connection]?.told += text ?? []
    } catch {
      Issue.record(error)
    }
  }

  // MARK: - Playing

  func play(_ operation: Command.Operation) {
    c += 1
    hear(.command(c: c, Command(operation)), from: player)
  }

  var hasMoved: Bool { host.room.game.moves > 0 }

  /// What the player can do, by what they are told.
  var choices: [Command.Operation] {
    let dests = host.room.game.dests(room: "", version: 0, seat: SeatNumber(0))
    return dests.taps.map { .tap(place: $0, item: nil) }
      + dests.sources.flatMap { source in
        source.destinations.map { .move(item: source.items[0], to: Landing($0.collection)) }
      }
  }

  // MARK: - What is to be seen

  var hash: UInt32 { host.room.shown.hash }

  /// The faces of cards that lie open, by handle.
  var openCards: [Int: String] {
    let items = host.room.shown.places.flatMap { $0.items }
    return Dictionary(uniqueKeysWithValues: items.compactMap { item in item.face.map { (item.handle, $0) } })
  }

  /// Another deal that looks the same at first: each card that lies face down is the next one that does.
  func withHiddenCardsExchanged(_ cards: [Card]) -> [Card] {
    let open = openCards
    let hidden = cards.indices.filter { open[$0] == nil }
    var other = cards
    for (index, handle) in hidden.enumerated() { other[handle] = cards[hidden[(index + 1) % hidden.count]] }
    return other
  }

  // MARK: - Latecomers

  func come(_ way: WayIn, _ slot: Int) throws -> ConnectionID {
    let connection = ConnectionID(loop: 0, slot: UInt32(slot + 1), generation: 1)
    listeners[connection] = Listener(encoding: way.encoding)
    let visitor = visitor(way.encoding, UInt8(slot % 200 + 2))
    let oldest = Hello.Position(room: host.room.id.text, epoch: host.room.epoch, version: 1)
    let before = ConnectionID(loop: 0, slot: 999, generation: 1)
    switch way {
    case .plain, .alone, .shared: hear(.join(c: 1, visitor, as: .watch, resume: nil), from: connection)
    case .invented:
      hear(.join(c: nil, visitor, as: .back, resume: .init(oldest, before: nil)), from: connection)
    case .strange:
      hear(.join(c: nil, visitor, as: .watch, resume: .init(oldest, before: before)), from: connection)
    case .early:
      let position = Hello.Position(
        room: host.room.id.text, epoch: host.room.epoch, version: max(1, host.room.version - 1))
      let early = earlyVisitor(slot, way.encoding)
      hear(.join(c: nil, early, as: .watch, resume: .init(position, before: before)), from: connection)
    case .late:
      hear(.join(c: 1, visitor, as: .watch, resume: nil), from: before)
      hear(.lost, from: before)
      hear(.join(c: nil, visitor, as: .watch, resume: .init(oldest, before: before)), from: connection)
    }
    return connection
  }

  /// The lines told to a connection since the last call.
  func lines(to connection: ConnectionID) throws -> [UInt8] {
    defer { listeners[connection]?.told = [] }
    return try #require(listeners[connection]).told
  }

  /// All that somebody is told who comes now.
  func tellLatecomer(_ way: WayIn, _ number: Int) throws -> [UInt8] {
    let connection = try come(way, number)
    hear(.query(c: 2, .lines(after: 0)), from: connection)
    return try lines(to: connection)
  }
}
