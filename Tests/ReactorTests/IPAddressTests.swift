import Reactor
import TestDice
import Testing

@Suite struct `An address of a host` {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
    ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"), ("2001:DB8:0:0::1", "2001:db8::1"),
    ("::", "::"), ("::1", "::1"), ("fe80::1", "fe80::1"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
  ])
  func `is read and written`(text: String, written: String) throws {
    #expect(try #require(IPAddress(text)).description == written)
  }

  @Test(arguments: [
    "", " ", "192.0.2", "192.0.2.1.5", "192.0.2.256", "192.0.2.01", "0x7f.0.0.1", "127.1", "2130706433",
    "192.0.2.1 ", " 192.0.2.1", "192.0.2.1:80", "[::1]", "::1%lo", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
    ":::",
    "1::2::3", "::12345", "g::", "::ffff:192.0.2.256", "localhost", "192.0.2.1\u{0}", "１92.0.2.1",
    String(repeating: "1", count: 46), String(repeating: ":", count: 5000),
  ])
  func `is refused when malformed`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `comes back from its text`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<50 {
      let v4 = IPAddress(v4: dice.next())
      #expect(IPAddress(v4.description) == v4, "seed \(seed)")
      let v6 = IPAddress(high: dice.next(), low: dice.next() & dice.next() & dice.next())
      #expect(IPAddress(v6.description) == v6, "seed \(seed)")
    }
  }

  @Test func `A loopback address is known as such, and not counted`() throws {
    for text in ["127.0.0.1", "127.255.0.3", "::1", "::ffff:127.0.0.1"] {
      let address = try #require(IPAddress(text))
      #expect(address.isLoopback && address.countingKey == 0, "\(text)")
    }
    for text in ["128.0.0.1", "126.0.0.1", "::2", "2001:db8::1", "10.0.0.1", "0.0.0.0"] {
      #expect(try #require(IPAddress(text)).isLoopback == false, "\(text)")
    }
    #expect(Peer.unix.countingKey == 0 && Peer.unix.isLocal)
  }

  @Test func `counts alone in IPv4, with all its network in IPv6`() throws {
    func key(_ text: String) throws -> UInt64 { try #require(IPAddress(text)).countingKey }
    #expect(try key("192.0.2.1") != key("192.0.2.2"))
    #expect(try key("192.0.2.1") == key("::ffff:192.0.2.1"))
    #expect(try key("0.0.0.0") != 0)
    #expect(try key("2001:db8:1:2::1") == key("2001:db8:1:2:ffff:ffff:ffff:ffff"))
    #expect(try key("2001:db8:1:2::1") != key("2001:db8:1:3::1"))
  }
}

@Suite struct `A range of addresses` {
  @Test(arguments: [
    ("192.0.2.1", ["192.0.2.1", "::ffff:192.0.2.1"], ["192.0.2.0", "192.0.2.2", "::192.0.2.1"]),
    ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["11.0.0.0", "9.255.255.255", "::a00:0"]),
    ("10.1.2.3/8", ["10.9.9.9"], ["11.1.2.3"]),
    ("192.0.2.128/25", ["192.0.2.128", "192.0.2.255"], ["192.0.2.127", "192.0.3.128"]),
    ("192.0.2.1/32", ["192.0.2.1"], ["192.0.2.0"]), ("0.0.0.0/0", ["1.2.3.4"], ["2001:db8::1"]),
    ("2001:db8::/32", ["2001:db8:ffff::1"], ["2001:db9::1"]), ("::1", ["::1"], ["::2", "127.0.0.1"]),
    ("2001:db8::/65", ["2001:db8::7fff:0:0:1"], ["2001:db8::8000:0:0:1"]),
    ("::/0", ["::1", "1.2.3.4", "2001:db8::1"], []), ("::ffff:10.0.0.0/104", ["10.1.2.3"], ["11.1.2.3"]),
  ])
  func `holds those that begin alike`(text: String, within: [String], outside: [String]) throws {
    let range = try #require(AddressRange(text))
    for address in within { #expect(range.contains(try #require(IPAddress(address))), "\(address)") }
    for address in outside { #expect(!range.contains(try #require(IPAddress(address))), "\(address)") }
  }

  @Test(arguments: [
    "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/ 8", "10.0.0.0/8/8",
    "10.0.0.0/0x8", "10.0.0.0/0008", "::/129", "10/8", "unix", "localhost", "10.0.0.0 /8",
  ])
  func `is refused when malformed`(text: String) {
    #expect(AddressRange(text) == nil)
  }
}
