import Glibc
import Testing

@testable import Reactor

@Suite struct `An outlet` {
  @Test(arguments: ["pipe", "terminal", "socket"])
  func `holds up nobody, and its lines are whole`(kind: String) throws {
    let ends = try Ends(kind)
    let outlet = Outlet(ends.writer.raw)
    var taken = 0
    // Each has its number and is longer than what a pipe takes at once.
    func line(_ number: Int) -> [UInt8] { Array("\(number) \(String(repeating: "a", count: 9_000))\n".utf8) }
    while taken < 1_000, outlet.write(line(taken)) { taken += 1 }
    #expect(taken < 1_000, "\(kind): it was full")
    var heard = Self.read(ends.reader.raw)
    // Once there is room the end of the last one comes first.
    var isTaken = false
    // A terminal takes its time.
    for _ in 0..<1_000 where !heard.suffix(4).contains(UInt8(ascii: "d")) {
      if !isTaken { isTaken = outlet.write(Array("end\n".utf8)) }
      Self.wait(for: ends.reader.raw)
      heard += Self.read(ends.reader.raw)
    }
    let lines = heard.filter { $0 != 0x0D }.split(separator: 0x0A).map(Array.init)
    // Not compared by the macro, which would look through all of it byte by byte.
    let areWhole = lines.dropLast().map { $0 + [0x0A] } == (0..<taken).map(line)
    #expect(areWhole)
    #expect(lines.last.map { String(decoding: $0, as: UTF8.self) } == "end")
  }

  @Test func `leaves as it is what others hold too`() throws {
    let ends = try Ends("pipe")
    let outlet = Outlet(ends.writer.raw)
    #expect(outlet.write([0x0A]))
    #expect(fcntl(ends.writer.raw, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func `goes on where a file ends`() throws {
    let folder = try TestFolder()
    let file = Descriptor(owning: open(folder.path + "/log", O_RDWR | O_CREAT, 0o600))
    #expect(Glibc.write(file.raw, "before\n", 7) == 7)
    let outlet = Outlet(file.raw)
    #expect(outlet.write(Array("one\n".utf8)))
    #expect(outlet.write(Array("two\n".utf8)))
    #expect(lseek(file.raw, 0, SEEK_SET) == 0)
    #expect(String(decoding: Self.read(file.raw), as: UTF8.self) == "before\none\ntwo\n")
  }

  @Test func `leaves out what a full disk does not take`() {
    let full = Descriptor(owning: open("/dev/full", O_WRONLY))
    let outlet = Outlet(full.raw)
    for _ in 0..<3 { #expect(!outlet.write([0x61, 0x0A])) }
  }

  @Test func `A closed outlet takes everything`() throws {
    let outlet = Outlet(-1)
    #expect(outlet.write([0x0A]))
    #expect(outlet.write([]))
  }

  private static func wait(for raw: Int32) {
    var place = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
    _ = poll(&place, 1, 10)
  }

  /// What is there now.
  private static func read(_ raw: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(raw, &part, part.count)
      guard count > 0 else { return all }
      all += part[..<count]
    }
  }
}

/// Two ends of a pipe or socket: the writer may block, the reader does not.
private final class Ends {
  let reader: Descriptor
  let writer: Descriptor

  init(_ kind: String) throws {
    var ends: [Int32] = [-1, -1]
    switch kind {
    case "pipe": try #require(pipe(&ends) == 0)
    case "socket": try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    default:
      ends[0] = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var isLocked: Int32 = 0
      try #require(ioctl(ends[0], Self.lockOfTerminal, &isLocked) == 0)
      ends[1] = ioctl(ends[0], Self.peerOfTerminal, O_RDWR | O_NOCTTY)
      try #require(ends[1] >= 0)
    }
    reader = Descriptor(owning: ends[0])
    writer = Descriptor(owning: ends[1])
    _ = fcntl(reader.raw, F_SETFL, fcntl(reader.raw, F_GETFL) | O_NONBLOCK)
  }

  /// TIOCSPTLCK and TIOCGPTPEER of ioctl_tty(2), whose macros Swift cannot see.
  private static let lockOfTerminal: UInt = 0x4004_5431
  private static let peerOfTerminal: UInt = 0x5441
}
