import Cards
import Contests
import Foundation
import Hashes
import Patience
import Testing
import Wire

@testable import Rooms

@Suite struct `A sealed deal` {
  static let seed = [UInt8](0..<32)
  static let salt = [UInt8](32..<48)
  let deal = SealedDeal(random: seed + salt)

  @Test func `commits to SHA-256 of seed and salt`() {
    let digest = SHA256.digest(of: Self.seed + Self.salt)
    #expect(deal.commit == digest.map { String(format: "%02x", $0) }.joined())
    #expect(deal.reveal.seed == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
    #expect(deal.reveal.salt == "202122232425262728292a2b2c2d2e2f")
  }

  /// Anyone with the seed can check the cards in any language, so the stream may never change.
  @Test func `makes its keystream of SHA-256 over seed and block number`() {
    var stream = deal.generator
    for block in 0..<3 as Range<UInt64> {
      let number = (0..<8).map { UInt8(truncatingIfNeeded: block >> (8 * UInt64($0))) }
      let digest = SHA256.digest(of: Self.seed + number)
      for word in 0..<4 {
        var expected: UInt64 = 0
        for byte in 0..<8 { expected |= UInt64(digest[8 * word + byte]) << UInt64(8 * byte) }
        #expect(stream.next() == expected)
      }
    }
  }

  @Test func `gives the first words that it always gave`() {
    var stream = deal.generator
    #expect(
      [stream.next(), stream.next(), stream.next()] == [
        0xBD88_3A29_00E5_D6A9, 0x1FB7_7AD0_13E2_CB38, 0x012A_0752_8525_B28C,
      ])
  }

  @Test func `differs with the seed, and its commitment with the salt as well`() {
    var otherSalt = Self.salt
    otherSalt[15] ^= 1
    let resalted = SealedDeal(random: Self.seed + otherSalt)
    #expect(resalted.commit != deal.commit)
    var (a, b) = (deal.generator, resalted.generator)
    #expect(Deal(of: .klondike1, using: &a).cards == Deal(of: .klondike1, using: &b).cards)
    var otherSeed = Self.seed
    otherSeed[0] ^= 1
    let other = SealedDeal(random: otherSeed + Self.salt)
    #expect(other.commit != deal.commit)
    var (c, d) = (deal.generator, other.generator)
    #expect(Deal(of: .klondike1, using: &c).cards != Deal(of: .klondike1, using: &d).cards)
  }

  @Test func `Rooms with other random bytes get other deals and commitments`() throws {
    let (first, second) = (try table(entropy(1)), try table(entropy(2)))
    #expect(first.room.patience.engine.model != second.room.patience.engine.model)
    #expect(try commit(first) != commit(second))
  }

  @Test func `shows its commitment from the start and what opens it only at the end`() throws {
    let sealed = SealedDeal(random: Self.seed + Self.salt)
    let stage = try RoomStage(cards: nearlyWon, dealing: .sealed(sealed), timed: false)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
    var early = stage.lines(to: ada) + stage.lines(to: eve)
    #expect(early.contains { Self.text($0).contains(sealed.commit) })
    // Play by what the server says until it is won.
    var turns = 0
    var last: [ServerMessage] = []
    while !stage.room.isOver, turns < 2_000 {
      turns += 1
      let game = stage.room.game
      let send = game.dests(room: "", version: 0, seat: SeatNumber(0)).sends.first
      stage.say(send.map { .send(item: $0.item) } ?? .tap(place: "stock", item: nil), from: ada)
      let lines = stage.lines(to: ada) + stage.lines(to: eve)
      if stage.room.isOver {
        last = try lines.compactMap { try ServerMessage.read($0) }
      } else {
        early += lines
      }
    }
    try #require(stage.room.isOver, "not won in \(turns) turns")
    for line in early {
      let text = Self.text(line)
      #expect(
        !text.contains(sealed.reveal.seed) && !text.contains(sealed.reveal.salt) && !text.contains("reveal"))
    }
    let events = last.compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(
      events.count == 2 && events.allSatisfy { $0.reveal == sealed.reveal && $0.status.status == .won })
    stage.hear(.sync, from: eve)
    let snapshot = try stage.messages(to: eve).compactMap {
      if case .snapshot(let it) = $0 { it } else { nil }
    }
    #expect(snapshot.first?.deal == .sealed(commit: sealed.commit, reveal: sealed.reveal))
  }

  @Test func `tells its seed to the journal alone`() throws {
    let stage = try table(entropy(3))
    let secret = try #require(stage.room.game.secret.reveal)
    #expect(stage.log.contains { Self.text($0.bytes).contains(secret.seed) })
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.say(.deal(.sealed, game: nil), from: ada)
    let second = try #require(stage.room.game.secret.reveal)
    #expect(second != secret)
    #expect(stage.log.last.map { Self.text($0.bytes).contains(second.seed) } == true)
    for line in stage.lines(to: ada) {
      for hidden in [secret.seed, secret.salt, second.seed, second.salt] {
        #expect(!Self.text(line).contains(hidden))
      }
    }
  }

  // MARK: - Helpers

  private static func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

  private func table(_ entropy: @escaping () -> [UInt8]) throws -> RoomStage {
    try RoomStage(opening: OpenTable(game: "klondike1", deal: .sealed), entropy: entropy)
  }

  private func commit(_ stage: RoomStage) throws -> String {
    guard case .sealed(let commit, nil)? = stage.room.game.board.dealTold?.cards else {
      Issue.record("an open deal, or an opened one")
      return ""
    }
    return commit
  }
}

/// A deal that sending and turning alone win: the columns hold the low ranks in an order that sends itself.
let nearlyWon: [Card] = {
  // Columns from the top card down: whatever lies deeper is to be sent later.
  let columns = [[0], [7, 1], [13, 8, 2], [18, 14, 9, 3], [22, 19, 15, 10, 4], [25, 23, 20, 16, 11, 5]]
  let order = columns.flatMap { $0 } + [27, 26, 24, 21, 17, 12, 6]
  let ascending = Rank.all.flatMap { rank in Card.Suit.allCases.map { Card(rank, $0) } }
  var cards = ascending
  for (place, handle) in order.enumerated() { cards[handle] = ascending[place] }
  for (place, handle) in (28..<52).enumerated() { cards[handle] = ascending[28 + place] }
  return cards
}()
