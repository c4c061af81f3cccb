import Cards
import Patience
import Wire

@testable import Rooms

/// Commands as players of all sorts give them: mostly what the server says can be done, and a good part of nonsense.
struct RandomPlayer {
  var dice: SplitMix64
  private let piles: [String]
  private let cardCount: Int

  init(seed: UInt64, at ruleset: Ruleset = .klondike1) {
    dice = SplitMix64(seed: seed)
    piles = ruleset.pileIDs().map(\.text) + Self.noPiles
    cardCount = ruleset.cardCount()
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &dice) }
  mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

  /// Names of piles that hardly any game has.
  private static let noPiles = ["t99", "c9", "x"]

  mutating func pile() -> String { piles[number(0..<piles.count)] }

  mutating func handle() -> Int { chance(97) ? number(0..<cardCount) : number(cardCount..<65_536) }

  /// - Parameter dests: what the seat was last told.
  mutating func operation(knowing dests: Dests?, deals: Bool) -> Command.Operation {
    if chance(65), let dests, let sensible = sensible(dests) { return sensible }
    switch number(0..<14) {
    case 0, 1: return .undo
    case 2: return .redo
    case 3: return chance(30) ? .restart : chance(50) ? .undo : .go(ply: number(0..<60))
    case 4: return .finish
    case 5: return .set(auto: chance(50) ? .safe : .off)
    case 6 where deals && chance(60):
      return .deal(chance(70) ? .open(UInt64(number(0..<1_000))) : .sealed, game: nil)
    case 7: return .send(item: handle())
    case 8: return .tap(place: pile(), item: nil)
    default: return .move(item: handle(), into: pile(), before: chance(10) ? handle() : nil)
    }
  }

  private mutating func sensible(_ dests: Dests) -> Command.Operation? {
    var sensible: [Command.Operation] = dests.taps.map { .tap(place: $0, item: nil) }
    sensible += sensible
    for source in dests.sources {
      sensible += source.destinations.map { .move(item: source.items[0], into: $0.collection, before: nil) }
    }
    sensible += dests.sends.map { .send(item: $0.item) }
    if dests.canFinish && chance(20) { sensible.append(.finish) }
    return sensible.isEmpty ? nil : sensible[number(0..<sensible.count)]
  }

  /// Preconditions that are right, wrong or nonsense.
  mutating func tops(seenBy client: ReferenceClient) -> [Command.Top] {
    guard chance(30) else { return [] }
    let pile = pile()
    return [Command.Top(collection: pile, item: chance(70) ? client.top(of: pile) : handle())]
  }
}

/// A deal in which some handles have faces that the test wants; the rest follows in the deck's order.
func rigged(_ wanted: [Int: String]) -> [Card] {
  let chosen = wanted.compactMapValues { Card($0) }
  precondition(
    chosen.count == wanted.count && Set(chosen.values).count == wanted.count, "not cards, or one twice")
  var rest = Deck().cards.filter { !chosen.values.contains($0) }.reversed() as [Card]
  return (0..<52).map { handle in chosen[handle] ?? rest.removeLast() }
}

/// Handles of the open cards: 0 on t0, 7 on t1, 13 on t2, 18 on t3, 22 on t4, 25 on t5, 27 on t6; the stock
/// gives 28 first.
///
/// 6D and 6H both go on 7S; AC and AD go up; 2C comes first from the stock.
let board: [Card] = rigged([
  0: "7S", 7: "6D", 13: "KH", 18: "9C", 22: "6H", 25: "AC", 27: "AD", 28: "2C", 29: "5S", 30: "TH", 1: "JC",
  12: "4H",
])
