package import Patience

extension TableLine {
  /// For a browser (docs/PREDICTION.md).
  ///
  ///     u8 1 if cards may not go up by themselves | u16 how many steps | for each: u16 card | u8 pile
  ///
  /// A card 0xFFFF turns the stock, which is the pile then.
  ///
  /// - Parameter piles: of the table; a step tells its pile by the place there.
  /// - Precondition: it has fewer than 65,536 steps.
  package func bytes(in piles: [PileID]) -> [UInt8] {
    var bytes: [UInt8] = [needsAutoOff ? 1 : 0]
    func put(_ number: UInt16) {
      bytes.append(UInt8(truncatingIfNeeded: number))
      bytes.append(UInt8(truncatingIfNeeded: number >> 8))
    }
    put(UInt16(steps.count))
    for step in steps {
      switch step {
      case .move(let card, let pile):
        put(card)
        bytes.append(UInt8(truncatingIfNeeded: piles.firstIndex(of: pile) ?? 0))
      case .turnStock:
        put(.max)
        bytes.append(UInt8(truncatingIfNeeded: piles.firstIndex { $0.role == .stock } ?? 0))
      }
    }
    return bytes
  }
}
