import Reactor
import Rooms
import Store
import WebSocket

/// A room at home: the room itself, its gate, and which loops have members of it.
/// Invariant: every effect of the room passes the gate, except records, which go to the journal, and what it
/// says when it falls back to what is durable.
final class RoomHost {
  let room: Room
  private var gate = Gate()

  init(room: Room) { self.room = room }

  var id: RoomID { room.id }
  /// So much waits for the journal that nothing more is taken in.
  var isCongested: Bool { gate.count > Self.waitingMax }
  static let waitingMax = 2048

  /// Takes what the room just said. Records are handed to `remember`.
  func take(_ effects: [Effect], remember: (Record) -> Void) {
    for effect in effects {
      if case .remember(let revision, let lineage, let bytes) = effect {
        remember(Record(room: id.text, revision: UInt64(revision), lineage: lineage, bytes: bytes))
      } else {
        gate.hold(effect, at: room.version)
      }
    }
  }

  func opened(upTo revision: Int) {
    room.becameDurable(upTo: revision)
    gate.open(upTo: revision)
  }

  /// The journal lost what was not durable.
  ///
  /// - Returns: false when that was all there ever was, so that the room is no more.
  func lose(now: Int64, into deliveries: inout Deliveries) -> Bool {
    var effects: [Effect] = []
    gate.lose(into: &effects)
    let stands = room.fallBack(now: now, into: &effects)
    for effect in effects { route(effect, into: &deliveries) }
    return stands
  }

  /// What may be told now, sorted by loop.
  func release(into deliveries: inout Deliveries) {
    var effects: [Effect] = []
    gate.release(into: &effects)
    for effect in effects { route(effect, into: &deliveries) }
  }

  private func route(_ effect: Effect, into deliveries: inout Deliveries) {
    switch effect {
    case .answer(let connection, let line, _), .tell(let connection, let line):
      deliveries.add(
        .personal(connection.token, frame: FrameEncoder.serverFrame(text: line)), to: Int(connection.loop))
    case .opened(let connection, let isKept):
      deliveries.add(.opened(connection.token, isKept: isKept), to: Int(connection.loop))
    case .admit(let connection, let seat, let version, let wantsDrag):
      deliveries.add(
        .admit(connection.token, seat: seat, version: version, wantsDrag: wantsDrag), to: Int(connection.loop)
      )
    case .dismiss(let connection):
      deliveries.add(.dismiss(connection.token), to: Int(connection.loop))
    case .publish(let revision, let line):
      toAll(.publish(version: revision, frame: FrameEncoder.serverFrame(text: line)), into: &deliveries)
    case .hover(let line, let except):
      let frame = FrameEncoder.serverFrame(text: line)
      for loop in room.loops {
        let token = except.flatMap { Int($0.loop) == loop ? $0.token : nil }
        deliveries.add(.hover(frame: frame, except: token), to: loop)
      }
    case .crowd(let line): toAll(.crowd(frame: FrameEncoder.serverFrame(text: line)), into: &deliveries)
    case .remember: preconditionFailure("records go to the journal")
    }
  }

  private func toAll(_ delivery: Delivery, into deliveries: inout Deliveries) {
    for loop in room.loops { deliveries.add(delivery, to: loop) }
  }
}
