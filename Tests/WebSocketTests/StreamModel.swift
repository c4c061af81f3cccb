import TestInflater

@testable import WebSocket

/// The audiences of two streams, told by the rules of a shared stream in their simplest form, and beside it what each
/// connection should hear. Its connections receive nothing but bytes.
/// Invariant: a member's queue is what was told and not sent yet; `expected` is what its queue and the bytes
/// sent say, no more and no less.
struct StreamModel {
  /// How a connection can be told lines, as it was negotiated.
  enum Encoding: CaseIterable { case plain, alone, shared }

  /// Rules that can be broken on purpose, to see that it is noticed.
  enum Breach: CaseIterable {
    /// What is for one member only goes compressed.
    case privateCompressed
    /// A member of one room hears the other's stream too.
    case twoRooms
    /// A member that missed a frame counts as in sync.
    case skippedUsed
    /// A newcomer counts as in sync without having been primed.
    case unprimed
  }

  struct Queued {
    let bytes: [UInt8]
    /// nil for a ping, which says nothing.
    let text: [UInt8]?
    /// A frame of the stream: dropping it drops its receiver out of sync.
    let isShared: Bool
    /// Says what the table said, which a catch-up says again; the rest is only said once.
    let isOfTable: Bool
  }

  struct Member {
    let encoding: Encoding
    var room: Int
    /// Only where the encoding is shared.
    var inSync = false
    /// How many lines of the room's log it was told, or lost and can be told again.
    var heard = 0
    var queue: [Queued] = []
    /// Everything that was sent, in order.
    var sent: [UInt8] = []
    var expected: [[UInt8]] = []
  }

  struct Room {
    var stream = SharedStream()
    var log: [[UInt8]] = []
    /// How often a line was compressed against the history.
    var compressions = 0
  }

  var rooms = [Room(), Room()]
  var members: [Member] = []
  let breach: Breach?
  private let deflater: Deflater

  init(deflater: Deflater, breach: Breach? = nil) {
    self.deflater = deflater
    self.breach = breach
  }

  // MARK: What happens

  mutating func join(_ encoding: Encoding, room: Int) {
    members.append(Member(encoding: encoding, room: room))
    catchUp(members.count - 1, with: snapshot(of: room), isPrimed: breach != .unprimed)
  }

  /// Leaving one room for another is joining that one.
  mutating func move(_ member: Int, to room: Int) {
    members[member].room = room
    members[member].inSync = false
    catchUp(member, with: snapshot(of: room))
  }

  /// After lines were lost: what is missing, or all.
  mutating func resume(_ member: Int, wholly: Bool) {
    let missing = rooms[members[member].room].log[members[member].heard...]
    catchUp(member, with: wholly ? snapshot(of: members[member].room) : Array(missing.joined()))
  }

  /// Snapshot, recovery and move between rooms are one thing: a message that ends with the history.
  private mutating func catchUp(_ member: Int, with lines: [UInt8], isPrimed: Bool = true) {
    let room = rooms[members[member].room]
    members[member].heard = room.log.count
    if members[member].encoding == .shared {
      members[member].inSync = true
      if isPrimed {
        let frame = room.stream.prime(lines, with: deflater)
        return queue(frame.bytes, saying: lines + history(of: room.log), to: member, isShared: true)
      }
    }
    guard !lines.isEmpty else { return }
    queue(frame(lines, for: member), saying: lines, to: member)
  }

  /// Compressed once for those in sync; plain or alone for the rest; in the history in any case.
  mutating func tell(_ line: [UInt8], room: Int) {
    let listeners = members.indices.filter { members[$0].room == room }
    let isInSync = listeners.contains { members[$0].inSync }
    var shared: SharedFrame?
    if isInSync {
      shared = rooms[room].stream.frame(line, with: deflater)
      rooms[room].compressions += 1
    } else {
      rooms[room].stream.append(line)
    }
    rooms[room].log.append(line)
    for member in listeners {
      if let shared, members[member].inSync {
        queue(shared.bytes, saying: line, to: member, isShared: true)
      } else {
        queue(frame(line, for: member), saying: line, to: member)
      }
      members[member].heard += 1
    }
    guard breach == .twoRooms, let shared else { return }
    for member in members.indices where members[member].room != room && members[member].inSync {
      queue(shared.bytes, saying: line, to: member, isShared: true)
    }
  }

  /// For one member only: its hand, an answer, a whisper.
  mutating func whisper(_ line: [UInt8], to member: Int) {
    let bytes =
      breach == .privateCompressed && members[member].encoding == .shared
      ? AloneFrame(text: line, with: deflater).bytes : PlainFrame(text: line).bytes
    queue(bytes, saying: line, to: member, isOfTable: false)
  }

  mutating func ping(_ member: Int) {
    members[member].queue.append(
      Queued(bytes: [0x89, 0x01, 0x70], text: nil, isShared: false, isOfTable: false))
  }

  /// The socket takes so many frames; one that was begun is always finished.
  mutating func send(_ count: Int, to member: Int) {
    for frame in members[member].queue.prefix(count) { members[member].sent += frame.bytes }
    members[member].queue.removeFirst(min(count, members[member].queue.count))
  }

  /// The queue is too long: what the table said goes from some place on, and with the first shared frame its
  /// receiver is out of sync. What is said only once stays.
  mutating func drop(from place: Int, of member: Int) {
    let lost = members[member].queue[place...].filter(\.isOfTable)
    members[member].queue =
      members[member].queue[..<place] + members[member].queue[place...].filter { !$0.isOfTable }
    for text in lost.compactMap(\.text) {
      guard let index = members[member].expected.lastIndex(of: text) else { continue }
      members[member].expected.remove(at: index)
    }
    if breach != .skippedUsed, lost.contains(where: \.isShared) { members[member].inSync = false }
  }

  // MARK: What it says

  private func snapshot(of room: Int) -> [UInt8] {
    text("{\"t\":\"snapshot\",\"room\":\(room),\"v\":\(rooms[room].log.count),\"piles\":[[3,4],[51]]}\n")
  }

  /// As it goes to one who is in no stream.
  private func frame(_ lines: [UInt8], for member: Int) -> [UInt8] {
    members[member].encoding == .alone
      ? AloneFrame(text: lines, with: deflater).bytes : PlainFrame(text: lines).bytes
  }

  private mutating func queue(
    _ bytes: [UInt8], saying text: [UInt8], to member: Int, isShared: Bool = false, isOfTable: Bool = true
  ) {
    members[member].queue.append(
      Queued(bytes: bytes, text: text, isShared: isShared, isOfTable: isOfTable))
    members[member].expected.append(text)
  }
}

/// What a connection makes of its bytes, with an inflater of its own. RSV1 = 0 leaves its window alone.
func hear(_ sent: [UInt8], as encoding: StreamModel.Encoding) throws -> [[UInt8]] {
  var texts: [[UInt8]] = []
  var inflater = ReferenceInflater(windowBits: 12)
  var at = 0
  while at < sent.count {
    var length = Int(sent[at + 1])
    var start = at + 2
    if length == 126 {
      length = Int(sent[at + 2]) << 8 | Int(sent[at + 3])
      start = at + 4
    }
    let payload = Array(sent[start..<(start + length)])
    switch sent[at] {
    case 0x81: texts.append(payload)
    case 0xC1:
      guard encoding != .plain else { throw Unheard.compressed }
      // Without context, every message is compressed from nothing.
      if encoding == .alone { inflater = ReferenceInflater(windowBits: 12) }
      texts.append(try inflater.inflate(payload))
    case 0x89: break
    default: throw Unheard.otherFrame
    }
    at = start + length
  }
  return texts
}

enum Unheard: Error { case compressed, otherFrame }
