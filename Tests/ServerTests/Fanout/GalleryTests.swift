import Bytes
import Reactor
import Rooms
import Testing
import WebSocket

@testable import Server

@Suite struct `A gallery` {
  private let audience = TestAudience()
  private let a = Token(slot: 1, generation: 1)
  private let b = Token(slot: 2, generation: 1)
  private let c = Token(slot: 3, generation: 1)

  @Test func `each member gets what it lacks, in one slice`() {
    audience.admit(a)
    audience.publish("one")
    audience.admit(b, isSeated: true)
    audience.publish("two")
    #expect(audience.read(a) == "one two")
    #expect(audience.read(b) == "two")
    #expect(audience.read(a) == "")
    audience.gallery.checkInvariants()
  }

  @Test func `players stand first, and a sweep goes round until everybody was visited since the last event`()
  {
    audience.admit(a)
    audience.admit(c)
    audience.admit(b, isSeated: true)
    #expect(audience.gallery.seated.map { audience.gallery.members[$0].connection } == [b])
    audience.publish("1")
    let first = [audience.visit(), audience.visit()]
    // Another event in the middle: those who come next are those who were not visited yet.
    audience.publish("2")
    let second = [audience.visit(), audience.visit(), audience.visit()]
    #expect(Set(first + [second[0]]) == [a, b, c])
    #expect(Set(second) == [a, b, c])
    #expect(audience.visit() == nil)
    #expect(audience.gallery.isSwept)
  }

  @Test func `a personal line comes after the events that were published before it`() {
    audience.admit(a, isSeated: true)
    audience.publish("1")
    let mark = audience.gallery.events
    audience.publish("2")
    #expect(audience.read(a, upTo: mark) == "1")
    #expect(audience.read(a) == "2")
  }

  @Test func `A member that lacks more than the log holds is behind, and gets nothing until it is primed`() {
    let audience = TestAudience(logBytesMax: 10)
    audience.admit(a)
    for number in 2...9 { audience.publish("\(number)") }
    audience.gallery.trim(keepingFor: { _ in true })
    #expect(audience.read(a) == nil)
    audience.gallery.fallBehind(audience.place(a))
    audience.publish("more")
    #expect(audience.read(a) == "" && !audience.gallery.lacks(audience.place(a)))
    audience.gallery.primed(audience.place(a), inStream: false)
    audience.publish("again")
    #expect(audience.read(a) == "again")
    audience.gallery.checkInvariants()
  }

  @Test func `The log keeps what a player lacks who reads, and not what one lacks who does not`() {
    let audience = TestAudience(logBytesMax: 10)
    audience.admit(a, isSeated: true)
    audience.admit(b, isSeated: true)
    audience.publish("0")
    #expect(audience.read(b) == "0")
    for number in 1...9 { audience.publish("\(number)") }
    audience.gallery.trim(keepingFor: { $0 == b })
    #expect(audience.read(b) == "1 2 3 4 5 6 7 8 9")
    #expect(audience.read(a) == nil, "what only this one lacks is let go of")
    audience.publish("10")
    audience.gallery.trim(keepingFor: { _ in false })
    #expect(audience.read(b) == "10", "the newest frame stays")
    for number in 11...19 { audience.publish("\(number)") }
    audience.gallery.trim(keepingFor: { _ in false })
    #expect(audience.read(b) == nil)
  }

  @Test func `a slice ends with a whole frame, also where the kernel took only a part`() {
    audience.admit(a)
    for text in ["abc", "def", "ghi"] { audience.publish(text) }
    let place = audience.place(a)
    guard case .frames(let two, let next) = audience.gallery.lack(place, upTo: .max, bytesMax: 11) else {
      Issue.record("there is something to tell")
      return
    }
    #expect(two.count == 10 && next == 2, "a frame of three letters has five bytes")
    #expect(Array(audience.gallery.took(place, bytes: 7)) == Array("def".utf8))
    #expect(audience.read(a) == "ghi")
    audience.publish("jkl")
    #expect(audience.gallery.took(place, bytes: 5).isEmpty, "cut between two frames, nothing is left of one")
    #expect(!audience.gallery.lacks(place))
  }

  @Test func `Frames that everybody was sent are dropped, and those that somebody lacks are kept`() {
    audience.admit(a)
    audience.admit(b)
    audience.publish("text")
    while let token = audience.visit() { #expect(audience.read(token) == "text") }
    audience.gallery.endRound()
    #expect(audience.gallery.logBytes == 0)
    audience.publish("more")
    while let token = audience.visit() {
      if token == a { #expect(audience.read(a) == "more") }
      audience.gallery.visited(audience.place(token), token)
    }
    audience.gallery.endRound()
    #expect(audience.read(b) == "more")
  }

  @Test func `A member who comes in the middle of a round takes nobody's turn`() {
    audience.admit(a)
    audience.admit(b)
    audience.publish("text")
    audience.admit(c)
    while let token = audience.visit() {
      #expect(audience.read(token) == (token == c ? "" : "text"))
      audience.gallery.visited(audience.place(token), token)
    }
    audience.gallery.endRound()
    #expect(!audience.gallery.lacks(audience.place(a)) && !audience.gallery.lacks(audience.place(b)))
  }

  @Test func `Each encoding is made only when a member takes it`() {
    audience.admit(a)
    audience.publish("plain")
    let alone = audience.gallery.logBytes
    #expect(audience.read(a) == "plain")
    audience.admit(b, takes: .alone)
    audience.publish("a text that is told twice, told twice, told twice")
    #expect(audience.read(a) == "a text that is told twice, told twice, told twice")
    #expect(audience.compressed(b) == ["a text that is told twice, told twice, told twice"])
    #expect(audience.gallery.logBytes > alone)
  }

  @Test func `A member that takes the stream is sent it once primed, and no sooner`() {
    audience.admit(a, takes: .shared)
    audience.publish("before")
    #expect(audience.read(a) == "before", "plain, until it is in sync")
    audience.gallery.primed(audience.place(a), inStream: true)
    #expect(audience.gallery.sharedCount == 1)
    audience.publish("after")
    #expect(audience.compressed(a) == ["after"])
    audience.gallery.checkInvariants()
  }

  @Test func `an event that is not in the stream leaves nobody in sync`() {
    audience.admit(a, takes: .shared)
    audience.gallery.primed(audience.place(a), inStream: true)
    audience.publish("not compressed", inStream: false)
    #expect(audience.gallery.sharedCount == 0)
    #expect(audience.read(a) == "" && audience.gallery.members[audience.place(a)].awaitsPrime)
    audience.gallery.checkInvariants()
  }

  @Test func `Only the latest hover is sent, not to the hand itself and not to those who did not ask`() {
    audience.admit(a, isSeated: true)
    audience.admit(b)
    audience.admit(c, wantsDrag: false)
    audience.gallery.setHover([1], except: audience.place(a))
    audience.gallery.setHover([2], except: audience.place(a))
    audience.gallery.setCrowd([9])
    #expect(audience.slots(a) == [9])
    #expect(audience.slots(b) == [9, 2])
    #expect(audience.slots(c) == [9])
    #expect(audience.slots(b) == [])
  }

  @Test func `a hand that moves still hears what became of the others`() {
    audience.admit(a, isSeated: true)
    audience.admit(b, isSeated: true)
    audience.gallery.setHover([1], except: audience.place(b))
    audience.gallery.setHover([2], except: audience.place(a))
    #expect(audience.slots(a) == [2])
    #expect(audience.slots(b) == [2])
  }

  @Test func `a dismissed member is gone, also in the middle of a sweep`() {
    audience.admit(a, isSeated: true)
    audience.admit(b)
    #expect(audience.visit() == nil, "nobody lacks anything yet")
    audience.publish("1")
    #expect(audience.visit() == a)
    audience.dismiss(a)
    #expect(audience.visit() == b)
    #expect(audience.gallery.lacks(audience.place(b)))
    #expect(audience.gallery.members.count == 1)
    audience.gallery.checkInvariants()
  }
}

/// What people say at a table, on its way to all of them.
@Suite struct `Talk in a gallery` {
  private let audience = TestAudience()

  private func say(_ numbers: ClosedRange<Int>) {
    for number in numbers { audience.gallery.appendTalk([UInt8(number)]) }
  }

  @Test func `reaches each member once, in order`() {
    let (a, b) = (token(1), token(2))
    audience.admit(a)
    say(1...3)
    #expect(audience.gallery.lacks(audience.place(a)))
    #expect(audience.slots(a) == [1, 2, 3] && audience.slots(a) == [])
    // Who comes is told by the room what was said before.
    audience.admit(b)
    #expect(audience.slots(b) == [])
    say(4...4)
    #expect(audience.slots(a) == [4] && audience.slots(b) == [4])
  }

  @Test func `is kept for who lacks it, the last lines of it`() {
    let (a, slow) = (token(1), token(2))
    audience.admit(a)
    audience.admit(slow)
    for number in 1...40 {
      say(number...number)
      #expect(audience.slots(a) == [UInt8(number)])
    }
    #expect(audience.slots(slow) == Array((40 - UInt8(TalkFrames.countMax) + 1)...40))
  }

  @Test func `is kept for nobody once all were told`() {
    let (a, slow) = (token(1), token(2))
    audience.admit(a)
    audience.admit(slow)
    say(1...1)
    round { $0 == a }
    #expect(audience.gallery.talk.count == 1)
    say(2...2)
    round { _ in true }
    #expect(audience.gallery.talk.count == 0)
    #expect(audience.slots(slow) == [])
  }

  /// Everybody is visited, and some are told what they lack.
  private func round(tells: (Token) -> Bool) {
    while let member = audience.visit() {
      if tells(member) { _ = audience.slots(member) }
      audience.gallery.visited(audience.place(member), member)
    }
    audience.gallery.endRound()
  }

  @Test func `is numbered round and round`() {
    var frames = TalkFrames()
    for number in 1...Int(UInt16.max) + 3 { frames.append([UInt8(number & 0xFF)]) }
    #expect(frames.serial == 2)
    #expect(Array(frames.frames(after: 0)) == [[1], [2]])
    #expect(frames.frames(after: UInt16.max).count == 3)
    #expect(frames.frames(after: 2).isEmpty)
  }

  private func token(_ slot: UInt32) -> Token { Token(slot: slot, generation: 1) }
}

/// A gallery, its stream, and a note of where each connection stands, as a loop keeps it.
private final class TestAudience {
  let gallery: Gallery
  private var stream = SharedStream()
  private let deflater = Deflater()
  private let inflater = Inflater()
  private var places: [Token: Int] = [:]

  init(logBytesMax: Int = 1000) {
    gallery = Gallery(room: nil, version: 1, logBytesMax: logBytesMax)
  }

  func place(_ token: Token) -> Int { places[token] ?? -1 }

  func admit(
    _ token: Token, isSeated: Bool = false, wantsDrag: Bool = true, takes: Rooms.Encoding = .plain
  ) {
    gallery.admit(token, isSeated: isSeated, wantsDrag: wantsDrag, takes: takes) { places[$0] = $1 }
  }

  func dismiss(_ token: Token) {
    gallery.dismiss(place(token)) { places[$0] = $1 }
    places[token] = nil
  }

  func publish(_ text: String, inStream: Bool = true) {
    let bytes = Array(text.utf8)
    let frame = deflater.flatMap { inStream ? stream.frame(bytes, with: $0) : nil }
    _ = bytes.withUnsafeBytes {
      gallery.publish($0, version: gallery.version + 1, shared: frame, deflater: deflater)
    }
  }

  func visit() -> Token? { gallery.nextToVisit().map { gallery.members[$0].connection } }

  /// The payloads of the frames that a member lacks, which it then has; nil when it is behind.
  private func payloads(_ token: Token, upTo mark: Int) -> [[UInt8]]? {
    switch gallery.lack(place(token), upTo: mark, bytesMax: .max) {
    case .nothing: return []
    case .behind: return nil
    case .frames(let bytes, let next):
      var rest = Array(bytes)[...]
      var payloads: [[UInt8]] = []
      while rest.count >= 2 {
        let count = Int(rest[rest.startIndex + 1])
        payloads.append(Array(rest.dropFirst(2).prefix(count)))
        rest = rest.dropFirst(2 + count)
      }
      gallery.took(place(token), next: next)
      return payloads
    }
  }

  func read(_ token: Token, upTo mark: Int? = nil) -> String? {
    payloads(token, upTo: mark ?? gallery.events)?.map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
  }

  /// The same for a member that is told compressed texts.
  func compressed(_ token: Token) -> [String] {
    (payloads(token, upTo: gallery.events) ?? []).map { payload in
      var text = ByteBuffer()
      payload.withUnsafeBytes { try? inflater?.inflate($0, limit: 1000, into: &text) }
      try? inflater?.endMessage(limit: 1000, into: &text)
      return String(decoding: text.bytes, as: UTF8.self)
    }
  }

  func slots(_ token: Token) -> [UInt8] {
    var bytes = ByteBuffer()
    gallery.readSlots(place(token), into: &bytes)
    return Array(bytes.bytes)
  }
}
