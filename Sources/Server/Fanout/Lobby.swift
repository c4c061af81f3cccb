import Reactor
import WebSocket
import Wire

/// One loop's side of the lobby: the list of all loops as it was read last, and how far
/// the telling has come. A round of telling goes through all connections, some in each turn.
struct Lobby {
  private var list = (frame: PlainFrame(text: []), serial: -1)
  /// The list that the last round was begun for. Who comes in between reads a newer one, and all others lack it still.
  private var roundSerial = -1
  /// All connections, of which those who look at the lobby are told.
  var telling: Round<Token>

  init(at now: Instant) {
    telling = Round(at: now)
  }

  /// All are told, if the list changed since the last round began, and when that is over.
  mutating func beginTelling(_ serial: Int, to connections: @autoclosure () -> [Token], at now: Instant) {
    guard serial != roundSerial, !telling.isGoing else { return }
    roundSerial = serial
    telling.begin(connections(), at: now)
  }

  /// The newest list, written once for all who are told it, and its serial.
  mutating func newest(of board: LobbyBoard) -> (frame: PlainFrame, serial: Int32) {
    if board.serial != list.serial {
      let (tables, serial) = board.read()
      list = (PlainFrame(text: ServerMessage.tables(tables).line()), serial)
    }
    return (list.frame, Int32(truncatingIfNeeded: list.serial))
  }
}
