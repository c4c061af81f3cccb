import Glibc

/// A host on the Internet. An IPv4 address is kept as IPv6 writes it, ::ffff:a.b.c.d, so that a host has one form
/// however it came.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The network of an IPv6 address, in the machine's byte order.
  package let high: UInt64
  package let low: UInt64

  private static let mapped: UInt64 = 0xFFFF << 32

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(v4: UInt32) {
    self.init(high: 0, low: Self.mapped | UInt64(v4))
  }

  /// "192.0.2.1" or "2001:db8::1", in no other spelling: no port, no brackets, no zone, no name.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
    let address: IPAddress? = text.withCString { text in
      var v4 = in_addr()
      if inet_pton(AF_INET, text, &v4) == 1 { return IPAddress(v4) }
      var v6 = in6_addr()
      return inet_pton(AF_INET6, text, &v6) == 1 ? IPAddress(v6) : nil
    }
    guard let address else { return nil }
    self = address
  }

  init(_ address: in_addr) {
    self.init(v4: UInt32(bigEndian: address.s_addr))
  }

  init(_ address: in6_addr) {
    self = withUnsafeBytes(of: address) { bytes in
      IPAddress(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  package var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// This machine itself: 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    isV4 ? low & 0xFF00_0000 == 0x7F00_0000 : high == 0 && low == 1
  }

  /// The key under which its visitors are counted: an IPv4 address, or in IPv6 a /64 network, all of which one visitor
  /// may have. 0 for this machine itself, which is not counted.
  package var countingKey: UInt64 {
    if isLoopback { return 0 }
    // No network begins with 32 zeros and a one, so the two kinds never meet.
    return isV4 ? 1 << 32 | low & 0xFFFF_FFFF : high
  }

  package var description: String {
    if isV4 {
      return (0..<4).map { String(low >> (24 - 8 * $0) & 0xFF) }.joined(separator: ".")
    }
    var address = in6_addr()
    withUnsafeMutableBytes(of: &address) { bytes in
      bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { space in
      let text = inet_ntop(AF_INET6, &address, space.baseAddress, socklen_t(space.count))
      return text.map { String(cString: $0) } ?? "::"
    }
  }
}

/// An address, or all that begin with the same bits: "192.0.2.0/24".
package struct AddressRange: Hashable, Sendable {
  private let first: IPAddress
  /// How many of 128 bits count.
  private let bits: Int

  package init?(_ text: some StringProtocol) {
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = halves.first.flatMap({ IPAddress($0) }) else { return nil }
    let (bitsMax, offset) = first.isV4 && !halves[0].contains(":") ? (32, 96) : (128, 0)
    var bits = bitsMax
    if halves.count == 2 {
      let digits = halves[1]
      guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(digits), number <= bitsMax
      else { return nil }
      bits = number
    }
    self.first = first
    self.bits = bits + offset
  }

  package func contains(_ address: IPAddress) -> Bool {
    func agree(_ a: UInt64, _ b: UInt64, bits: Int) -> Bool { bits <= 0 || (a ^ b) >> (64 - bits) == 0 }
    return agree(first.high, address.high, bits: min(64, bits))
      && agree(first.low, address.low, bits: bits - 64)
  }
}

/// The peer at the other end of a connection.
package enum Peer: Hashable, Sendable, CustomStringConvertible {
  case host(IPAddress)
  /// A program of this machine, through a Unix socket.
  case unix

  /// What stands for it where visitors are counted; 0 where it is not.
  package var countingKey: UInt64 {
    switch self {
    case .host(let address): address.countingKey
    case .unix: 0
    }
  }

  /// Is it a program of this machine?
  package var isLocal: Bool {
    switch self {
    case .host(let address): address.isLoopback
    case .unix: true
    }
  }

  package var description: String {
    switch self {
    case .host(let address): address.description
    case .unix: "unix"
    }
  }
}
