import TestDice
import Testing

@testable import WebSocket

/// The rules of a stream by themselves: what they promise, and that none can be left out. That the server keeps them is
/// played in ServerTests, with its own galleries and outboxes.
@Suite struct `A stream's audience hears the same, whatever happens between` {
  @Test(arguments: 1...UInt64(rounds(5)))
  func `every member hears every text by the rules, byte for byte`(seed: UInt64) throws {
    let model = try play(seed: seed, steps: 600)
    for (number, member) in model.members.enumerated() {
      let heard = try hear(member.sent, as: member.encoding)
      let isSame = heard == member.expected
      #expect(isSame, "seed \(seed), member \(number), \(member.encoding)")
    }
    // It was no quiet play: every kind heard much, and each line was compressed once at most.
    for encoding in StreamModel.Encoding.allCases {
      let texts = model.members.filter { $0.encoding == encoding }.map(\.expected.count).reduce(0, +)
      #expect(texts > 100, "seed \(seed), \(encoding)")
    }
    for room in model.rooms {
      #expect(room.compressions <= room.log.count && room.compressions * 2 > room.log.count, "seed \(seed)")
    }
  }

  /// With a rule broken, the same plays must not pass: some bytes mean nothing, or say something else.
  @Test(arguments: StreamModel.Breach.allCases)
  func `a broken stream rule is noticed`(breach: StreamModel.Breach) throws {
    var refused = 0
    var silent = 0
    for seed in 1...3 as ClosedRange<UInt64> {
      let model = try play(seed: seed, steps: 250, breach: breach)
      var isNoticed = false
      for member in model.members {
        guard let heard = try? hear(member.sent, as: member.encoding) else {
          refused += 1
          isNoticed = true
          continue
        }
        if heard != member.expected {
          silent += 1
          isNoticed = true
        }
        // Those who share nothing are never harmed.
        #expect(heard == member.expected || member.encoding == .shared, "seed \(seed)")
      }
      #expect(isNoticed, "seed \(seed)")
    }
    #expect(refused + silent >= 3, "\(refused) connections broke, \(silent) heard something else")
  }

  /// Few members, many turns: joins, moves, dropped queues, recoveries, whispers and pings among the lines.
  private func play(seed: UInt64, steps: Int, breach: StreamModel.Breach? = nil) throws -> StreamModel {
    var random = Dice(seed: seed)
    let deflater = try #require(Deflater())
    var model = StreamModel(deflater: deflater, breach: breach)
    for encoding in StreamModel.Encoding.allCases { model.join(encoding, room: 0) }
    for step in 0..<steps {
      let member = Int.random(in: 0..<model.members.count, using: &random)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<3 where model.members.count < 9:
        let encoding = StreamModel.Encoding.allCases.randomElement(using: &random) ?? .shared
        model.join(random.next() % 2 == 0 ? .shared : encoding, room: Int.random(in: 0...1, using: &random))
      case 3..<6: model.move(member, to: 1 - model.members[member].room)
      case 6..<12:
        let place = Int.random(in: 0...model.members[member].queue.count, using: &random)
        model.drop(from: place, of: member)
      case 12..<22 where model.members[member].encoding == .shared && !model.members[member].inSync:
        model.resume(member, wholly: random.next() % 2 == 0)
      case 22..<30: model.whisper(event(step, using: &random), to: member)
      case 30..<35: model.ping(member)
      case 35..<60: model.send(Int.random(in: 1...12, using: &random), to: member)
      default: model.tell(line(step, using: &random), room: Int.random(in: 0...1, using: &random))
      }
    }
    for member in model.members.indices { model.send(.max, to: member) }
    return model
  }

  /// Mostly events; now and then a line that is short, or longer than a window, or nothing like those before.
  private func line(_ number: Int, using random: inout Dice) -> [UInt8] {
    switch Int.random(in: 0..<40, using: &random) {
    case 0:
      noise(Int.random(in: 1000...5000, using: &random), using: &random).map { 0x40 | $0 & 0x3F } + text("\n")
    case 1...4: text("{\"t\":\"ok\"}\n")
    default: event(number, using: &random)
    }
  }
}
