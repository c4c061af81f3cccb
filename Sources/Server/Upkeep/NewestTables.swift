import Rooms
import Wire

/// Those tables of a loop that the lobby shows: the newest. Never many more of them are held, however many there are.
struct NewestTables {
  private var rooms: [Room] = []

  mutating func add(_ room: Room) {
    guard room.isListed else { return }
    rooms.append(room)
    if rooms.count >= 2 * LobbyBoard.tablesShownMax { leaveOutOlder() }
  }

  /// Newest first.
  mutating func summaries() -> [TableSummary] {
    leaveOutOlder()
    return rooms.map(\.summary)
  }

  private mutating func leaveOutOlder() {
    rooms.sort { $0.use.openedAt > $1.use.openedAt }
    rooms.removeLast(max(0, rooms.count - LobbyBoard.tablesShownMax))
  }
}
