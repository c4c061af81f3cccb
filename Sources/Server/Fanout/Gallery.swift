import Bytes
import Reactor
import Rooms
import WebSocket

/// The members of one audience on one loop, and what they are told: for each encoding a log of frames, and for each
/// member how far it has come.
///
/// A frame is written once, however many members read it, and all that a member lacks is one slice. Invariants: a
/// member is told in `.shared` only while it has been told every frame of the stream since it was primed; frames that
/// nobody lacks are let go of.
final class Gallery {
  struct Member {
    let connection: Token
    /// The number of the next event that it is told.
    var cursor: Int
    fileprivate(set) var hoverTold: Int32
    fileprivate(set) var crowdTold: Int32
    let isSeated: Bool
    let wantsDrag: Bool
    /// The best that its connection can be told in.
    let takes: Encoding
    /// What it is told in. `.shared` means that it is in sync with the stream.
    fileprivate(set) var told: Encoding {
      didSet { standing = Self.standing(told, awaitsPrime) }
    }
    /// It fell too far behind, and is told nothing until it is primed.
    fileprivate(set) var awaitsPrime = false {
      didSet { standing = Self.standing(told, awaitsPrime) }
    }
    /// Both of these in one byte: members are compared by it at each delivery.
    private(set) var standing: UInt8
    /// The number of the last line of talk that it was told, which comes round: in two bytes it takes no more memory.
    fileprivate(set) var talkTold: UInt16

    fileprivate init(
      connection: Token, cursor: Int, hoverTold: Int32, crowdTold: Int32, talkTold: UInt16, isSeated: Bool,
      wantsDrag: Bool, takes: Encoding, told: Encoding
    ) {
      self.connection = connection
      self.cursor = cursor
      self.hoverTold = hoverTold
      self.crowdTold = crowdTold
      self.talkTold = talkTold
      self.isSeated = isSeated
      self.wantsDrag = wantsDrag
      self.takes = takes
      self.told = told
      standing = Self.standing(told, false)
    }

    fileprivate static func standing(_ told: Encoding, _ awaitsPrime: Bool) -> UInt8 {
      awaitsPrime ? 0xFF : told.rawValue
    }
  }

  /// A frame of which only the latest counts. `serial` changes with each, and may come round.
  struct Slot {
    var frame: [UInt8] = []
    var serial: Int32 = 0
  }

  /// The room whose audience it is; nil for the lab's.
  let room: RoomID?
  /// Seated members first: players are told before spectators.
  private(set) var members = Roll()
  private var seatedCount = 0
  private(set) var hover = Slot()
  private(set) var crowd = Slot()
  private(set) var talk = TalkFrames()
  /// The room's version after the last event.
  private(set) var version: Int
  /// Events published so far; a personal line that is told now comes after all of them.
  private(set) var events = 0

  private var logs = FrameLogs()
  private let logBytesMax: Int
  /// The last prime of those who are told each message by itself: joiners of one version share it.
  private var primedAlone: (lines: [UInt8], frame: AloneFrame)?

  /// Where the sweep goes on, and how many are still to be visited. It goes round and round: frames that come
  /// faster than it does may not keep those at the end waiting for ever.
  private var sweepAt = 0
  private var toVisit = 0
  /// Somebody could not be told in this round, so what was told is still lacked.
  private var hasLaggards = false
  /// Waits in the loop's line of galleries to be swept.
  var isInLine = false

  /// Its members see a small board, and are told of what happens now and then.
  let isOfMinis: Bool
  /// What is new for small boards waits.
  var isHeld: Bool
  /// A small board that lacks more events starts again from a snapshot.
  private static let eventsOfMinisMax = 8

  init(room: RoomID?, version: Int, logBytesMax: Int, isOfMinis: Bool = false) {
    self.room = room
    self.isOfMinis = isOfMinis
    isHeld = isOfMinis
    self.version = version
    self.logBytesMax = logBytesMax
  }

  // MARK: - Members

  /// What came to stand where: the caller tells the connections.
  typealias Moved = (Token, Int) -> Void

  func admit(_ connection: Token, isSeated: Bool, wantsDrag: Bool, takes: Encoding, moved: Moved) {
    let told: Encoding = takes == .shared ? .plain : takes
    members.append(
      Member(
        connection: connection, cursor: events, hoverTold: hover.serial,
        crowdTold: crowd.serial, talkTold: talk.serial, isSeated: isSeated, wantsDrag: wantsDrag,
        takes: takes,
        told: told))
    logs.count(told, +1)
    if !isSwept { toVisit += 1 }
    if isSeated {
      // The first spectator makes room; among spectators there is no order to keep.
      swap(seatedCount, members.count - 1, moved)
      seatedCount += 1
      // The spectator that made room may stand behind the sweep now, unvisited.
      if !isSwept { beginRound() }
    } else {
      moved(connection, members.count - 1)
    }
  }

  func dismiss(_ at: Int, moved: Moved) {
    var place = at
    logs.count(members[place].told, -1)
    if members[place].isSeated {
      seatedCount -= 1
      swap(place, seatedCount, moved)
      place = seatedCount
    }
    if place != members.count - 1 { swap(place, members.count - 1, moved) }
    members.removeLast()
    // Somebody who was not yet visited may have moved to where the sweep has been.
    if !isSwept { beginRound() }
  }

  private func swap(_ a: Int, _ b: Int, _ moved: Moved) {
    members.swapAt(a, b)
    moved(members[a].connection, a)
    if a != b { moved(members[b].connection, b) }
  }

  /// The one place where a member's encoding changes; who leaves the stream lacks some of it.
  private func setTold(_ place: Int, _ encoding: Encoding) {
    logs.count(members[place].told, -1)
    members[place].told = encoding
    logs.count(encoding, +1)
  }

  // MARK: - What is told

  /// An event for all members. Each encoding is made once, and only if there is somebody to be told in it.
  ///
  /// - Parameters:
  ///   - frame: the event in the audience's stream; nil when it was not made; members in sync no longer are.
  ///   - deflater: for those who are told each message by itself.
  /// - Returns: those who are in sync no longer, and have to be primed.
  @discardableResult
  func publish(
    _ text: UnsafeRawBufferPointer, isText: Bool = true, version: Int, shared frame: SharedFrame?,
    deflater: Deflater?
  ) -> [Token] {
    let fallen = frame == nil && sharedCount > 0 ? endStream() : []
    logs.append(event: events, text, isText: isText, shared: frame, deflater: deflater)
    events += 1
    self.version = version
    primedAlone = nil
    beginRound()
    return fallen
  }

  /// Lets go of frames once too many are kept for those who lack them.
  ///
  /// - Parameter reads: whether what is sent to a player leaves at once. Such a player is told all, however much came
  ///   at once and however little of it may leave in a turn.
  func trim(keepingFor reads: (Token) -> Bool) {
    guard logs.exceed(logBytesMax) else { return }
    var lacked = events
    for place in seated where !members[place].awaitsPrime && reads(members[place].connection) {
      lacked = min(lacked, members[place].cursor)
    }
    logs.trim(bytesMax: logBytesMax, before: lacked)
  }

  /// Everybody falls out of sync: what is published next is not in the stream that they know.
  private func endStream() -> [Token] {
    var fallen: [Token] = []
    for place in members.indices where members[place].told == .shared {
      fallBehind(place)
      fallen.append(members[place].connection)
    }
    return fallen
  }

  /// The member is about to be primed anew, perhaps for no stream.
  func endStream(at place: Int) {
    if members[place].told == .shared { setTold(place, .plain) }
  }

  /// What brings a member up to the last event was put into its outbox: from here it is told what follows.
  ///
  /// - Parameter inStream: it was primed, and is in sync.
  func primed(_ place: Int, inStream: Bool) {
    members[place].cursor = events
    members[place].awaitsPrime = false
    setTold(place, inStream ? .shared : members[place].takes == .alone ? .alone : .plain)
  }

  /// Lines for a member that takes each message by itself; joiners of one version share them.
  func alone(_ lines: [UInt8], with deflater: Deflater) -> AloneFrame {
    if let primedAlone, primedAlone.lines == lines { return primedAlone.frame }
    let frame = AloneFrame(text: lines, with: deflater)
    primedAlone = (lines, frame)
    return frame
  }

  /// All who can be are in sync from the next event on, which refers to nothing: for audiences without snapshots.
  func restart() {
    for place in members.indices
    where members[place].takes == .shared && members[place].told != .shared
      && members[place].cursor == events
    {
      setTold(place, .shared)
    }
  }

  /// - Parameter except: the member whose hand moved. It is left out only if it knows the list before, or
  ///   it would miss what became of other hands.
  func setHover(_ frame: [UInt8], except: Int?) {
    if let except, members[except].hoverTold == hover.serial {
      members[except].hoverTold = hover.serial &+ 1
    }
    hover = Slot(frame: frame, serial: hover.serial &+ 1)
    beginRound()
  }

  func setCrowd(_ frame: [UInt8]) {
    crowd = Slot(frame: frame, serial: crowd.serial &+ 1)
    beginRound()
  }

  func appendTalk(_ frame: [UInt8]) {
    talk.append(frame)
    beginRound()
  }

  // MARK: - Reading

  /// What members lack who stand where one member does, told in the same encoding: mostly all of an audience, so it is
  /// looked up once for all of them. Good until the log or a slot changes.
  struct Slice {
    let bytes: UnsafeRawBufferPointer
    private let cursor: Int
    private let standing: UInt8
    private let hoverTold: Int32
    private let crowdTold: Int32
    private let talkTold: UInt16

    /// Fits no member.
    init() { self.init(UnsafeRawBufferPointer(start: nil, count: 0), of: nil) }

    fileprivate init(_ bytes: UnsafeRawBufferPointer, of member: Member?) {
      self.bytes = bytes
      cursor = member?.cursor ?? -1
      standing = member?.standing ?? 0
      hoverTold = member?.hoverTold ?? 0
      crowdTold = member?.crowdTold ?? 0
      talkTold = member?.talkTold ?? 0
    }

    func fits(_ member: UnsafeMutablePointer<Member>) -> Bool {
      member.pointee.cursor == cursor && member.pointee.standing == standing
        && member.pointee.hoverTold == hoverTold && member.pointee.crowdTold == crowdTold
        && member.pointee.talkTold == talkTold
    }
  }

  /// All that a member lacks as it lies in the log; nil when there is more to it than that.
  func slice(for place: Int, bytesMax: Int) -> Slice? {
    guard !lacksSlots(place),
      case .frames(let bytes, let next) = lack(place, upTo: events, bytesMax: bytesMax), next == events
    else { return nil }
    return Slice(bytes, of: members[place])
  }

  enum Lack {
    case nothing
    case frames(UnsafeRawBufferPointer, next: Int)
    /// What the member lacks is no longer in the log: it must be primed first.
    case behind
  }

  /// What a member lacks of the events before `mark`, as one slice of at most about so many bytes.
  func lack(_ place: Int, upTo mark: Int, bytesMax: Int) -> Lack {
    let member = members[place]
    guard member.cursor < mark, !member.awaitsPrime, !isHeld else { return .nothing }
    if isOfMinis, mark - member.cursor > Self.eventsOfMinisMax { return .behind }
    guard let frames = logs.frames(member.told, from: member.cursor, to: mark, bytesMax: bytesMax) else {
      return .behind
    }
    return .frames(frames.bytes, next: frames.next)
  }

  /// The member has all events before `next`.
  func took(_ place: Int, next: Int) { members[place].cursor = next }

  /// The kernel took so many bytes of what the member lacked.
  ///
  /// - Returns: the rest of the frame that was cut, which it gets before anything else.
  func took(_ place: Int, bytes count: Int) -> UnsafeRawBufferPointer {
    let member = members[place]
    let (next, rest) = logs.after(count, member.told, from: member.cursor)
    members[place].cursor = next
    return rest
  }

  /// The one place where frames are dropped for a member: so the one where it falls out of sync.
  func fallBehind(_ place: Int) {
    members[place].cursor = events
    members[place].awaitsPrime = true
    setTold(place, .plain)
  }

  /// Appends the replaceable frames that changed since the member was told, and what was said since.
  func readSlots(_ place: Int, into bytes: inout ByteBuffer) {
    if members[place].talkTold != talk.serial {
      for frame in talk.frames(after: members[place].talkTold) { bytes.append(frame) }
      members[place].talkTold = talk.serial
    }
    if members[place].crowdTold != crowd.serial {
      members[place].crowdTold = crowd.serial
      bytes.append(crowd.frame)
    }
    if members[place].hoverTold != hover.serial {
      members[place].hoverTold = hover.serial
      if members[place].wantsDrag { bytes.append(hover.frame) }
    }
  }

  // MARK: - Sweeping

  var isSwept: Bool { toVisit == 0 }

  private func beginRound() {
    toVisit = members.count
    hasLaggards = false
  }

  /// The next member to visit; nil when everybody was since something new came.
  func nextToVisit() -> Int? {
    guard toVisit > 0 else { return nil }
    toVisit &-= 1
    let place = sweepAt < members.count ? sweepAt : 0
    sweepAt = place &+ 1
    return place
  }

  /// The member at this place was visited: if it still lacks something, that is kept for it.
  func visited(_ place: Int, _ connection: Token) {
    guard !hasLaggards, place < members.count, members[place].connection == connection else { return }
    hasLaggards = lacksEvents(place) || members[place].talkTold != talk.serial
  }

  /// Everybody was visited: if all could be told, the frames are of no more use.
  func endRound() {
    guard isSwept else { return }
    isHeld = isOfMinis
    guard !hasLaggards else { return }
    logs.removeAll(next: events)
    talk.removeAll()
  }

  /// Where those stand who play and are told at once.
  var seated: Range<Int> { 0..<seatedCount }

  func lacks(_ place: Int) -> Bool { lacksEvents(place) || lacksSlots(place) }

  func lacksEvents(_ place: Int) -> Bool { lacksEvents(place, before: events) }

  func lacksEvents(_ place: Int, before mark: Int) -> Bool {
    let member = members[place]
    return member.cursor < mark && !member.awaitsPrime
  }

  /// Nothing published so far is still to be told.
  func hasAll(_ place: Int) -> Bool { members[place].cursor == events && !members[place].awaitsPrime }

  func lacksSlots(_ place: Int) -> Bool {
    let member = members[place]
    return member.hoverTold != hover.serial || member.crowdTold != crowd.serial
      || member.talkTold != talk.serial
  }

  /// What is kept for those who lack it, in bytes.
  var logBytes: Int { logs.byteCount }
  /// How many are told in the audience's stream.
  var sharedCount: Int { logs.count(.shared) }

  func checkInvariants() {
    let members = members.indices.map { self.members[$0] }
    precondition(members.allSatisfy { $0.cursor <= events }, "nobody has read what was not written")
    let firstSpectator = members.firstIndex { !$0.isSeated } ?? members.count
    precondition(members[firstSpectator...].allSatisfy { !$0.isSeated }, "players come first")
    precondition(firstSpectator == seatedCount, "those who are seated are counted")
    for encoding in Encoding.allCases {
      precondition(members.count { $0.told == encoding } == logs.count(encoding), "encodings are counted")
    }
    precondition(
      members.allSatisfy { $0.told != .shared || $0.takes == .shared }, "nobody is told what it cannot read")
    precondition(
      members.allSatisfy { $0.standing == Member.standing($0.told, $0.awaitsPrime) },
      "members are compared by what they are told in")
    precondition(
      members.allSatisfy { !$0.awaitsPrime || $0.told == .plain },
      "a member that awaits its prime is in no stream")
    precondition((0...members.count).contains(toVisit), "no more members are to be visited than there are")
    logs.checkInvariants()
    for member in members where member.cursor < events && !member.awaitsPrime {
      precondition(
        logs.next(member.told) == events,
        "what a member lacks is in the log that it is told from, to the last event")
    }
  }
}
