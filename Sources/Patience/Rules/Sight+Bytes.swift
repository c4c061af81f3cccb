import Cards
import DragDrop

/// What a player sees, as bytes for the rules in the browser (docs/PREDICTION.md). Promise: bytes
/// that are not exactly such a form give nothing, whatever they are.
extension Sight {
  public var bytes: [UInt8] {
    var (sight, coder) = (self, ByteCoder())
    sight.code(by: &coder, of: nil)
    return coder.bytes
  }

  public init?(bytes: [UInt8], ruleset: Ruleset) {
    self.init(
      view: TableView(piles: [], score: 0, moves: 0, passesLeft: nil, status: .playing, elapsed: 0),
      passes: [],
      options: TableOptions())
    var coder = ByteCoder(reading: bytes)
    code(by: &coder, of: ruleset)
    guard coder.isSpent else { return nil }
    // A ruleset with a limit says how many passes are left after so many.
    if case .count(let allowed)? = ruleset.stock?.passes {
      view.passesLeft = allowed - min(passes[0], allowed)
    }
  }

  /// - Parameter ruleset: what is read is a sight of this.
  private mutating func code(by c: inout ByteCoder, of ruleset: Ruleset?) {
    c.constant(2)
    options.code(by: &c)
    c.word(&view.status)
    let pileCount = Int(c.byte(UInt8(truncatingIfNeeded: view.piles.count)))
    c.fixed(&view.score)
    c.fixed(&view.moves)
    c.fixed(&view.elapsed)
    c.fixed(&seats)
    if let ruleset {
      c.require(1...ruleset.seats.max ~= seats)
      passes = Array(repeating: 0, count: ruleset.stockCount(seats: seats))
      view.piles = ruleset.pileIDs(seats: seats).map { .init(id: $0, cards: []) }
      c.require(pileCount == view.piles.count)
    }
    for index in passes.indices { c.fixed(&passes[index]) }
    c.fixed(&streak)
    let cardCount = ruleset?.cardCount(seats: seats) ?? 0
    for index in view.piles.indices {
      let count = Int(c.fixed(UInt16(truncatingIfNeeded: view.piles[index].cards.count)))
      c.require(count <= cardCount)
      c.parts(&view.piles[index].cards, count: count, .init(handle: 0, face: nil)) { $0.code(by: &$1) }
    }
  }
}

extension TableView.CardView {
  private static let hidden: UInt8 = 255
  /// Of a face that is known although its card lies face down.
  private static let down: UInt8 = 64

  fileprivate mutating func code(by c: inout ByteCoder) {
    let handle = c.fixed(handle)
    let byte = c.byte(face.map { $0.rawValue | (isDown ? Self.down : 0) } ?? Self.hidden)
    let face = byte == Self.hidden ? nil : Card(rawValue: byte & ~Self.down)
    c.require(face != nil || byte == Self.hidden)
    self = Self(handle: handle, face: face, isDown: byte == Self.hidden || byte & Self.down != 0)
  }
}

extension TableOptions {
  mutating func code(by c: inout ByteCoder) {
    let bits = c.byte(autoMoves.rawValue | (timed ? 4 : 0))
    c.require(bits < 8)
    c.word(&autoMoves, of: bits & 3)
    timed = bits & 4 != 0
  }
}
