import Cards
import DragDrop

/// What a player sees, as bytes for the rules in the browser (docs/PREDICTION.md). Promise: bytes
/// that are not exactly such a form give nothing, whatever they are.
extension Sight {
  private static let version: UInt8 = 1
  private static let hidden: UInt8 = 255

  public var bytes: [UInt8] {
    var bytes = [Self.version]
    bytes.append((options.safeAutoMoves ? 1 : 0) | (options.timed ? 2 : 0))
    bytes.append(view.status.rawValue)
    bytes.append(UInt8(truncatingIfNeeded: view.piles.count))
    bytes.put(view.score)
    bytes.put(view.moves)
    bytes.put(view.elapsed)
    bytes.put(pass)
    for pile in view.piles {
      bytes.put(UInt16(truncatingIfNeeded: pile.cards.count))
      for card in pile.cards {
        bytes.put(card.handle)
        bytes.append(card.face?.rawValue ?? Self.hidden)
      }
    }
    return bytes
  }

  public init?(bytes: [UInt8], ruleset: Ruleset) {
    var reader = ByteReader(bytes)
    let piles = ruleset.pileIDs
    guard reader.u8() == Self.version else { return nil }
    let flags = reader.u8()
    guard flags < 4, let status = GameStatus(rawValue: reader.u8()), Int(reader.u8()) == piles.count
    else { return nil }
    let (score, moves, elapsed) = (reader.i32(), reader.u32(), reader.u32())
    let pass = reader.u16()
    var views: [TableView.PileView] = []
    for id in piles {
      var cards: [TableView.CardView] = []
      let count = Int(reader.u16())
      guard count <= ruleset.cardCount else { return nil }
      for _ in 0..<count {
        let (handle, byte) = (reader.u16(), reader.u8())
        let face = Card(rawValue: byte)
        guard face != nil || byte == Self.hidden else { return nil }
        cards.append(.init(handle: handle, face: face))
      }
      views.append(.init(id: id, cards: cards))
    }
    guard reader.isSpent else { return nil }
    // A ruleset with a limit says how many passes are left after so many.
    var left: UInt16?
    if case .count(let passes)? = ruleset.stock?.passes { left = passes - min(pass, passes) }
    self.init(
      view: TableView(
        piles: views, score: score, moves: moves, passesLeft: left, status: status,
        elapsed: elapsed),
      pass: pass, options: TableOptions(safeAutoMoves: flags & 1 == 1, timed: flags & 2 == 2))
  }
}
