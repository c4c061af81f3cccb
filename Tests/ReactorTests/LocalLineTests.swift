import Glibc
import Testing

@testable import Reactor

@Suite struct `A talk between two programs` {
  @Test func `goes line by line, and descriptors go with a line`() throws {
    let (caller, answerer, listener) = try talk()
    try caller.say("hello")
    #expect(answerer.hear(within: patience)?.text == "hello")
    try answerer.say("two for you", passing: [listener.raw, listener.raw])
    let heard = try #require(caller.hear(within: patience))
    #expect(heard.text == "two for you" && heard.passed.count == 2)
    let taken = heard.passed.take()
    #expect(heard.passed.count == 0 && taken.count == 2)
    #expect(try Listener(inheriting: taken[0]).place == listener.place)
    #expect(try Listener(inheriting: taken[1]).place == listener.place)
    try caller.say("")
    #expect(answerer.hear(within: patience)?.text == "")
  }

  @Test func `knows who is at the other end`() throws {
    let (caller, answerer, listener) = try talk()
    let me = LocalLine.Peer(process: getpid(), user: geteuid())
    #expect(try answerer.peer() == me)
    #expect(try caller.peer() == me && listener.raw >= 0)
  }

  @Test func `closes what was passed and not taken`() throws {
    let (caller, answerer, _) = try talk()
    var pipes: [Int32] = [0, 0]
    try #require(pipe(&pipes) == 0)
    try caller.say("one for you", passing: [pipes[1]])
    close(pipes[1])
    #expect(answerer.hear(within: patience)?.passed.count == 1)
    // Nobody writes into the pipe any more, so its reader sees the end.
    var byte: UInt8 = 0
    #expect(read(pipes[0], &byte, 1) == 0)
    close(pipes[0])
  }

  @Test func `takes no descriptors without a whole line, and closes them`() throws {
    let (caller, answerer, _) = try talk()
    var pipes: [Int32] = [0, 0]
    try #require(pipe(&pipes) == 0)
    try caller.say(String(repeating: "a", count: LocalLine.lineBytesMax - 1), passing: [pipes[1]])
    try caller.say("b")
    close(pipes[1])
    #expect(answerer.hear(within: patience)?.passed.count == 1, "as long as a line may be")
    #expect(answerer.hear(within: patience)?.text == "b")
    var byte: UInt8 = 0
    #expect(read(pipes[0], &byte, 1) == 0)
    close(pipes[0])
  }

  @Test func `gets no line that is too long, not alone, not text, too late or from nobody`() throws {
    for bytes: [UInt8] in [
      Array(repeating: 0x61, count: LocalLine.lineBytesMax), Array("one\ntwo\n".utf8), [0xFF, 0x0A], [],
    ] {
      let folder = try TestFolder()
      let listener = try Listener(path: folder.path + "/socket", mode: 0o600)
      let stranger = try Socket.connect(path: folder.path + "/socket")
      let answerer = try #require(LocalLine(answering: listener))
      #expect(bytes.withUnsafeBytes { stranger.send($0) } == .bytes(bytes.count))
      stranger.finishSending()
      #expect(answerer.hear(within: patience) == nil)
    }
    let (caller, answerer, _) = try talk()
    #expect(answerer.hear(within: 0) == nil && answerer.hear(within: 1) == nil)
    try caller.say("late")
    #expect(answerer.hear(within: patience)?.text == "late")
    caller.end()
    #expect(answerer.hear(within: patience) == nil)
    #expect(throws: Errno.self) { try answerer.say("anybody?") }
  }

  @Test func `is heard to its end by somebody who is ended meanwhile`() throws {
    let (caller, answerer, _) = try talk()
    let thread = Thread(name: "ender") { answerer.end() }
    #expect(answerer.hear(within: patience) == nil)
    thread.join()
    #expect(caller.hear(within: patience) == nil)
  }

  @Test func `begins only where somebody listens`() throws {
    let folder = try TestFolder()
    let error = #expect(throws: Errno.self) { _ = try LocalLine(calling: folder.path + "/socket") }
    #expect(error?.isMissing == true)
    let listener = try Listener(path: folder.path + "/socket", mode: 0o600)
    #expect(LocalLine(answering: listener) == nil, "nobody called")
    listener.end()
    let refused = #expect(throws: Errno.self) { _ = try LocalLine(calling: folder.path + "/socket") }
    #expect(refused?.isRefused == true)
    let tcp = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let client = try Socket.connect(host: "127.0.0.1", port: tcp.port)
    let overTCP = try #require(LocalLine(answering: tcp))
    #expect(client.raw >= 0)
    #expect((try? overTCP.peer())?.process ?? 0 <= 0, "the kernel does not know the peer of a TCP connection")
  }

  /// A caller, the line that answered, and a listener to pass on.
  private func talk() throws -> (LocalLine, LocalLine, Listener) {
    let folder = try TestFolder()
    let listener = try Listener(path: folder.path + "/socket", mode: 0o600)
    let caller = try LocalLine(calling: folder.path + "/socket")
    return (caller, try #require(LocalLine(answering: listener)), listener)
  }
}

private let patience: Int64 = 20_000
