import Bytes
import Reactor
import WebSocket

@testable import Server

/// How the loop of a play sends: sweeps in slices, one frame cut where the kernel is full, and personal lines among it.
extension AudiencePlay {
  /// So many members are visited, or all that are left of this round.
  func sweep(_ number: Int, visits: Int, bytesMax: Int) {
    guard let gallery = rooms[number].gallery else { return }
    var slice = Gallery.Slice()
    for _ in 0..<visits {
      guard let place = gallery.nextToVisit() else { break }
      let token = gallery.members[place].connection
      let listener = listeners[Int(token.slot)]
      if !listener.isBlocked, gallery.lacks(place) {
        if breach == .skipped, gallery.lacksEvents(place), roll(0...1) == 0 {
          listener.isWronged = true
          gallery.took(place, next: gallery.events)
        }
        if !slice.fits(gallery.members.pointer(at: place)) {
          slice = gallery.slice(for: place, bytesMax: bytesMax) ?? Gallery.Slice()
        }
        if listener.outbox.isEmpty, slice.fits(gallery.members.pointer(at: place)) {
          send(slice.bytes, next: gallery.events, of: gallery, at: place, to: listener)
        } else {
          flush(listener)
          slice = Gallery.Slice()
        }
      }
      gallery.visited(place, token)
    }
    gallery.endRound()
  }

  /// Frames go to the kernel as they lie in the log.
  private func send(
    _ frames: UnsafeRawBufferPointer, next: Int, of gallery: Gallery, at place: Int, to listener: Listener
  ) {
    let count = listener.send(frames)
    guard count < frames.count else { return gallery.took(place, next: next) }
    cuts += 1
    listener.isBlocked = true
    guard count > 0 else { return }
    let rest = gallery.took(place, bytes: count)
    keep(rest, for: listener)
  }

  private func keep(_ rest: UnsafeRawBufferPointer, for listener: Listener) {
    if breach == .restLost, !rest.isEmpty {
      listener.isWronged = true
    } else {
      listener.outbox.keep(rest)
    }
  }

  /// Somebody reads: the kernel has room for more.
  func read(_ listener: Listener, _ bytes: Int) {
    listener.kernelBytes += bytes
    guard listener.isBlocked, bytes > 0 else { return }
    listener.isBlocked = false
    flush(listener)
  }

  /// All that a connection lacks: first what is left of a frame that was cut.
  func flush(_ listener: Listener) {
    guard !listener.isGone else { return }
    listener.isDirty = false
    if listener.outbox.hasUnsent {
      listener.outbox.sent(listener.outbox.withUnsent { listener.send($0) })
      listener.isBlocked = listener.outbox.hasUnsent
      guard !listener.isBlocked else { return }
    }
    var gathered = ByteBuffer()
    guard gather(for: listener, into: &gathered) else { return close(listener) }
    let count = listener.send(gathered.bytes)
    guard count < gathered.count else { return }
    cuts += 1
    listener.isBlocked = true
    keep(UnsafeRawBufferPointer(rebasing: gathered.bytes[count...]), for: listener)
  }

  /// Personal lines, each after what was published before it; then the rest of the galleries.
  ///
  /// - Returns: false for a player who lacks what is no longer there.
  private func gather(for listener: Listener, into gathered: inout ByteBuffer) -> Bool {
    for entry in listener.outbox.takeEntries() {
      if let after = entry.after, let membership = listener.membership(in: after.gallery) {
        guard gather(membership, upTo: after.event, bytesMax: .max, for: listener, into: &gathered) else {
          return false
        }
      }
      gathered.append(entry.bytes)
    }
    for membership in listener.memberships {
      let gallery = membership.gallery
      guard gather(membership, upTo: gallery.events, bytesMax: 1500, for: listener, into: &gathered) else {
        return false
      }
      gallery.readSlots(Int(membership.place), into: &gathered)
    }
    return true
  }

  private func gather(
    _ membership: Membership, upTo event: Int, bytesMax: Int, for listener: Listener,
    into gathered: inout ByteBuffer
  ) -> Bool {
    let (gallery, place) = (membership.gallery, Int(membership.place))
    switch gallery.lack(place, upTo: event, bytesMax: bytesMax) {
    case .nothing: return true
    case .frames(let frames, let next):
      gathered.append(frames)
      gallery.took(place, next: next)
      if next < event { listener.isDirty = true }
      return true
    case .behind:
      let letGo = rooms.first { $0.gallery === gallery }?.letGo ?? 0
      if gallery.members[place].cursor >= letGo {
        faults.append("\(listener.number) lacks what nobody let go of")
      }
      falls += 1
      behinds += 1
      if gallery.members[place].isSeated { return false }
      gallery.fallBehind(place)
      return true
    }
  }

  /// After a whole round nobody lacks anything but those of whom it is known: they are full, or have more to come.
  func checkNobodyIsForgotten() {
    for gallery in rooms.compactMap(\.gallery) where gallery.isSwept {
      for place in gallery.members.indices where gallery.lacksEvents(place) {
        let listener = listeners[Int(gallery.members[place].connection.slot)]
        if !listener.isBlocked, !listener.isDirty { faults.append("\(listener.number) is forgotten") }
      }
    }
  }

  /// A player who does not read is let go of, with half a frame perhaps.
  private func close(_ listener: Listener) {
    _ = listener.outbox.takeEntries()
    for number in rooms.indices { leave(listener, number) }
    listener.isGone = true
  }

  /// Everybody reads until there is nothing left to tell.
  func settle() {
    for number in rooms.indices { catchUp(number) }
    for listener in listeners where !listener.isGone && !hasRead(listener) {
      faults.append("\(listener.number) is never done")
    }
  }

  private func hasRead(_ listener: Listener) -> Bool {
    for _ in 0..<1000 {
      read(listener, 1 << 20)
      flush(listener)
      for number in rooms.indices { catchUp(number) }
      let lacks = listener.memberships.contains { $0.gallery.lacks(Int($0.place)) }
      if listener.isGone || !lacks && listener.outbox.isEmpty { return true }
    }
    return false
  }
}
