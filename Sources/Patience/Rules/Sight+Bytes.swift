import Cards
import DragDrop

/// What a player sees, as bytes for the rules in the browser (docs/PREDICTION.md). Promise: bytes
/// that are not exactly such a form give nothing, whatever they are.
extension Sight {
  private static let version: UInt8 = 2
  private static let hidden: UInt8 = 255
  /// Of a face that is known although its card lies face down.
  private static let down: UInt8 = 64

  public var bytes: [UInt8] {
    var bytes = [Self.version]
    bytes.append(options.autoMoves.rawValue | (options.timed ? 4 : 0))
    bytes.append(view.status.rawValue)
    bytes.append(UInt8(truncatingIfNeeded: view.piles.count))
    bytes.put(view.score)
    bytes.put(view.moves)
    bytes.put(view.elapsed)
    bytes.append(seats)
    for pass in passes { bytes.put(pass) }
    bytes.put(streak)
    for pile in view.piles {
      bytes.put(UInt16(truncatingIfNeeded: pile.cards.count))
      for card in pile.cards {
        bytes.put(card.handle)
        bytes.append(card.face.map { $0.rawValue | (card.isDown ? Self.down : 0) } ?? Self.hidden)
      }
    }
    return bytes
  }

  public init?(bytes: [UInt8], ruleset: Ruleset) {
    var reader = ByteReader(bytes)
    guard reader.u8() == Self.version else { return nil }
    let flags = reader.u8()
    guard flags < 8, let autoMoves = Ruleset.Automatic.Foundation(rawValue: flags & 3),
      let status = GameStatus(rawValue: reader.u8())
    else { return nil }
    let count = Int(reader.u8())
    let (score, moves, elapsed) = (reader.i32(), reader.u32(), reader.u32())
    let seats = reader.u8()
    guard 1...ruleset.seats.max ~= seats else { return nil }
    let piles = ruleset.pileIDs(seats: seats)
    guard count == piles.count else { return nil }
    let passes = (0..<ruleset.stockCount(seats: seats)).map { _ in reader.u16() }
    let streak = reader.u16()
    var views: [TableView.PileView] = []
    for id in piles {
      var cards: [TableView.CardView] = []
      let count = Int(reader.u16())
      guard count <= ruleset.cardCount(seats: seats) else { return nil }
      for _ in 0..<count {
        let (handle, byte) = (reader.u16(), reader.u8())
        let isDown = byte == Self.hidden || byte & Self.down != 0
        let face = byte == Self.hidden ? nil : Card(rawValue: byte & ~Self.down)
        guard face != nil || byte == Self.hidden else { return nil }
        cards.append(.init(handle: handle, face: face, isDown: isDown))
      }
      views.append(.init(id: id, cards: cards))
    }
    guard reader.isSpent else { return nil }
    // A ruleset with a limit says how many passes are left after so many.
    var left: UInt16?
    if case .count(let allowed)? = ruleset.stock?.passes { left = allowed - min(passes[0], allowed) }
    self.init(
      view: TableView(
        piles: views, score: score, moves: moves, passesLeft: left, status: status,
        elapsed: elapsed),
      seats: seats, passes: passes, streak: streak,
      options: TableOptions(autoMoves: autoMoves, timed: flags & 4 == 4))
  }
}
