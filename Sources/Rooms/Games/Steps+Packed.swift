import DragDrop
import Wire

/// A step as the bytes that are kept of it. What people do a thousand times is a few bytes long, anything else the line
/// of its command.
extension Steps.Step: PlainPackable {
  private enum Kind: UInt8 { case unknown, move, tap, send, line }

  /// Nobody's.
  private static var noSeat: UInt8 { .max }

  func packed() -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.put(UInt32(ply))
    bytes.append(seat.map { UInt8($0.index) } ?? Self.noSeat)
    for list in [items, beside] {
      bytes.put(short: list.count)
      for item in list { bytes.put(short: item) }
    }
    switch operation {
    case nil: bytes.append(Kind.unknown.rawValue)
    case .move(let item, let landing)? where landing == Landing(landing.place) && item >= 0:
      bytes.append(Kind.move.rawValue)
      bytes.put(short: item)
      bytes += landing.place.utf8
    case .tap(let place, nil)?:
      bytes.append(Kind.tap.rawValue)
      bytes += place.utf8
    case .send(let item)? where item >= 0:
      bytes.append(Kind.send.rawValue)
      bytes.put(short: item)
    case let operation?:
      bytes.append(Kind.line.rawValue)
      bytes += operation.line
    }
    return bytes
  }

  static func unpacked(_ bytes: [UInt8]) -> Steps.Step {
    var reader = ByteReader(bytes)
    let (ply, seat) = (Int(reader.u32()), reader.u8())
    let items = (0..<reader.short()).map { _ in reader.short() }
    let beside = (0..<reader.short()).map { _ in reader.short() }
    guard let kind = Kind(rawValue: reader.u8()) else { preconditionFailure("bytes of a step") }
    let operation: Command.Operation? =
      switch kind {
      case .unknown: nil
      case .move: .move(item: reader.short(), to: Landing(String(decoding: reader.rest(), as: UTF8.self)))
      case .tap: .tap(place: String(decoding: reader.rest(), as: UTF8.self), item: nil)
      case .send: .send(item: reader.short())
      case .line: Command.Operation(line: reader.rest())
      }
    return Steps.Step(
      ply: ply, seat: seat == noSeat ? nil : SeatNumber(Int(seat)), operation: operation, items: items,
      beside: beside)
  }
}

// MARK: - Operations

extension Command.Operation {
  /// A command is read with the room that it is for.
  private static var noRoom: String { "r" }

  /// The line of its command, without a room.
  var line: [UInt8] { ClientMessage.command(c: 1, room: Self.noRoom, Command(self)).line() }

  /// - Returns: nil for what is no such line.
  init?(line: [UInt8]) {
    guard case .command(_, _, let command)? = try? ClientMessage.read(line) else { return nil }
    self = command.operation
  }
}
