import Foundation
import HTTP
import Logging
import Synchronization
import Testing

@testable import Server
@testable import Store

/// All lines that a log has written.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func sink(_ level: Logger.Level = .trace, _ format: LogEntry.Format = .text) -> LogSink {
    LogSink(level: level, format: format) { line in
      self.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      return true
    }
  }
}

@Suite struct `A line of the log` {
  private static let entry = LogEntry(
    wallMilliseconds: 1_795_318_445_078, level: .info, message: "sent away",
    metadata: ["why": "a \"quoted\"\nword", "code": "4008", "empty": "", "list": ["a", "b"]])

  @Test func `is logfmt, each event on one line`() {
    let head = #"time=2026-11-22T03:34:05.078Z level=info msg="sent away" code=4008 empty="" "#
    let tail = #"list="[\"a\", \"b\"]" why="a \"quoted\"\nword""#
    #expect(Self.entry.text == head + tail)
  }

  @Test func `is an object of JSON`() throws {
    let line = Self.entry.line(.json)
    #expect(line.last == UInt8(ascii: "\n"))
    let json = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: String])
    #expect(json["level"] == "info" && json["msg"] == "sent away" && json["code"] == "4008")
    #expect(json["why"] == "a \"quoted\"\nword")
    #expect(json["time"] == "2026-11-22T03:34:05.078Z")
  }

  @Test func `has an end, however long what is said is`() {
    let long = String(repeating: "long ", count: 10_000)
    let entry = LogEntry(wallMilliseconds: 0, level: .error, message: long, metadata: ["why": "\(long)"])
    #expect(entry.text.utf8.count < 3 * LogEntry.fieldCharactersMax)
    #expect(entry.text.hasPrefix("time=1970-01-01T00:00:00.000Z level=error "))
  }
}

@Suite struct `What is secret` {
  private static let token = "g1.0123456789abcdef0123456789abcdef"
  private static let visit = "0123456789abcdef0123456789abcdef"

  @Test(arguments: [
    token, "tok \(token)", "\"tok\":\"\(token)\"", "\(token)\(token)", "(\(visit))", "sid=\"\(visit)\"",
    "Authorization: Bearer abcdef", "authorization: basic YTpi", "a\n\(token)", "g1.short",
    "g1.ZZZZZZZZZZZZZZZZZZZ", "x/\(token)", "tok=\(token)", "tok=\(token)/more", "sid=\(visit)",
    "/t/\(visit)/x",
    "a+\(visit)", "sid\(visit)", "visit_\(visit)", "sid=\(visit)&tok=\(token)", "GET /api/blobs/\(token)",
    "my\(token)", "\(visit)=\(visit)", "g1%2E\(visit)", "bag_\(visit)", "ü\(token)",
  ])
  func `leaves no text`(text: String) {
    let told = Redaction.redacted(text)
    for secret in [Self.visit, "abcdef", "YTpi", "short", "ZZZZ"] {
      #expect(!told.contains(secret), "\(told)")
    }
    #expect(told.contains(Redaction.mask))
  }

  @Test(arguments: [
    "", "hello", "g_0123456789abcdef0123456789abcdef", "rAbCdEfGh joined", "a basis", "g1 and g2",
    String(repeating: "ab", count: 32), "203.0.113.9 comes through 2001:db8::1",
    "too many messages",
    "/api/blobs/\(String(repeating: "ab", count: 32))", "who=g_0123456789abcdef0123456789abcdef",
    "arg1.value of it",
    "/t/rAbCdEfGh/and/so/on/for/long", "ein Wörtchen/für=Größe/und/noch/mehr",
  ])
  func `is not what everybody may see`(text: String) {
    #expect(Redaction.redacted(text) == text)
  }

  @Test func `is what stands under a secret's name`() {
    for name in ["token", "sid", "Authorization", "TOK"] {
      let entry = LogEntry(wallMilliseconds: 0, level: .info, message: "m", metadata: [name: "hunter2"])
      #expect(!entry.text.contains("hunter2"), "\(entry.text)")
    }
  }
}

@Suite struct `A log` {
  @Test func `waits for nobody, and says how much it left out when somebody reads again`() {
    let lines = Mutex<[String]>([])
    let isRead = Mutex(false)
    let sink = LogSink(level: .info, format: .text) { line in
      guard isRead.withLock({ $0 }) else { return false }
      lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      return true
    }
    for number in 1...3 { sink.logger().info("line \(number)") }
    isRead.withLock { $0 = true }
    for number in 4...5 { sink.logger().info("line \(number)") }
    let told = lines.withLock { $0 }
    #expect(told.count == 3)
    #expect(told[0].contains(#"level=warning msg="lines left out" count=3 why="nobody read them""#))
    #expect(told[1].contains("line 4") && told[2].contains("line 5"))
    #expect(sink.tail(9).map(\.message) == (1...5).map { "line \($0)" }, "the operator's page has them all")
  }

  @Test func `keeps its newest lines, and writes those that are grave enough`() {
    let lines = LogLines()
    let sink = lines.sink(.info)
    var log = sink.logger()
    log[metadataKey: "loop"] = "1"
    log.debug("unheard")
    for number in 0..<LogSink.keptMax + 5 { log.info("line \(number)", metadata: ["n": "\(number)"]) }
    #expect(lines.all.count == LogSink.keptMax + 5)
    #expect(lines.all[0].hasSuffix("level=info msg=\"line 0\" loop=1 n=0\n"))
    let tail = sink.tail(LogSink.keptMax + 100)
    #expect(tail.count == LogSink.keptMax)
    #expect(tail.first?.message == "line 5" && tail.last?.message == "line \(LogSink.keptMax + 4)")
    #expect(sink.tail(2).map(\.message) == tail.suffix(2).map(\.message))
    sink.level = .debug
    log.debug("heard")
    log.trace("unheard")
    #expect(lines.all.count == LogSink.keptMax + 6)
  }

  @Test func `writes a limited number of lines about strangers, and says how many it left out`() {
    var allowance = LogAllowance()
    var written = 0
    for _ in 0..<10_000 where allowance.take(.info, now: 1000) { written += 1 }
    #expect(written == 500)
    let isGraveWritten = allowance.take(.warning, now: 1000)
    #expect(isGraveWritten, "what is grave has an allowance of its own")
    #expect(allowance.takeLeftOut() == 9500)
    #expect(allowance.takeLeftOut() == 0)
    let isLaterWritten = allowance.take(.info, now: 1020)
    #expect(isLaterWritten)
  }
}

@Suite struct `The log of a server at play` {
  @Test(arguments: [1, 2]) func `holds no secret of anybody, whatever the level`(loops: Int) throws {
    let lines = LogLines()
    let sink = lines.sink()
    let server = try TestServer(loops: loops, log: sink.logger()) { $0.helloMillisecondsMax = 100 }
    var secrets: [String] = ["hunter2-hunter2-hunter2", "Basic"]
    let ann = try server.client("Ann-her-name")
    let (room, snap) = try ann.openTable()
    _ = try ann.answer(to: ann.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))
    let bob = try server.client("Bob")
    _ = try bob.join(room, as: "watch")
    for client in [ann, bob] {
      let welcome = try #require(client.welcome)
      secrets += [try #require(welcome["tok"]), try #require(welcome["sid"])]
    }
    // Comes back, also with what is wrong; says what is no message; asks where nobody answers.
    let sid = secrets[3]
    let position = #"["\#(room)","\#(snap["e"] ?? "")",1]"#
    for token in [secrets[2], "g1.somebody-elses-token"] {
      let again = try server.stranger()
      let resume = #"{"sid":"\#(sid)","rooms":[\#(position)]}"#
      try again.say(#"{"t":"hello","name":"Ann","tok":"\#(token)","resume":\#(resume)}"#)
      _ = try again.hear("welcome")
      for line in ["{\"tok\":\"\(token)\"}", "\(token)", #"{"t":"cmd","c":1,"r":"\#(sid)"}"#] {
        try again.say(line)
      }
      again.pump()
    }
    let silent = try server.stranger()
    #expect(silent.closeCode() == 4401)
    let asking = try TestClient(port: server.port)
    #expect(try asking.get("/operator", "Authorization: Bearer \(secrets[0])\r\n").status == 404)
    #expect(try asking.get("/api/blobs/\(sid)", "Authorization: Bearer \(secrets[2])\r\n").status == 404)
    secrets.append("somebody-elses-token")
    waits { lines.all.contains { $0.contains("msg=\"sent away\"") } }
    for line in lines.all {
      for secret in secrets where secret != "Basic" { #expect(!line.contains(secret), "\(line)") }
      #expect(!line.contains("Ann-her-name") && !line.contains("stock"), "\(line)")
    }
    let said = Set(lines.all.compactMap { $0.firstMatch(of: /msg=(\w+|"[^"]+")/).map { String($0.1) } })
    for event in ["connected", "hello", "answered", "\"sent away\""] {
      #expect(said.contains(event), "\(event)")
    }
    // Each line can be read, and names whom it is about.
    for line in lines.all {
      let shape = /time=\S+ level=\w+ msg=(\w+|"[^"]+")( \w+=([^"= ]+|"([^"\\]|\\.)*"))*\n/
      #expect(line.wholeMatch(of: shape) != nil, "\(line)")
    }
    #expect(
      lines.all.contains {
        $0.contains("msg=hello") && $0.contains("guest=g_") && $0.contains("peer=127.0.0.1")
      })
  }
}
