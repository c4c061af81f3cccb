import Glibc
import Testing

@testable import Load

@Suite struct `Where a load goes` {
  @Test func `is an address, a port, and what stands before paths`() throws {
    #expect(try Target("ws://127.0.0.1:8080") == Target(port: 8080))
    #expect(try Target("ws://localhost:9001/") == Target(port: 9001))
    #expect(try Target("ws://10.0.0.7:80/lab") == Target(address: [10, 0, 0, 7], port: 80, prefix: "/lab"))
    #expect(try Target("ws://10.0.0.7:80/lab").place == "10.0.0.7:80")
  }

  @Test(arguments: [
    "", "127.0.0.1:80", "http://127.0.0.1:80", "ws://127.0.0.1", "ws://127.0.0.1:0", "ws://127.0.0.1:65536",
    "ws://127.0.0:80", "ws://127.0.0.256:80", "ws://example.org:80", "ws://[::1]:80", "ws://",
  ])
  func `is refused in any other form`(text: String) {
    #expect(throws: LoadFailure.badAddress(text)) { try Target(text) }
  }

  @Test func `is read from what our server says`() {
    #expect(ServerProcess.port(in: "baize: http://127.0.0.1:41234/\n") == 41234)
    #expect(ServerProcess.port(in: "baize: http://[::1]:80/\n") == 80)
    #expect(ServerProcess.port(in: "baize: http://127.0.0.1:41") == nil)
    #expect(ServerProcess.port(in: "") == nil)
  }
}

@Suite struct `A client's frames` {
  /// What a server makes of one, RFC 6455 §5.2 and §5.3.
  private func unmasked(_ frame: [UInt8]) -> [UInt8] {
    let short = frame[1] & 0x7F
    let header = short < 126 ? 2 : short == 126 ? 4 : 10
    let key = frame[header..<(header + 4)]
    return frame[(header + 4)...].enumerated().map { $1 ^ key[header + $0 % 4] }
  }

  @Test(arguments: [0, 1, 4, 125, 126, 65_535, 65_536])
  func `are masked, with their length in its shortest form`(count: Int) {
    let payload = (0..<count).map { UInt8($0 & 0x7F) }
    let frame = ClientFrame.text(payload)
    #expect(frame[0] == 0x81 && frame[1] & 0x80 != 0)
    #expect(frame.count == count + 6 + (count > 65_535 ? 8 : count > 125 ? 2 : 0))
    #expect(unmasked(frame) == payload)
    #expect(count == 0 || Array(frame.suffix(count)) != payload)
  }
}

@Suite struct `What is published` {
  @Test func `have the length that was asked for, and differ`() {
    let publications = Publications(bytes: 300)
    let frames = (0..<100).map { publications.frame($0) }
    #expect(frames.allSatisfy { $0.count == 300 + 8 })
    #expect(Set(frames).count == 100)
    #expect(Publications(bytes: 300).frame(3) == frames[3], "the same in each run")
  }
}

@Suite struct `A schedule` {
  @Test func `counts from its start, not from when it was read`() {
    var schedule = Schedule(perSecond: 1000)
    #expect(schedule.due == .max)
    schedule.start(at: 5_000_000)
    #expect(schedule.due == 5_000_000)
    for _ in 0..<3000 { schedule.next() }
    #expect(schedule.due == 3_005_000_000)
    #expect(schedule.time(of: 0) == 5_000_000)
  }

  @Test func `is never due at a rate of zero`() {
    var schedule = Schedule(perSecond: 0)
    schedule.start(at: 5)
    #expect(schedule.due == .max)
  }
}

@Suite struct `Open files` {
  @Test func `are refused in a sentence when there are too few`() {
    #expect(throws: LoadFailure.self) { try OpenFiles.allow(connections: 1 << 40) }
    #expect(throws: Never.self) { try OpenFiles.allow(connections: 1) }
    #expect(LoadFailure.tooFewFiles(needed: 9, allowed: 5).description.contains("ulimit -Hn"))
  }
}

@Suite struct `A process` {
  @Test func `tells what it takes`() {
    let usage = ProcessUsage(process: getpid())
    var sum: UInt64 = 0
    for index in 0..<3_000_000 as Range<UInt64> { sum = sum &* 31 &+ index }
    #expect(sum != 1)
    #expect(usage.cpuNanoseconds() > 0)
    let memory = usage.memory()
    #expect(memory.residentBytes > memory.anonymousBytes && memory.anonymousBytes > 0)
  }

  @Test func `A process that does not exist takes no time and no memory`() {
    let usage = ProcessUsage(process: Int32.max)
    #expect(usage.cpuNanoseconds() == 0 && usage.memory() == ProcessUsage.Memory())
  }

  @Test func `A process ends with its owner, and one that cannot be started says so`() throws {
    var server: ServerProcess? = try ServerProcess(["sleep", "60"], core: nil, saysPort: false)
    let process = try #require(server?.process)
    #expect(kill(process, 0) == 0)
    server = nil
    #expect(kill(process, 0) != 0)
    let absent = try ServerProcess(["/nowhere/server"], core: nil, saysPort: true)
    #expect(throws: LoadFailure.self) { try absent.portSaid() }
  }
}
