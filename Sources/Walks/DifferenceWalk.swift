import Cards
import DragDrop
import Patience

/// Random reorder differences, many of them broken, under both policies, applied and taken back.
/// Promise: as `Walk`'s.
package struct DifferenceWalk {
  private static let collections: UInt32 = 3
  private static let items: UInt32 = 14

  private var dice: SplitMix64
  private var arrangement: Arrangement<UInt16, PileID>
  private var digest = Digest()

  private init(seed: UInt32) {
    dice = SplitMix64(seed: UInt64(seed))
    arrangement = Arrangement(
      (0..<UInt8(Self.collections)).map { id in
        .init(id: .tableau(id), items: (0..<UInt16(Self.items)).filter { $0 % 3 == UInt16(id) })
      })
  }

  package static func digest(seed: UInt32, steps: UInt32) -> UInt32 {
    var walk = DifferenceWalk(seed: seed)
    for _ in 0..<steps { walk.step() }
    return walk.digest.value
  }

  private mutating func step() {
    let policy: ReorderPolicy = dice.below(2) == 0 ? .strict : .forgiving
    do throws(ReorderError) {
      let undo = try arrangement.apply(anyDifference(), policy: policy)
      digest.add(UInt8(undo.changes ? 1 : 0))
      look()
      if dice.below(2) == 0 { arrangement.revert(undo) }
    } catch {
      digest.add(error.digit)
    }
    look()
  }

  /// Items and collections beyond those that there are, and items twice.
  private mutating func anyDifference() -> ReorderDifference<UInt16, PileID> {
    let sources = (0..<dice.below(5)).map { _ in anyItem() }
    let collection = UInt8(truncatingIfNeeded: dice.below(Self.collections * 8 + 1) / 8)
    let isEnd = dice.below(3) == 0
    return ReorderDifference(
      sources: sources,
      destination: .init(position: isEnd ? .end : .before(anyItem()), collectionID: .tableau(collection)))
  }

  private mutating func anyItem() -> UInt16 {
    UInt16(truncatingIfNeeded: dice.below(Self.items * 8 + 4) / 8)
  }

  private mutating func look() {
    for collection in arrangement.collections {
      digest.add(UInt8(255))
      for item in collection.items { digest.add(item) }
    }
  }
}

extension ReorderError {
  fileprivate var digit: UInt8 {
    switch self {
    case .emptySources: 2
    case .duplicateSource: 3
    case .unknownSource: 4
    case .unknownCollection: 5
    case .unknownAnchor: 6
    default: 7
    }
  }
}
