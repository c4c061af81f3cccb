/// Inflates messages as RFC 1951 says, bit by bit, and shares nothing with the code under test: not zlib, not
/// its leniency. Its window has exactly 2^windowBits bytes: a reference that goes back further is a fault,
/// where zlib would still find the bytes in its output.
/// Invariant: past.count ≤ windowBytes; it is the end of all that was inflated.
package struct ReferenceInflater {
  package enum Fault: Error, Equatable {
    case endsEarly, badBlock, badCodes, unknownCode, tooFarBack
  }

  private let windowBytes: Int
  package private(set) var past: [UInt8] = []

  package init(windowBits: Int) { windowBytes = 1 << windowBits }

  /// One message, as it was sent, without its last four bytes (RFC 7692 §7.2.2).
  package mutating func inflate(_ payload: [UInt8]) throws(Fault) -> [UInt8] {
    var output = Output(bytes: past, windowBytes: windowBytes)
    var bits = Bits(bytes: payload + [0x00, 0x00, 0xFF, 0xFF])
    while !bits.isAtEnd {
      let isLast = try bits.take(1) == 1
      switch try bits.take(2) {
      case 0: try copyStored(from: &bits, to: &output)
      case 1:
        try expand(from: &bits, literals: Codes.fixedLiterals, distances: Codes.fixedDistances, to: &output)
      case 2:
        let (literals, distances) = try readCodes(from: &bits)
        try expand(from: &bits, literals: literals, distances: distances, to: &output)
      default: throw .badBlock
      }
      // What follows a last block begins at a byte.
      if isLast { bits.skipToByte() }
    }
    let text = Array(output.bytes[past.count...])
    past = output.bytes.suffix(windowBytes)
    return text
  }

  // MARK: Blocks (RFC 1951 §3.2.3)

  private func copyStored(from bits: inout Bits, to output: inout Output) throws(Fault) {
    bits.skipToByte()
    let count = try bits.take(16)
    guard try bits.take(16) == ~count & 0xFFFF else { throw .badBlock }
    output.bytes += try bits.takeBytes(count)
  }

  private func expand(
    from bits: inout Bits, literals: Codes, distances: Codes, to output: inout Output
  ) throws(Fault) {
    while true {
      let symbol = try literals.next(&bits)
      switch symbol {
      case 0..<256: output.bytes.append(UInt8(symbol))
      case 256: return
      case 257...285:
        let length = Extra.lengths[symbol - 257]
        let count = length.base + (try bits.take(length.bits))
        let code = try distances.next(&bits)
        guard code < Extra.distances.count else { throw .unknownCode }
        let distance = Extra.distances[code]
        try output.copy(count, from: distance.base + (try bits.take(distance.bits)))
      default: throw .unknownCode
      }
    }
  }

  /// §3.2.7: the lengths of both codes, themselves coded.
  private func readCodes(from bits: inout Bits) throws(Fault) -> (literals: Codes, distances: Codes) {
    let literalCount = try bits.take(5) + 257
    let distanceCount = try bits.take(5) + 1
    let lengthCount = try bits.take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .badCodes }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengthLengths = [Int](repeating: 0, count: 19)
    for i in 0..<lengthCount { lengthLengths[order[i]] = try bits.take(3) }
    let lengthCodes = try Codes(lengths: lengthLengths, mayBeIncomplete: false)

    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try lengthCodes.next(&bits)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .badCodes }
        lengths += [Int](repeating: last, count: 3 + (try bits.take(2)))
      case 17: lengths += [Int](repeating: 0, count: 3 + (try bits.take(3)))
      case 18: lengths += [Int](repeating: 0, count: 11 + (try bits.take(7)))
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw .badCodes }
    return (
      try Codes(lengths: Array(lengths[..<literalCount]), mayBeIncomplete: true),
      try Codes(lengths: Array(lengths[literalCount...]), mayBeIncomplete: true)
    )
  }
}

/// What was inflated before, and is now.
private struct Output {
  var bytes: [UInt8]
  let windowBytes: Int

  mutating func copy(_ count: Int, from distance: Int) throws(ReferenceInflater.Fault) {
    guard distance <= windowBytes, distance <= bytes.count else { throw .tooFarBack }
    // One by one: a copy may read what it has just written.
    for _ in 0..<count { bytes.append(bytes[bytes.count - distance]) }
  }
}

/// Bits of a byte from the lowest up (RFC 1951 §3.1.1).
private struct Bits {
  private let bytes: [UInt8]
  private var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count * 8 }

  mutating func take(_ count: Int) throws(ReferenceInflater.Fault) -> Int {
    guard at + count <= bytes.count * 8 else { throw .endsEarly }
    var value = 0
    for i in 0..<count { value |= Int(bytes[(at + i) / 8] >> UInt8((at + i) % 8) & 1) << i }
    at += count
    return value
  }

  mutating func takeOne() throws(ReferenceInflater.Fault) -> Int {
    guard !isAtEnd else { throw .endsEarly }
    defer { at += 1 }
    return Int(bytes[at >> 3] >> UInt8(at & 7) & 1)
  }

  mutating func skipToByte() { at = (at + 7) / 8 * 8 }

  /// From where a byte begins.
  mutating func takeBytes(_ count: Int) throws(ReferenceInflater.Fault) -> ArraySlice<UInt8> {
    guard at / 8 + count <= bytes.count else { throw .endsEarly }
    defer { at += count * 8 }
    return bytes[(at / 8)..<(at / 8 + count)]
  }
}

/// A Huffman code, given by the length of each symbol's code (RFC 1951 §3.2.2).
private struct Codes {
  /// For each length: the first code of that length, and how many there are.
  private var first = [Int](repeating: 0, count: 16)
  private var counts = [Int](repeating: 0, count: 16)
  /// Symbols in the order of their codes.
  private var symbols: [Int] = []

  static let fixedLiterals = complete((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = complete([Int](repeating: 5, count: 32))

  private init() {}

  private static func complete(_ lengths: [Int]) -> Codes {
    guard let codes = try? Codes(lengths: lengths, mayBeIncomplete: false) else { return Codes() }
    return codes
  }

  /// - Parameter mayBeIncomplete: a single code of one bit, or none at all, is fine (§3.2.7).
  init(lengths: [Int], mayBeIncomplete: Bool) throws(ReferenceInflater.Fault) {
    for length in lengths where length > 0 { counts[length] += 1 }
    var code = 0
    var places = [Int](repeating: 0, count: 16)
    for length in 1...15 {
      code = (code + (length > 1 ? counts[length - 1] : 0)) << 1
      first[length] = code
      guard code + counts[length] <= 1 << length else { throw .badCodes }
      places[length] = places[length - 1] + (length > 1 ? counts[length - 1] : 0)
    }
    symbols = [Int](repeating: 0, count: lengths.count)
    for symbol in lengths.indices where lengths[symbol] > 0 {
      symbols[places[lengths[symbol]]] = symbol
      places[lengths[symbol]] += 1
    }
    let isComplete = code + counts[15] == 1 << 15
    let isSimple = counts[2...].allSatisfy { $0 == 0 }
    guard isComplete || mayBeIncomplete && isSimple else { throw .badCodes }
  }

  func next(_ bits: inout Bits) throws(ReferenceInflater.Fault) -> Int {
    var code = 0
    var passed = 0
    for length in 1...15 {
      code = code << 1 | (try bits.takeOne())
      if code - first[length] < counts[length] { return symbols[passed + code - first[length]] }
      passed += counts[length]
    }
    throw .unknownCode
  }
}

/// What the symbols of lengths and distances stand for (RFC 1951 §3.2.5): a base, and bits that are added to
/// it.
private enum Extra {
  static let lengths = table(codes: 28, first: 3, plain: 8, each: 4) + [(base: 258, bits: 0)]
  static let distances = table(codes: 30, first: 1, plain: 4, each: 2)

  private static func table(codes: Int, first: Int, plain: Int, each: Int) -> [(base: Int, bits: Int)] {
    var base = first
    return (0..<codes).map { code in
      let bits = code < plain ? 0 : (code - plain) / each + 1
      defer { base += 1 << bits }
      return (base, bits)
    }
  }
}
