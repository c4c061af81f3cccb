import Rooms
import TestDice
import Testing
import WebSocket

@testable import Server

@Suite struct `Two audiences, whatever happens to them` {
  @Test(arguments: 1...UInt64(rounds(5)))
  func `hear everything once, in order, as it was said`(seed: UInt64) throws {
    let play = try play(seed: seed, steps: 1000)
    #expect(play.faults.isEmpty, "seed \(seed)")
    var events: [Rooms.Encoding: Int] = [:]
    var compressed: [Rooms.Encoding: Int] = [:]
    for listener in play.listeners {
      let name: Comment = "seed \(seed), connection \(listener.number), \(listener.takes)"
      do {
        let ear = try hear(listener, in: play)
        events[listener.takes, default: 0] += ear.events
        compressed[listener.takes, default: 0] += ear.compressed
      } catch {
        Issue.record(error, name)
      }
    }
    // It was no quiet play: every kind heard much as it can be told, many writes were short, and many fell behind.
    for encoding in Rooms.Encoding.allCases {
      #expect(events[encoding, default: 0] > 30, "seed \(seed), \(encoding)")
      #expect(encoding == .plain || compressed[encoding, default: 0] > 30, "seed \(seed), \(encoding)")
    }
    #expect(play.cuts > 20 && play.falls > 20 && play.behinds > 5, "seed \(seed)")
  }

  /// With a rule broken, no play passes, and nobody else is harmed.
  @Test(arguments: AudiencePlay.Breach.allCases, 1...UInt64(rounds(3)))
  func `a broken audience rule is noticed, and harms nobody else`(
    breach: AudiencePlay.Breach, seed: UInt64
  ) throws {
    let play = try play(seed: seed, steps: 400, breach: breach)
    var noticed = 0
    for listener in play.listeners {
      do {
        _ = try hear(listener, in: play)
      } catch {
        noticed += 1
        #expect(listener.isWronged, "seed \(seed), \(listener.number): \(error)")
      }
    }
    #expect(noticed > 0, "seed \(seed), \(breach)")
  }

  /// Each place where a sweep can stand, and each number of those that it visited: nobody is left out of the round.
  @Test(arguments: 2...5, [0, 1, 2])
  func `Nobody is forgotten when somebody comes or goes in the middle of a sweep`(
    count: Int, seated: Int
  ) throws {
    for start in 0..<count {
      for visited in 0..<count {
        for leaver in [nil] + (0..<count).map(Optional.some) {
          let play = AudiencePlay(seed: 1, deflater: try #require(Deflater()))
          for _ in 0...count { play.come(.plain) }
          for listener in play.listeners.dropLast() {
            play.join(listener, 0, isSeated: listener.number < seated, wantsDrag: true, since: nil)
          }
          play.publish(0)
          play.sweep(0, visits: count, bytesMax: 4000)
          play.crowd(0)
          play.sweep(0, visits: start, bytesMax: 4000)
          play.publish(0)
          play.sweep(0, visits: visited, bytesMax: 4000)
          if let leaver {
            play.leave(play.listeners[leaver], 0)
          } else {
            play.join(play.listeners[count], 0, isSeated: seated > 0, wantsDrag: true, since: nil)
          }
          play.sweep(0, visits: 2 * count + 2, bytesMax: 4000)
          play.checkNobodyIsForgotten()
          #expect(play.faults.isEmpty, "\(start), \(visited), \(String(describing: leaver))")
        }
      }
    }
  }

  /// What a connection made of its bytes, compared with what its rooms have come to.
  private func hear(_ listener: AudiencePlay.Listener, in play: AudiencePlay) throws -> Ear {
    var ear = Ear(number: listener.number, takes: listener.takes, primes: listener.primes)
    try ear.hear(listener.sent, isWhole: !listener.isGone, saying: play.saying)
    guard !listener.isGone else { return ear }
    try demand(ear.personals == listener.personals, "every line for it alone")
    try demand(ear.primesLeft == 0, "all that it was primed with")
    for (number, room) in play.rooms.enumerated() {
      let place = room.gallery.flatMap { listener.membership(in: $0)?.place }
      let session = ear.sessions[number]
      try demand((place == nil) == (session == nil), "where it is")
      guard let gallery = room.gallery, let place, let session else { continue }
      try demand(!session.isBehind && session.at == room.log.count, "every event")
      try demand(session.crowd == room.crowds, "the latest crowd")
      try demand(session.talk == room.talks, "all talk")
      let wantsDrag = gallery.members[Int(place)].wantsDrag
      try demand(wantsDrag || session.hover == session.hoverAtFirst, "no hover that it did not ask for")
      // The player whose hand it was need not hear of it.
      let unheard = room.hovers[session.hover...]
      try demand(!wantsDrag || unheard.allSatisfy { $0 == listener.number }, "the latest hover")
    }
    return ear
  }

  private func demand(_ isSo: Bool, _ what: String) throws(Misheard) {
    if !isSo { throw Misheard(what: "it did not hear: \(what)") }
  }

  private func play(seed: UInt64, steps: Int, breach: AudiencePlay.Breach? = nil) throws -> AudiencePlay {
    let play = AudiencePlay(seed: seed, deflater: try #require(Deflater()), breach: breach)
    for takes in Rooms.Encoding.allCases + [.shared] { play.come(takes) }
    for listener in play.listeners {
      play.join(listener, 0, isSeated: listener.number == 3, wantsDrag: true, since: nil)
    }
    // Those who can be in a stream are in both rooms for a while.
    for listener in play.listeners where listener.takes == .shared {
      play.join(listener, 1, isSeated: false, wantsDrag: true, since: nil)
    }
    for _ in 0..<steps {
      step(play)
      play.checkNobodyIsForgotten()
      for gallery in play.rooms.compactMap(\.gallery) {
        gallery.checkInvariants()
        for listener in play.listeners {
          guard let place = listener.membership(in: gallery)?.place else { continue }
          try #require(gallery.members[Int(place)].connection == listener.token, "seed \(seed)")
        }
      }
    }
    play.settle()
    return play
  }

  private func step(_ play: AudiencePlay) {
    let number = play.roll(0...1)
    let here = play.listeners.filter { !$0.isGone }
    guard !here.isEmpty, play.roll(0...99) >= 2 || here.count > 9 else {
      let kinds: [Rooms.Encoding] = [.plain, .alone, .shared, .shared]
      return play.come(kinds[play.roll(0...3)])
    }
    let listener = here[play.roll(0...(here.count - 1))]
    let gallery = play.rooms[number].gallery
    let place = gallery.flatMap { listener.membership(in: $0) }.map { Int($0.place) }
    switch play.roll(0...99) {
    case 0..<8 where place == nil: join(play, listener, number)
    case 0..<2: play.leave(listener, number)
    case 2..<5:
      // From one room to the other.
      play.leave(listener, number)
      play.leave(listener, 1 - number)
      join(play, listener, 1 - number)
    case 5..<8: play.prime(listener, play.snapshot(of: number), in: number)
    case 8..<10:
      guard let gallery, let place, !gallery.members[place].isSeated else { return }
      gallery.fallBehind(place)
      play.falls += 1
    case 10..<16: play.catchUp(number)
    case 16..<24: play.whisper(listener, of: number)
    case 24..<27: play.hover(number, by: play.roll(0...1) == 0 ? listener : nil)
    case 27..<29: play.crowd(number)
    case 29..<31: play.trim(number)
    case 31..<33: for _ in 0..<play.roll(1...3) { play.talk(number) }
    case 33: play.publish(number, inStream: false)
    case 34..<46: play.read(listener, play.roll(0...1500))
    case 46..<49 where place == nil:
      // Somebody comes in the middle of a round.
      play.publish(number)
      play.sweep(number, visits: play.roll(1...4), bytesMax: 4000)
      join(play, listener, number)
      play.sweep(number, visits: 20, bytesMax: 4000)
    case 46..<66: play.sweep(number, visits: play.roll(1...4), bytesMax: play.roll(50...4000))
    default: for _ in 0..<play.roll(1...4) { play.publish(number) }
    }
  }

  /// Anew, or with some that it knows from before.
  private func join(_ play: AudiencePlay, _ listener: AudiencePlay.Listener, _ number: Int) {
    let version = play.rooms[number].log.count
    let since = play.roll(0...1) == 0 ? nil : max(0, version - play.roll(0...9))
    play.join(
      listener, number, isSeated: play.roll(0...2) == 0, wantsDrag: play.roll(0...2) > 0, since: since)
  }
}
