import Reactor
import Rooms
import WebSocket
import Wire

/// The lobby: this loop's tables are put up, and those who look at the list are told when any loop's changed.
extension Core {
  /// Once in a while; telling it goes on in the turns that follow.
  func putUpTables() {
    guard now >= lobbyAt else { return }
    lobbyAt = now + settings.lobbyMilliseconds
    if lobbyTouched {
      lobbyTouched = false
      let newest = rooms.values.filter { $0.room.hasMembers }.sorted { $0.room.openedAt > $1.room.openedAt }
      shared.lobby.put(newest.prefix(LobbyBoard.tablesShownMax).map(\.room.summary), of: index)
    }
    guard shared.lobby.serial != lobbyRound else { return }
    lobbyRound = shared.lobby.serial
    lobbySlot = 0
  }

  /// Tells some of those who do not have the newest list, and the others in the turns that follow: a full lobby keeps
  /// nobody waiting.
  func tellLobby() {
    guard var slot = lobbySlot else { return }
    var left = settings.lobbyTellsPerTurnMax
    while left > 0, slot < connections.slots {
      if let connection = connections[slot: slot], tellLobby(connection) { left -= 1 }
      slot += 1
    }
    lobbySlot = slot < connections.slots ? slot : nil
  }

  /// - Returns: false when it is not in the lobby, or has the newest list.
  @discardableResult
  func tellLobby(_ connection: Connection) -> Bool {
    guard let conversation = connection.conversation, let has = conversation.lobbySerial,
      !connection.isLeaving
    else { return false }
    readLobby()
    let serial = Int32(truncatingIfNeeded: lobbyList.serial)
    guard has != serial else { return false }
    conversation.lobbySerial = serial
    connection.outbox.append(lobbyList.frame)
    markDirty(connection)
    return true
  }

  /// The list is written once for all who are told it.
  private func readLobby() {
    guard shared.lobby.serial != lobbyList.serial else { return }
    let (list, serial) = shared.lobby.read()
    lobbyList = (PlainFrame(text: ServerMessage.tables(list).line()), serial)
  }
}
