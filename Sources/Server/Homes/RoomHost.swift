import Reactor
import Rooms
import Store
import WebSocket
import Wire

/// A room at home: the room itself, its gate, its audience's stream, and which loops have members of it.
/// Invariant: every effect of the room passes the gate, except records, which go to the journal, and what it
/// says when it falls back to what is durable. What becomes of the table enters the stream, once, and
/// nothing else does: no word that somebody says, above all.
final class RoomHost {
  let room: Room
  private var gate = Gate()
  private var stream = SharedStream()
  /// The loop's; nil when this server keeps no streams.
  private let deflater: Deflater?
  /// The last prime: joiners of one version share it.
  private var primed: (lines: [UInt8], priming: Priming)?
  /// Where its opener came from.
  var network: UInt32?
  /// Whose limits hold for it; nil: its opener's own.
  var payer: GuestID?
  /// The race that has opened it; nil for what people open, and once it is awake again.
  var race: RoomID?
  /// Who keeps it awake; nil when nobody does but readers of its rules.
  var keeper: AwakeTables.Keeper?
  /// What it took in memory when it was last weighed.
  private(set) var byteCount = 0
  /// When it is to be looked at to the millisecond; nil where nothing was asked for.
  var alarm: Int64?

  init(room: Room, deflater: Deflater?) {
    self.room = room
    self.deflater = deflater
  }

  /// - Returns: how much more it takes than when it was last weighed.
  func weigh() -> Int {
    let before = byteCount
    byteCount = room.byteCount
    return byteCount - before
  }

  var id: RoomID { room.id }
  /// All that it has said is told.
  var hasToldAll: Bool { gate.isEmpty }
  /// What is held back until the journal has acknowledged what it reflects.
  var waiting: Int { gate.count }
  /// So much waits for the journal that nothing more is taken in.
  var isCongested: Bool { gate.count > Self.waitingMax }
  static let waitingMax = 2048

  /// Sorts what the room just said: records to the journal, all else to the gate.
  ///
  /// - Parameter wall: milliseconds since 1970.
  func sort(_ effects: [Effect], at wall: Int64, into records: inout [Record]) {
    for effect in effects {
      if case .remember(let remembered) = effect {
        records.append(Record(remembered, of: id, at: wall, network: network, payer: payer))
      } else {
        gate.hold(effect, at: room.sequence)
      }
    }
  }

  func openGate(upTo sequence: Int) {
    room.becameDurable(upTo: sequence)
    gate.open(upTo: sequence)
  }

  /// The journal lost what was not durable.
  ///
  /// - Returns: false when that was all there ever was, so that the room is no more.
  func lose(now: Int64, into deliveries: inout Deliveries) -> Bool {
    var effects: [Effect] = []
    let unprimed = gate.lose(into: &effects)
    let stands = room.fallBack(now: now, unprimed: unprimed, into: &effects)
    for effect in effects { route(effect, into: &deliveries) }
    return stands
  }

  /// What may be told now, sorted by loop.
  func release(into deliveries: inout Deliveries) {
    var effects: [Effect] = []
    gate.release(into: &effects)
    for effect in effects { route(effect, into: &deliveries) }
  }

  /// What holds between turns.
  func checkInvariants() {
    gate.checkInvariants()
    room.checkInvariants()
    precondition(
      gate.sequenceWaiting.map { $0 <= room.sequence } ?? true,
      "nothing waits for records that are not made yet")
  }

  private func route(_ effect: Effect, into deliveries: inout Deliveries) {
    switch effect {
    case .answer(let connection, let reply, _):
      let answer = Delivery.personal(
        connection.token, PlainFrame(text: reply.line), c: reply.c, refusal: reply.refusal)
      deliveries.add(answer, to: Int(connection.loop))
    case .tell(let connection, let line):
      let frame = PlainFrame(text: line)
      deliveries.add(.personal(connection.token, frame, c: nil, refusal: nil), to: Int(connection.loop))
    case .opened(let connection, let isKept):
      deliveries.add(.opened(connection.token, isKept: isKept), to: Int(connection.loop))
    case .admit(let connection, let seat, let version, let wantsDrag, let isMini):
      deliveries.add(
        .admit(connection.token, seat: seat, version: version, wantsDrag: wantsDrag, isMini: isMini),
        to: Int(connection.loop))
    case .prime(let connection, _, let lines):
      let isForStream = room.encoding(of: connection) == .shared
      deliveries.add(
        .prime(connection.token, lines: lines, isForStream ? priming(lines) : .none), to: Int(connection.loop)
      )
    case .dismiss(let connection):
      deliveries.add(.dismiss(connection.token), to: Int(connection.loop))
    case .publish(let revision, let line, let hides):
      toAll(.publish(version: revision, line: line, shared: enterStream(line)), into: &deliveries)
      // Those in sync know the lines before it; members that are primed from now on must not.
      if hides { stream.restart() }
    case .hover(let line, let except):
      let frame = PlainFrame(text: line)
      for loop in room.loops {
        let token = except.flatMap { Int($0.loop) == loop ? $0.token : nil }
        deliveries.add(.hover(frame, except: token), to: loop)
      }
    case .crowd(let line): toAll(.crowd(PlainFrame(text: line)), into: &deliveries)
    case .talk(let line): toAll(.talk(PlainFrame(text: line)), into: &deliveries)
    case .keep(let base): deliveries.bases.append(base)
    case .report(let report): deliveries.reports.append(report)
    case .letter(let letter, let room):
      deliveries.letters.append(.hear(room, .letter(letter, from: id), from: .none, network: nil))
    case .order(let order):
      deliveries.letters.append(.order(order.room, order.opening, by: id))
    case .ask(let question): deliveries.questions.append(question)
    case .won(let guests): deliveries.winners += guests
    case .remember: preconditionFailure("records go to the journal")
    }
  }

  private func toAll(_ delivery: Delivery, into deliveries: inout Deliveries) {
    for loop in room.loops { deliveries.add(delivery, to: loop) }
  }

  // MARK: - The stream

  private var hasStream: Bool { room.members(taking: .shared) > 0 }

  /// An event in the audience's stream, compressed once for everybody in it; nil when there is nobody.
  private func enterStream(_ line: [UInt8]) -> SharedFrame? {
    assert(line.last == UInt8(ascii: "\n"), "a stream is made of whole lines")
    primed = nil
    guard let deflater, hasStream else {
      stream.append(line)
      return nil
    }
    return stream.frame(line, with: deflater)
  }

  private func priming(_ lines: [UInt8]) -> Priming {
    guard let deflater else { return .none }
    if let primed, primed.lines == lines { return primed.priming }
    let priming: Priming =
      lines.isEmpty && stream.isEmpty ? .needless : .frame(stream.prime(lines, with: deflater))
    primed = (lines, priming)
    return priming
  }
}

extension Record {
  fileprivate init(
    _ remembered: Remembered, of room: RoomID, at wall: Int64, network: UInt32?, payer: GuestID?
  ) {
    self.init(
      room: room.text, sequence: UInt64(remembered.sequence), version: UInt64(remembered.version),
      lineage: remembered.lineage, at: wall,
      author: remembered.author.map { Author(guest: $0.guest.text, visit: $0.visit?.text, c: $0.c) },
      bytes: remembered.bytes, network: remembered.sequence == 1 ? network.map { UInt64($0) } : nil)
    if remembered.sequence == 1 { owner = payer?.text }
    seatsAuthor = remembered.author != nil && LogRecord.mayBeSeats(remembered.bytes)
  }
}
