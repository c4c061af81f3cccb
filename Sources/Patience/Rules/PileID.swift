/// Which pile of a table. Its order is the order in which piles are listed everywhere: stock,
/// waste, foundations, tableau, and so on. Invariant: the name says it all, so it needs no ruleset
/// to be read.
public struct PileID: Hashable, Comparable, Sendable {
  public let role: Zone.Role
  public let index: UInt8

  public init(_ role: Zone.Role, _ index: UInt8 = 0) {
    self.role = role
    self.index = index
  }

  public static let stock = PileID(.stock)
  public static let waste = PileID(.waste)
  public static func foundation(_ index: UInt8) -> PileID { PileID(.foundation, index) }
  public static func tableau(_ index: UInt8) -> PileID { PileID(.tableau, index) }

  public static func < (a: PileID, b: PileID) -> Bool {
    (a.role.rawValue, a.index) < (b.role.rawValue, b.index)
  }

  /// "stock", "waste", "f0"…, "t0"…, "c0"…, "r0"…; further stocks and wastes are "stock1"….
  public var wireName: [UInt8] {
    var name = role.wireName.withUTF8Buffer { Array($0) }
    if !hasBareName { name.append(contentsOf: decimal(UInt32(index))) }
    return name
  }

  private var hasBareName: Bool { role.isNamedAlone && index == 0 }

  public var text: String {
    // In place: a table's piles are named at each move.
    String(unsafeUninitializedCapacity: 8) { bytes in
      var count = role.wireName.withUTF8Buffer { name in
        for (place, byte) in name.enumerated() { bytes[place] = byte }
        return name.count
      }
      if hasBareName { return count }
      for power: UInt8 in [100, 10, 1] where index >= power || power == 1 {
        bytes[count] = 48 + index / power % 10
        count += 1
      }
      return count
    }
  }

  public init?(wireName: some Sequence<UInt8>) {
    let name = Array(wireName)
    for role in Zone.Role.allCases {
      let prefix = role.wireName.withUTF8Buffer { Array($0) }
      guard name.starts(with: prefix) else { continue }
      let digits = name.dropFirst(prefix.count)
      if role.isNamedAlone && digits.isEmpty {
        self.init(role)
        return
      }
      guard let index = number(digits), index <= 255, index > 0 || !role.isNamedAlone else { continue }
      self.init(role, UInt8(index))
      return
    }
    return nil
  }
}

/// A number in ASCII digits.
func decimal(_ number: UInt32) -> [UInt8] {
  var digits: [UInt8] = []
  var left = number
  repeat {
    digits.append(48 + UInt8(left % 10))
    left /= 10
  } while left > 0
  return digits.reversed()
}

/// ASCII digits as a number of at most nine of them, without leading zeros.
private func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
  guard let first = digits.first, digits.count <= 9, first != 48 || digits.count == 1 else {
    return nil
  }
  var value: UInt32 = 0
  for digit in digits {
    guard 48...57 ~= digit else { return nil }
    value = value * 10 + UInt32(digit - 48)
  }
  return value
}
