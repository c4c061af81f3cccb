import Reactor
import Rooms

/// The audiences on one loop: which connection stands in which gallery, and which galleries wait to be swept.
///
/// Invariant: each member's connection says that it stands there; a gallery with somebody to visit is in line once; no
/// room's gallery is empty.
final class Galleries {
  private let loop: LoopContext
  private let connections: Connections
  private var byRoom: [RoomID: Gallery] = [:]
  /// Of those who see a table as one of many small boards.
  private var minisByRoom: [RoomID: Gallery] = [:]
  /// All connections here that listen at `/lab/sub`.
  let lab: LabAudience
  /// Those that are to be swept, oldest first.
  private var sweeping: [Gallery] = []

  init(_ loop: LoopContext, _ connections: Connections) {
    self.loop = loop
    self.connections = connections
    lab = LabAudience(logBytesMax: loop.settings.galleryLogBytesMax)
  }

  subscript(room: RoomID) -> Gallery? { byRoom[room] }

  func minis(of room: RoomID) -> Gallery? { minisByRoom[room] }

  /// The one that a connection is in; nil when it is in none of that room.
  func gallery(of connection: Connection, in room: RoomID) -> Gallery? {
    if let gallery = byRoom[room], connection.membership(in: gallery) != nil { return gallery }
    return minisByRoom[room].flatMap { connection.membership(in: $0) == nil ? nil : $0 }
  }

  var count: Int { byRoom.count }

  // MARK: - Members

  /// Joining again begins anew.
  func admit(
    _ connection: Connection, to room: RoomID, version: Int, isSeated: Bool, wantsDrag: Bool, isMini: Bool
  ) {
    if let gallery = gallery(of: connection, in: room) { dismiss(connection, from: gallery) }
    let gallery =
      (isMini ? minisByRoom : byRoom)[room]
      ?? Gallery(
        room: room, version: version, logBytesMax: loop.settings.galleryLogBytesMax, isOfMinis: isMini)
    if isMini { minisByRoom[room] = gallery } else { byRoom[room] = gallery }
    // The first room is the connection's; of others its conversation knows, which may have ended since they were asked.
    if connection.memberships.count > 0 { connections.conversation(of: connection) }
    join(connection, gallery, isSeated: isSeated, wantsDrag: wantsDrag)
  }

  func joinLab(_ connection: Connection) {
    join(connection, lab.gallery, isSeated: false, wantsDrag: false)
    if connection.outgoing.takes == .shared { lab.restart() }
  }

  private func join(_ connection: Connection, _ gallery: Gallery, isSeated: Bool, wantsDrag: Bool) {
    gallery.admit(
      // What small boards are told is gathered as text, and compressed together.
      connection.token, isSeated: isSeated, wantsDrag: wantsDrag,
      takes: gallery.isOfMinis ? .plain : connection.outgoing.takes
    ) {
      connections[$0]?.stand(at: $1, in: gallery)
    }
    limitUnsent(connection)
  }

  /// What an audience is sent may come late, but not all of it at once from the kernel's own long queue.
  private func limitUnsent(_ connection: Connection) {
    connection.socket.limitUnsent(bytes: connection.isSeated ? nil : loop.settings.spectatorUnsentBytesMax)
  }

  func dismiss(_ connection: Connection, from gallery: Gallery) {
    guard let place = connection.membership(in: gallery)?.place else { return }
    let wasSeated = gallery.members[Int(place)].isSeated
    connection.leave(gallery)
    if wasSeated { limitUnsent(connection) }
    gallery.dismiss(Int(place)) { token, place in
      if token != connection.token { connections[token]?.stand(at: place, in: gallery) }
    }
    guard gallery.members.isEmpty, let room = gallery.room else { return }
    if gallery.isOfMinis { minisByRoom[room] = nil } else { byRoom[room] = nil }
  }

  // MARK: - Sweeps

  /// Puts a gallery in line once, if somebody in it may lack something.
  func sweepOn(_ gallery: Gallery) {
    guard !gallery.isHeld, !gallery.isSwept, !gallery.isInLine else { return }
    gallery.isInLine = true
    sweeping.append(gallery)
  }

  /// All small boards with news are in line. Call it twice a second.
  func sweepMinis() {
    for gallery in minisByRoom.values {
      gallery.isHeld = false
      sweepOn(gallery)
      // Nobody lacks anything: what comes next waits for the next call.
      if gallery.isSwept { gallery.isHeld = true }
    }
  }

  var isSweeping: Bool { !sweeping.isEmpty }

  /// - Parameter taken: empty before.
  func takeSweeping(into taken: inout [Gallery]) { swap(&sweeping, &taken) }

  /// Those that had no turn come first in the next one.
  func sweepFirst(_ rest: ArraySlice<Gallery>) { sweeping.insert(contentsOf: rest, at: 0) }

  // MARK: - Invariants

  /// What holds between turns.
  ///
  /// - Parameter all: whether all galleries are gone through, or one and the lab's.
  func checkInvariants(turn: Int, all: Bool) {
    check(lab.gallery)
    if all {
      for gallery in byRoom.values { check(gallery) }
      for gallery in minisByRoom.values { check(gallery) }
      let swept = Set(sweeping.map(ObjectIdentifier.init))
      precondition(swept.count == sweeping.count, "a gallery is in line once")
      precondition(sweeping.allSatisfy(\.isInLine), "a gallery in line knows it")
      for token in connections.tokens { check(token) }
    } else if !byRoom.isEmpty {
      check(byRoom.values[byRoom.index(byRoom.startIndex, offsetBy: turn % byRoom.count)])
    }
  }

  private func check(_ gallery: Gallery) {
    gallery.checkInvariants()
    precondition(gallery.room == nil || !gallery.members.isEmpty, "a room's gallery has members")
    precondition(
      gallery.isSwept || gallery.isInLine || gallery.isHeld, "a gallery with somebody to visit is in line")
    for place in gallery.members.indices {
      let connection = connections[gallery.members[place].connection]
      precondition(connection.map { !$0.isLeaving } ?? false, "members are there, and stay")
      precondition(
        connection?.membership(in: gallery).map { Int($0.place) == place } ?? false,
        "a member's connection knows where it stands")
    }
  }

  private func check(_ token: Token) {
    guard let connection = connections[token] else { return }
    var streams = 0
    for membership in connection.memberships {
      let (gallery, place) = (membership.gallery, Int(membership.place))
      precondition(
        place < gallery.members.count && gallery.members[place].connection == token,
        "a connection stands where it says")
      precondition(
        gallery.room.map { (gallery.isOfMinis ? minisByRoom : byRoom)[$0] === gallery } ?? true,
        "it stands in galleries that are there")
      if gallery.members[place].told == .shared { streams += 1 }
    }
    precondition(streams <= 1, "a connection is in one stream at most")
  }
}
