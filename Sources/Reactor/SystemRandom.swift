/// Bytes from the system's random source. Randomness enters the program here and is passed on as a value.
package func systemRandomBytes(_ count: Int) -> [UInt8] {
  var source = SystemRandomNumberGenerator()
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  while bytes.count < count {
    let word = source.next() as UInt64
    for shift in 0..<8 where bytes.count < count {
      bytes.append(UInt8(truncatingIfNeeded: word >> (8 * shift)))
    }
  }
  return bytes
}
