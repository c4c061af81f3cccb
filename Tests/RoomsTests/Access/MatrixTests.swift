import Testing
import Wire

@testable import Rooms

/// Access × role × message: what each is answered.
@Suite struct `Who may say what` {
  enum Role: CaseIterable {
    case stranger, sentAway, mini, watcher, player, host
  }

  enum Said: CaseIterable {
    case command, lift, cancel, dests, hint, lines, verdict, host, answer, deal

    func message(_ c: Int) -> RoomMessage {
      switch self {
      case .command: .command(c: c, Command(.tap(place: "stock", item: nil)))
      case .lift: .lift(c: c, item: 0)
      case .cancel: .cancel(c: c, drag: 1)
      case .dests: .query(c: c, .dests)
      case .hint: .query(c: c, .hint)
      case .lines: .query(c: c, .lines(after: 0))
      case .verdict: .query(c: c, .verdict(.none))
      case .host: .host(c: c, .lock)
      case .answer: .answer(c: c, question: 1, yes: true)
      case .deal: .command(c: c, Command(.deal(.open(9), game: nil)))
      }
    }
  }

  /// What it is answered: the kind of an answer, or the code of a refusal with its reason.
  private func expected(_ role: Role, _ said: Said) -> String {
    switch (role, said) {
    case (.stranger, .host), (.sentAway, .host), (.mini, .host), (.watcher, .host), (.player, .host):
      "role host"
    case (.mini, .lines), (.watcher, .lines), (.player, .lines), (.host, .lines): "lines"
    case (.stranger, _), (.sentAway, _), (.mini, _), (.watcher, _): "role"
    // There is no such drag, and no question.
    case (_, .cancel), (_, .answer): "gone"
    case (_, .lift): "lease"
    case (_, .hint): "hints"
    // The game of this table hides cards.
    case (_, .verdict): "illegal hiddenCards"
    case (_, .deal): "asked"
    case (_, .command), (_, .dests), (.host, .host): "ok"
    }
  }

  private func told(_ line: [UInt8], to c: Int) throws -> String? {
    switch try ServerMessage.read(line) {
    case .ok(c, let agreement)?: agreement.question == nil ? "ok" : "asked"
    case .no(let refusal)? where refusal.c == c:
      ([refusal.code.rawValue] + (refusal.why.map { [$0] } ?? [])).joined(separator: " ")
    case .lease(c, _)?: "lease"
    case .hints(c, _, _, _)?: "hints"
    case .lines(c, _, _, _)?: "lines"
    default: nil
    }
  }

  @Test(arguments: AccessLevel.allCases, Role.allCases)
  func `is decided by their role, whatever the access`(level: AccessLevel, role: Role) throws {
    for said in Said.allCases {
      let table = try AccessStage(level)
      let player = try table.sit("ben", at: 1)
      #expect(try table.come("eve", at: 2, as: .watch, key: table.keys.watch).isWatching)
      #expect(try table.come("max", at: 3, as: .mini, key: table.keys.watch).isWatching)
      _ = try table.sit("joe", at: 4)
      #expect(try table.host(.kick(seat: 2), from: table.ada).isOK)
      table.stage.silence()
      let speaker =
        switch role {
        case .stranger: table.at(9)
        case .sentAway: table.at(4)
        case .mini: table.at(3)
        case .watcher: table.at(2)
        case .player: player
        case .host: table.ada
        }
      let (before, c) = (table.room.version, table.stage.nextC())
      table.stage.hear(said.message(c), from: speaker)
      let answers = try table.stage.lines(to: speaker).compactMap { try told($0, to: c) }
      #expect(answers == [expected(role, said)], "\(level) \(role) \(said)")
      let isStep = said == .command && (role == .player || role == .host)
      #expect(table.room.version == before + (isStep ? 1 : 0), "\(level) \(role) \(said)")
    }
  }

  @Test(arguments: AccessLevel.allCases) func `is nothing that anybody hears where they are not there`(
    level: AccessLevel
  ) throws {
    let table = try AccessStage(level)
    let before = table.room.sequence
    for message in [.hover(Hover(drag: 1, x: 0, y: 0, over: nil)), .sync, .leave(c: 1), .lost]
      as [RoomMessage]
    {
      table.stage.hear(message, from: table.at(9))
    }
    #expect(try table.stage.messages(to: table.ada).isEmpty)
    let told = try table.stage.messages(to: table.at(9))
    #expect(told.allSatisfy { if case .ok(1, _) = $0 { true } else { false } }, "\(told)")
    #expect(table.room.sequence == before)
  }
}
