import Reactor
import Rooms
import TestDice
import WebSocket

@testable import Server

/// Two rooms' audiences on one loop, told by the server's own galleries, logs, outboxes and streams. The loop around
/// them is written here, by the rules of `Sender`, but with a kernel whose buffers are as small as the dice want, and
/// with rules that can be broken on purpose. What connections make of the bytes is for their ears alone to find.
/// Invariant: a connection that breaks no rule is in one stream at most; only frames that a trim let go of are missed.
final class AudiencePlay {
  enum Breach: CaseIterable {
    /// What is for one member only goes compressed.
    case personalCompressed
    /// A member counts as in sync without having been primed, though it was told the same lines.
    case unprimed
    /// Frames are dropped for a member, and it does not fall behind.
    case skipped
    /// A member of two rooms is told both in their streams.
    case twoStreams
    /// What a short write left over is not kept.
    case restLost
  }

  final class Listener {
    let number: Int
    let takes: Rooms.Encoding
    var outbox = Outbox()
    var memberships: [Membership] = []
    /// What its kernel still takes, and what it took.
    var kernelBytes = 1000
    var sent: [UInt8] = []
    var isBlocked = false
    /// There is more for it than is gathered at once.
    var isDirty = false
    /// Closed, for it did not read what it was told as a player.
    var isGone = false
    /// A rule was broken at its cost.
    var isWronged = false
    var personals = 0
    var primes: [Ear.Prime] = []

    init(number: Int, takes: Rooms.Encoding) {
      self.number = number
      self.takes = takes
    }

    var token: Token { Token(slot: UInt32(number), generation: 1) }

    func membership(in gallery: Gallery) -> Membership? { memberships.first { $0.gallery === gallery } }

    /// The kernel takes what it has room for.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
      let count = min(bytes.count, kernelBytes)
      kernelBytes -= count
      sent += bytes.prefix(count)
      return count
    }
  }

  struct Room {
    var gallery: Gallery?
    var stream = SharedStream()
    var log: [[UInt8]] = []
    /// Who comes hears no event before this one: what it told is hidden again.
    var toldFrom = 0
    /// Whose hand moved, for each hover told.
    var hovers: [Int?] = []
    var crowds = 0
    /// Lines of talk.
    var talks = 0
    /// Frames of events before this one may have been let go of.
    var letGo = 0
  }

  static let logBytesMax = 3000

  let breach: Breach?
  let deflater: Deflater
  var random: Dice
  var rooms = [Room(), Room()]
  var listeners: [Listener] = []
  var saying: [[UInt8]: Saying] = [:]
  /// What should not have happened, whatever was heard.
  var faults: [String] = []
  /// How often a write was short, a member fell out of sync or behind, and how often because it did not read.
  var cuts = 0
  var falls = 0
  var behinds = 0

  init(seed: UInt64, deflater: Deflater, breach: Breach? = nil) {
    self.breach = breach
    self.deflater = deflater
    random = Dice(seed: seed)
  }

  func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  // MARK: - Coming and going

  func come(_ takes: Rooms.Encoding) { listeners.append(Listener(number: listeners.count, takes: takes)) }

  /// - Parameter since: the version that it knows from before; nil when it needs a snapshot.
  func join(_ listener: Listener, _ number: Int, isSeated: Bool, wantsDrag: Bool, since: Int?) {
    let (hovers, crowds) = (rooms[number].hovers.count, rooms[number].crowds)
    let talks = rooms[number].talks
    tell(
      listener, .welcome(room: number, since: since, hovers: hovers, crowds: crowds, talks: talks), of: number
    )
    let gallery =
      rooms[number].gallery
      ?? Gallery(room: nil, version: rooms[number].log.count, logBytesMax: Self.logBytesMax)
    if rooms[number].gallery == nil { rooms[number].letGo = 0 }
    rooms[number].gallery = gallery
    gallery.admit(listener.token, isSeated: isSeated, wantsDrag: wantsDrag, takes: listener.takes) {
      stand($0, at: $1, in: gallery)
    }
    let lines = since.map { Array(rooms[number].log[$0...].joined()) } ?? snapshot(of: number)
    prime(listener, lines, in: number)
  }

  private func stand(_ token: Token, at place: Int, in gallery: Gallery) {
    let listener = listeners[Int(token.slot)]
    listener.memberships.removeAll { $0.gallery === gallery }
    listener.memberships.append(Membership(gallery: gallery, place: Int32(place)))
  }

  func leave(_ listener: Listener, _ number: Int) {
    guard let gallery = rooms[number].gallery, let place = listener.membership(in: gallery)?.place else {
      return
    }
    listener.memberships.removeAll { $0.gallery === gallery }
    gallery.dismiss(Int(place)) { if $0 != listener.token { stand($0, at: $1, in: gallery) } }
    if gallery.members.isEmpty { rooms[number].gallery = nil }
    tell(listener, .farewell(room: number), of: number)
  }

  /// Joining, coming back, catching up: the one way into an audience's stream, if the connection is in no other.
  func prime(_ listener: Listener, _ lines: [UInt8], in number: Int) {
    guard let gallery = rooms[number].gallery,
      let place = listener.membership(in: gallery).map({ Int($0.place) })
    else { return }
    let mark = Outbox.Place(gallery: gallery, event: gallery.events)
    gallery.endStream(at: place)
    let isElsewhere = listener.memberships.contains { $0.gallery !== gallery && isShared($0) }
    if isInStream(listener) != isElsewhere { faults.append("\(listener.number) did not leave the stream") }
    var isInStream = listener.takes == .shared && !isElsewhere
    if listener.takes == .shared, isElsewhere, breach == .twoStreams {
      isInStream = true
      listener.isWronged = true
    }
    var text = lines
    if isInStream, breach == .unprimed {
      listener.isWronged = true
      listener.outbox.append(PlainFrame(text: lines), after: mark)
    } else if isInStream {
      text += history(of: rooms[number].log[rooms[number].toldFrom...])
      if !text.isEmpty {
        listener.outbox.append(prime: rooms[number].stream.prime(lines, with: deflater), after: mark)
      }
    } else if listener.takes == .alone, !lines.isEmpty {
      listener.outbox.append(prime: gallery.alone(lines, with: deflater), after: mark)
    } else if !lines.isEmpty {
      listener.outbox.append(PlainFrame(text: lines), after: mark)
    }
    if !text.isEmpty {
      listener.primes.append(
        Ear.Prime(
          room: number, version: rooms[number].log.count, text: text, personals: listener.personals))
    }
    gallery.primed(place, inStream: isInStream)
  }

  func isInStream(_ listener: Listener) -> Bool { listener.memberships.contains(where: isShared) }

  private func isShared(_ membership: Membership) -> Bool {
    membership.gallery.members[Int(membership.place)].told == .shared
  }

  /// Those who fell behind hear all from the beginning.
  func catchUp(_ number: Int) {
    guard let gallery = rooms[number].gallery else { return }
    for place in gallery.members.indices where gallery.members[place].awaitsPrime {
      let listener = listeners[Int(gallery.members[place].connection.slot)]
      prime(listener, snapshot(of: number), in: number)
    }
  }
}
