import HTTP
import Reactor
import TestDice
import Testing

@testable import Server

@Suite struct `Who asks through a proxy` {
  static let proxy = "10.0.0.1"
  static let peer = Peer.host(IPAddress(v4: 0x0A00_0001))

  // MARK: - Whom we believe

  @Test(arguments: [
    ("203.0.113.9", "203.0.113.9"), ("203.0.113.9:5000", "203.0.113.9"), ("2001:db8::9", "2001:db8::9"),
    ("[2001:db8::9]", "2001:db8::9"), ("[2001:db8::9]:5000", "2001:db8::9"),
    ("  203.0.113.9\t", "203.0.113.9"),
    ("::ffff:203.0.113.9", "203.0.113.9"),
    // What stands left of the last that one of ours has seen may be anybody's invention.
    ("1.1.1.1, 203.0.113.9", "203.0.113.9"), ("10.0.0.7, 203.0.113.9", "203.0.113.9"),
    ("garbage, 203.0.113.9", "203.0.113.9"), (", , 203.0.113.9", "203.0.113.9"),
    // Trusted ones are passed over.
    ("203.0.113.9, 10.0.0.2, 10.9.9.9", "203.0.113.9"), ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
    ("203.0.113.9,10.0.0.2", "203.0.113.9"),
  ])
  func `is the right-most address that is not a proxy of ours`(header: String, client: String) throws {
    #expect(try clientOf(Self.peer, [header]).description == client)
  }

  @Test func `may be named over several lines, in their order`() throws {
    #expect(try clientOf(Self.peer, ["203.0.113.9", "10.0.0.2"]).description == "203.0.113.9")
    #expect(try clientOf(Self.peer, ["203.0.113.9", "198.51.100.1"]).description == "198.51.100.1")
  }

  @Test func `is the peer itself where it says nothing`() throws {
    #expect(try clientOf(Self.peer, []) == Self.peer)
  }

  @Test func `may be named through a Unix socket, if that is trusted`() throws {
    #expect(try clientOf(.unix, ["203.0.113.9"], trusting: ["unix"]).description == "203.0.113.9")
    #expect(try clientOf(.unix, ["203.0.113.9"], trusting: ["10.0.0.0/8"]) == .unix)
    #expect(try clientOf(Self.peer, ["203.0.113.9"], trusting: ["unix"]) == Self.peer)
  }

  // MARK: - Whom we do not

  @Test(arguments: ["192.0.2.1", "11.0.0.1", "127.0.0.1", "::1", "2001:db8::1"])
  func `is the peer itself if it is not a proxy of ours`(text: String) throws {
    let stranger = Peer.host(try #require(IPAddress(text)))
    #expect(try clientOf(stranger, ["203.0.113.9"]) == stranger)
  }

  @Test(arguments: [
    "", ",", " ", "garbage", "unknown", "_hidden", "203.0.113.9,", "203.0.113.256", "203.0.113.9:",
    "203.0.113.9:x",
    "203.0.113.9:65536", "203.0.113.9:+80", "203.0.113.9:000080", ":80", "[203.0.113.9]", "[203.0.113.9]:80",
    "[2001:db8::9", "2001:db8::9]", "[]", "[2001:db8::9]80", "[2001:db8::9]:", "[2001:db8::9]:x",
    "[2001:db8::9%lo]",
    "\"203.0.113.9\"", "203.0.113.9 198.51.100.1", "203.0.113.9;198.51.100.1", "localhost", "0xcb.0.113.9",
    "203.0.113.9, garbage", "203.0.113.9, garbage, 10.0.0.2", String(repeating: "1", count: 8000),
  ])
  func `is the peer itself where the list is malformed`(header: String) throws {
    #expect(try clientOf(Self.peer, [header]) == Self.peer)
  }

  @Test func `is looked for a limited number of hops back`() throws {
    func chain(_ trusted: Int) -> String {
      (["203.0.113.9"] + Array(repeating: "10.0.0.2", count: trusted)).joined(separator: ",")
    }
    #expect(try clientOf(Self.peer, [chain(Proxies.hopsMax - 1)]).description == "203.0.113.9")
    #expect(try clientOf(Self.peer, [chain(Proxies.hopsMax)]) == Self.peer)
    #expect(try clientOf(Self.peer, [chain(5000)]) == Self.peer)
    let lines = Array(repeating: "10.0.0.2", count: Proxies.hopsMax)
    #expect(try clientOf(Self.peer, ["203.0.113.9"] + lines) == Self.peer)
  }

  @Test func `came over TLS if a trusted peer says so, once`() throws {
    let proxies = try trusting([Self.proxy])
    func isSecure(_ peer: Peer, _ schemes: [String]) -> Bool {
      proxies.isSecure(peer, Headers(schemes.map { Header("X-Forwarded-Proto", $0) }))
    }
    #expect(isSecure(Self.peer, ["https"]) && isSecure(Self.peer, ["HTTPS"]))
    for schemes in [[], ["http"], ["https, http"], ["https", "https"], [""]] {
      #expect(!isSecure(Self.peer, schemes))
    }
    #expect(!isSecure(.unix, ["https"]))
  }

  @Test(arguments: ["", "unix:", "Unix", "10.0.0.0/33", "host", "10.0.0.1,10.0.0.2", "*"])
  func `A setting that names no proxy is refused`(text: String) {
    #expect(Proxies(trusting: [text]) == nil)
    #expect(Proxies(trusting: ["unix", text]) == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `is never somebody that only a stranger named`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let proxies = try trusting(["10.0.0.0/8", "2001:db8:1::/48"])
    func any() -> String {
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: "10.0.0.\(UInt8.random(in: 0...255, using: &dice))"
      case 1: "2001:db8:1::\(Int.random(in: 1...9, using: &dice))"
      case 2: "198.51.100.\(UInt8.random(in: 0...255, using: &dice)):80"
      case 3: "[2001:db8:2::\(Int.random(in: 1...9, using: &dice))]"
      default: ["", "x", "1.2.3", "::1::"].randomElement(using: &dice) ?? ""
      }
    }
    for _ in 0..<200 {
      let invented = (0..<Int.random(in: 0...6, using: &dice)).map { _ in any() }
      // The last proxy adds whom it saw.
      let seen = IPAddress(v4: 0xCB00_7100 | UInt32.random(in: 0...255, using: &dice))
      let header = (invented + [seen.description]).joined(separator: ", ")
      let headers = Headers([Header("X-Forwarded-For", header)])
      #expect(proxies.client(of: Self.peer, headers) == .host(seen), "seed \(seed): \(header)")
    }
  }
}

private func trusting(_ texts: [String]) throws -> Proxies {
  try #require(Proxies(trusting: texts))
}

private func clientOf(
  _ peer: Peer, _ values: [String], trusting texts: [String] = ["10.0.0.0/8"]
) throws -> Peer {
  try trusting(texts).client(of: peer, Headers(values.map { Header("X-Forwarded-For", $0) }))
}
