import Cards
import Patience
import TestDice
import Testing
import Wire

@testable import Rooms

@Suite struct `A room under random play` {
  static let commands = rounds(4_000)
  static let stormyCommands = rounds(1_200)

  /// P9: a client that applies what is told holds what the server holds, after each command.
  @Test(
    arguments: [("klondike1", 0x5EED_0301), ("klondike3", 0x5EED_0302), ("klondike1", 0x5EED_0303)]
      as [(String, UInt64)])
  func `tells events that lead every client from view to view`(game: String, seed: UInt64) throws {
    var play = try RandomPlay(game: game, seed: seed)
    for step in 0..<Self.commands {
      try play.step()
      try play.checkClients("seed \(seed) step \(step)")
    }
    #expect(play.accepted > Self.commands / 5, "hardly anything was accepted")
    #expect(play.refused > Self.commands / 20, "hardly anything was refused")
    try play.checkAnswers(moreThan: Self.commands / 2, "seed \(seed)")
    print("seed \(seed): \(play.accepted) accepted, \(play.refused) refused, \(play.deals) deals")
  }

  /// Whatever the journal does, nobody hears of what it does not hold, and everybody ends with the same board.
  @Test(arguments: [0x5EED_0311, 0x5EED_0312, 0x5EED_0313] as [UInt64])
  func `tells only what is durable, whatever the journal does`(seed: UInt64) throws {
    var play = try RandomPlay(game: "klondike1", seed: seed)
    play.stage.isPrompt = false
    var failures = 0
    for step in 0..<Self.stormyCommands {
      let note: Comment = "seed \(seed) step \(step)"
      try play.step()
      switch play.player.number(0..<12) {
      case 0: play.stage.acknowledge()
      case 1, 2: play.stage.acknowledge(1)
      case 3 where play.player.chance(40):
        failures += 1
        #expect(play.stage.fail(), note)
        #expect(play.stage.room.version == play.stage.durable, note)
      default: break
      }
      try play.checkClients(note)
    }
    play.stage.acknowledge()
    try play.checkClients("seed \(seed) at the end")
    try play.checkAnswers(moreThan: Self.stormyCommands / 2, "seed \(seed)")
    #expect(failures > least(10))
    #expect(play.accepted > Self.stormyCommands / 6)
    print("seed \(seed): \(failures) failures, \(play.accepted) accepted")
  }
}

/// Two seats and a spectator who come and go, give random commands and follow what is told.
struct RandomPlay {
  let stage: RoomStage
  var player: RandomPlayer
  private(set) var accepted = 0
  private(set) var refused = 0
  private(set) var deals = 0
  private var people: [(visitor: Visitor, presence: ClientMessage.Presence, connection: ConnectionID)]
  private var clients: [ReferenceClient] = [.init(), .init(), .init()]
  private var dests: [Dests?] = [nil, nil, nil]
  private var isThere = [false, false, false]
  private var asked: [(connection: ConnectionID, c: Int)] = []

  init(game: String, seed: UInt64) throws {
    player = RandomPlayer(seed: seed)
    stage = try RoomStage(deal: seed & 0xFFF, game: game, seats: 2)
    let stage = stage
    people = ["ada", "bob", "eve"].map { name in
      let slot = UInt32(name == "ada" ? 0 : name == "bob" ? 1 : 2)
      let connection = ConnectionID(loop: UInt16(slot), slot: slot, generation: 0)
      return (stage.visitor(name), name == "eve" ? .watch : .play, connection)
    }
    for index in 0..<3 { join(index) }
  }

  private mutating func join(_ index: Int) {
    let person = people[index]
    let connection = ConnectionID(
      loop: UInt16(index), slot: UInt32(index), generation: person.connection.generation + 1)
    people[index].connection = connection
    let held = clients[index]
    let resume =
      held.version > 0 && player.chance(80)
      ? Hello.Position(room: stage.room.id.text, epoch: held.epoch, version: held.version) : nil
    stage.join(person.visitor, on: connection, as: person.presence, resume: resume)
    isThere[index] = true
  }

  mutating func step() throws {
    stage.pass(milliseconds: Int64(player.number(0..<700)))
    let index = player.number(0..<3)
    let connection = people[index].connection
    guard isThere[index] else { return join(index) }
    switch player.number(0..<24) {
    case 0:
      stage.hear(.lost, from: connection)
      isThere[index] = false
      _ = stage.lines(to: connection)
      clients[index] = player.chance(70) ? clients[index] : ReferenceClient()
    case 1: stage.hear(.sync, from: connection)
    case 2: ask(.query(c: stage.nextC(), .dests), index)
    case 3: ask(.lift(c: stage.nextC(), item: player.handle()), index)
    case 4: ask(.cancel(c: stage.nextC(), drag: player.number(0..<40)), index)
    case 5:
      let hover = Hover(drag: player.number(0..<40), x: 1, y: 2, over: player.pile())
      stage.hear(.hover(hover), from: connection)
    case 6:
      let drag = stage.room.drags.live.randomElement(using: &player.dice)?.number ?? 0
      command(.drop(drag: drag, into: player.pile(), before: nil), index)
    default: command(player.operation(knowing: dests[index], deals: true), index)
    }
    hearAll()
  }

  private mutating func command(_ operation: Command.Operation, _ index: Int) {
    let before = stage.room.version
    let tops = player.tops(seenBy: clients[index])
    ask(.command(c: stage.nextC(), Command(operation, if: tops)), index)
    if stage.room.version > before { accepted += 1 } else { refused += 1 }
    if stage.room.version > before, case .deal = operation { deals += 1 }
    // Others agree to most of what they are asked.
    guard let question = stage.room.questions.open, player.chance(80) else { return }
    for other in 0..<2 where other != index && isThere[other] {
      ask(.answer(c: stage.nextC(), question: question.number, yes: true), other)
    }
  }

  private mutating func ask(_ message: RoomMessage, _ index: Int) {
    let c: Int
    switch message {
    case .command(let number, _), .query(let number, _), .lift(let number, _), .cancel(let number, _),
      .answer(let number, _, _):
      c = number
    default: return
    }
    asked.append((people[index].connection, c))
    stage.hear(message, from: people[index].connection)
  }

  private mutating func hearAll() {
    for (index, person) in people.enumerated() where isThere[index] {
      for line in stage.lines(to: person.connection) {
        guard let message = try? ServerMessage.read(line) else {
          Issue.record("not a message: \(String(decoding: line, as: UTF8.self))")
          continue
        }
        if let version = Self.version(of: message), version > stage.durable {
          Issue.record("version \(version) was told while \(stage.durable) was durable")
        }
        if case .dests(let told) = message { dests[index] = told }
        do throws(ReferenceClient.Trouble) {
          try clients[index].hear(message)
        } catch {
          Issue.record("\(person.visitor.name): \(error)")
        }
      }
    }
  }

  private static func version(of message: ServerMessage) -> Int? {
    switch message {
    case .ok(_, let agreement): agreement.version
    case .no(let refusal): refusal.version
    case .lease(_, let lease): lease.version
    case .snapshot(let snapshot): snapshot.version
    case .event(let event): event.to
    case .dests(let dests): dests.version
    default: nil
    }
  }

  /// Everybody holds the durable version; and when that is the room's, its very view.
  mutating func checkClients(_ note: Comment) throws {
    hearAll()
    for index in clients.indices where isThere[index] {
      // A member who joined while something was not yet durable has heard nothing so far.
      guard clients[index].version > 0 || stage.unacknowledged.isEmpty else { continue }
      if stage.unacknowledged.isEmpty {
        try #require(clients[index].version == stage.room.version, note)
        let view = stage.room.shown.places.map(\.hashed).joined()
        try #require(clients[index].text == view, note)
      } else {
        try #require(clients[index].version <= stage.durable, note)
      }
    }
  }

  /// Everything that was asked has one answer, whether its asker stayed or not.
  func checkAnswers(moreThan asksMin: Int, _ note: Comment) throws {
    #expect(asked.count > asksMin, note)
    for (connection, c) in asked {
      #expect(stage.answers[connection]?[c] == 1, "\(c): \(note)")
    }
  }
}

extension Shown.Place {
  /// What the view hash counts of it.
  fileprivate var hashed: String {
    let items = items.map { item in "\(item.handle)" + (item.hashed.map { "=\($0)" } ?? "") }
    return "\(name):\(items.joined(separator: ","));"
  }
}
