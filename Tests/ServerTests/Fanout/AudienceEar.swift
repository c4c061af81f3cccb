import Rooms
import TestInflater

@testable import Server

/// What a line of a play says. Each has a text of its own, so a member that hears another text heard wrong.
enum Saying {
  case snapshot(room: Int, version: Int)
  case event(room: Int, version: Int)
  /// Of these only the latest counts; each is numbered in its room.
  case hover(room: Int, number: Int)
  case crowd(room: Int, number: Int)
  /// Each is told, in order, and never compressed.
  case talk(room: Int, number: Int)
  /// For one connection alone, numbered for it.
  case personal(to: Int, number: Int, Personal)

  enum Personal {
    /// It is in a room from here on, and knows it as it was after so many events; nil: a snapshot will follow.
    case welcome(room: Int, since: Int?, hovers: Int, crowds: Int, talks: Int)
    case farewell(room: Int)
    /// Said when the room had come so far.
    case word(room: Int, version: Int)
  }
}

struct Misheard: Error {
  let what: String
}

/// One connection's end of the wire: it knows its bytes, what may be said, and how it is primed.
/// Invariant: of each room that it is in it has heard every event up to `at`, each once and in order, or is behind and
/// hears no event before it is primed.
struct Ear {
  /// What brings a member up to a version: its exact text, with the stream's history if it ends with that; and how many
  /// lines for the connection alone come before it.
  struct Prime {
    let room: Int
    let version: Int
    let text: [UInt8]
    let personals: Int
  }

  struct Session {
    var at: Int
    var isBehind: Bool
    let hoverAtFirst: Int
    var hover: Int
    var crowd: Int
    var talk: Int
  }

  private let number: Int
  private let takes: Rooms.Encoding
  private var inflater = ReferenceInflater(windowBits: 12)
  private var primes: ArraySlice<Prime>
  private(set) var sessions: [Int: Session] = [:]
  private(set) var personals = 0
  /// Messages of the table that came compressed, and events heard.
  private(set) var compressed = 0
  private var isCompressed = false
  private(set) var events = 0

  init(number: Int, takes: Rooms.Encoding, primes: [Prime]) {
    self.number = number
    self.takes = takes
    self.primes = primes[...]
  }

  var primesLeft: Int { primes.count }

  /// - Parameter isWhole: nothing was cut off at the end.
  mutating func hear(_ sent: [UInt8], isWhole: Bool, saying: [[UInt8]: Saying]) throws {
    var at = 0
    while at < sent.count {
      guard let frame = Self.frame(in: sent, at: at) else {
        guard isWhole else { return }
        throw Misheard(what: "a frame has no end")
      }
      try hear(try text(of: sent[at], Array(sent[frame])), saying)
      at = frame.upperBound
    }
  }

  /// Where the payload lies of the frame that begins here; nil when it is not all there.
  private static func frame(in sent: [UInt8], at: Int) -> Range<Int>? {
    guard at + 2 <= sent.count else { return nil }
    let lengthBytes = sent[at + 1] == 127 ? 8 : sent[at + 1] == 126 ? 2 : 0
    let start = at + 2 + lengthBytes
    guard start <= sent.count else { return nil }
    let length =
      lengthBytes == 0 ? Int(sent[at + 1]) : sent[(at + 2)..<start].reduce(0) { $0 << 8 | Int($1) }
    return start + length <= sent.count ? start..<(start + length) : nil
  }

  private mutating func text(of first: UInt8, _ payload: [UInt8]) throws -> [UInt8] {
    isCompressed = first == 0xC1
    switch first {
    case 0x81: return payload
    case 0xC1 where takes != .plain:
      compressed += 1
      // Without context, every message is compressed from nothing.
      if takes == .alone { inflater = ReferenceInflater(windowBits: 12) }
      return try inflater.inflate(payload)
    default: throw Misheard(what: "a frame begins with \(first)")
    }
  }

  private mutating func hear(_ text: [UInt8], _ saying: [[UInt8]: Saying]) throws {
    if let prime = primes.first, prime.personals == personals, prime.text == text {
      primes.removeFirst()
      return try change(prime.room) {
        $0.at = prime.version
        $0.isBehind = false
      }
    }
    switch saying[text] {
    case .event(let room, let version):
      events += 1
      try change(room) { session in
        guard !session.isBehind, version == session.at + 1 else {
          throw Misheard(what: "event \(version) of room \(room) after \(session)")
        }
        session.at = version
      }
    case .hover(let room, let number):
      try change(room) { session in
        guard number > session.hover else { throw Misheard(what: "an old hover") }
        session.hover = number
      }
    case .crowd(let room, let number):
      try change(room) { session in
        guard number > session.crowd else { throw Misheard(what: "an old crowd") }
        session.crowd = number
      }
    case .talk(let room, let number):
      guard !isCompressed else { throw Misheard(what: "talk in a stream") }
      try change(room) { session in
        guard number == session.talk + 1 || number - session.talk > TalkFrames.countMax, number > session.talk
        else { throw Misheard(what: "line \(number) of talk after \(session.talk)") }
        session.talk = number
      }
    case .personal(let to, let number, let personal):
      guard to == self.number, number == personals else {
        throw Misheard(what: "line \(number) for \(to), and not \(personals) for \(self.number)")
      }
      personals += 1
      try hear(personal)
    case .snapshot: throw Misheard(what: "a snapshot that nobody was primed with")
    case nil: throw Misheard(what: "nobody said: \(String(decoding: text.prefix(200), as: UTF8.self))")
    }
  }

  private mutating func hear(_ personal: Saying.Personal) throws {
    switch personal {
    case .welcome(let room, let since, let hovers, let crowds, let talks):
      sessions[room] = Session(
        at: since ?? 0, isBehind: since == nil, hoverAtFirst: hovers, hover: hovers, crowd: crowds,
        talk: talks)
    case .farewell(let room): sessions[room] = nil
    case .word(let room, let version):
      guard let session = sessions[room], !session.isBehind else { return }
      guard session.at <= version else { throw Misheard(what: "a word comes after later events") }
      // Only of one who fell behind may it come before: events that it lacks are not told any more.
      if session.at < version { sessions[room]?.isBehind = true }
    }
  }

  private mutating func change(_ room: Int, _ change: (inout Session) throws -> Void) throws {
    guard var session = sessions[room] else { throw Misheard(what: "told of a room that it is not in") }
    try change(&session)
    sessions[room] = session
  }
}
