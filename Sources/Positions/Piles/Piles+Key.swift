import Patience

/// What tells positions apart.
extension Piles {
  var key: UInt64 { key(salt: 0, isReduced: false) }

  /// - Parameters:
  ///   - salt: makes other numbers of the same positions.
  ///   - isReduced: leaves out what nothing in the game asks for.
  @inline(__always)
  func key(salt: UInt64, isReduced: Bool) -> UInt64 {
    let faces = isReduced ? tables.faces : ~0
    let hasStock = tables.stock.pile >= 0 && !isEmpty(tables.stock.pile)
    let salts = tables.salts + (hasStock ? 0 : tables.pileCount)
    var sum: UInt64 = 0
    for pile in 0..<tables.pileCount {
      let length = length(pile)
      let about = UInt64(truncatingIfNeeded: length) | UInt64(downs[pile]) << 16
      var mixed = Self.mix(salts[pile] ^ about ^ salt)
      let bytes = UnsafeRawPointer(cards + Int(ends[pile]))
      var done = isReduced && tables.sealed[pile] != 0 ? max(0, length &- 1) : 0
      while done < length {
        // What lies behind the pile's end is read and left out.
        let word = bytes.loadUnaligned(fromByteOffset: done, as: UInt64.self).littleEndian
        let rest = UInt64(truncatingIfNeeded: length &- done)
        mixed = Self.mix(mixed ^ faces & (rest >= 8 ? word : word & (1 &<< (rest &* 8) &- 1)))
        done &+= 8
      }
      // A sum does not ask for the order of piles.
      sum &+= mixed
    }
    let pass = tables.stock.isCounted ? UInt64(min(standing.pointee.pass, tables.stock.passesMax)) : 0
    return Self.mix(sum ^ pass ^ UInt64(standing.pointee.base) << 16)
  }

  /// One to one enough: the two halves of a product with an odd number, one on the other.
  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
