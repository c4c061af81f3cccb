import Patience
import Rooms
import Solving
import Store
import Wire

/// A deal as the bank keeps it: the number of an open one in 8 bytes, the random bytes of a sealed one, and its line in
/// three bytes for each step.
///
///     step: handle, 2 bytes, little-endian; 65,535: the stock is turned │ the place of the pile among all piles
extension DealBank.Deal {
  private static let turned: UInt16 = .max

  init(_ source: PickedDeal.Source, _ line: TableLine, of ruleset: Ruleset, positions: Int) {
    let piles = ruleset.pileIDs()
    var bytes: [UInt8] = []
    for step in line.steps {
      var (handle, pile) = (Self.turned, UInt8.zero)
      if case .move(let card, let target) = step {
        (handle, pile) = (card, UInt8(clamping: piles.firstIndex(of: target) ?? 0))
      }
      bytes += [UInt8(truncatingIfNeeded: handle), UInt8(handle >> 8), pile]
    }
    switch source {
    case .number(let number):
      let numberBytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
      self.init(isSealed: false, source: numberBytes, line: bytes, positions: positions)
    case .random(let random): self.init(isSealed: true, source: random, line: bytes, positions: positions)
    }
  }

  /// The deal as a table gets it, after its line was played at such a table.
  ///
  /// - Returns: nil where the line does not win, or the bytes are not as they were written.
  func picked(for ruleset: Ruleset) -> PickedDeal? {
    guard let steps = steps(of: ruleset) else { return nil }
    let number = source.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard source.count == (isSealed ? 48 : 8) else { return nil }
    let deal = PickedDeal(isSealed ? .random(source) : .number(number), line: steps.map { StepTold($0) })
    var table = Table(ruleset: ruleset, deal: deal.deal(of: ruleset))
    guard steps.allSatisfy({ table.play($0) }), table.status == .won else { return nil }
    return deal
  }

  private func steps(of ruleset: Ruleset) -> [TableLine.Step]? {
    guard line.count % 3 == 0 else { return nil }
    let piles = ruleset.pileIDs()
    var steps: [TableLine.Step] = []
    for start in stride(from: 0, to: line.count, by: 3) {
      let handle = UInt16(line[start]) | UInt16(line[start + 1]) << 8
      guard Int(line[start + 2]) < piles.count else { return nil }
      steps.append(handle == Self.turned ? .turnStock : .move(handle, to: piles[Int(line[start + 2])]))
    }
    return steps
  }
}
