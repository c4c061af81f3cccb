import Reactor
import WebSocket
import Wire

/// One loop's side of the lobby: the list of all loops as it was read last, and how far
/// the telling has come. A round of telling goes through all connections, some in each turn.
struct Lobby {
  /// For those who take compressed messages, and those who do not.
  typealias List = (plain: PlainFrame, alone: AloneFrame?)

  private var list: List = (PlainFrame(text: []), nil)
  private var listSerial = -1
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
  mutating func newest(of board: LobbyBoard, _ deflater: Deflater?) -> (list: List, serial: Int32) {
    if board.serial != listSerial {
      let (tables, serial) = board.read()
      let line = ServerMessage.tables(tables).line()
      list = (PlainFrame(text: line), deflater.map { AloneFrame(text: line, with: $0) })
      listSerial = serial
    }
    return (list, Int32(truncatingIfNeeded: listSerial))
  }
}
