import Reactor
import Rooms
import Wire

/// The lobby: this loop's tables are put up, and those who look at the list are told when any loop's changed.
extension Core {
  /// Tells some of those who do not have the newest list, and the others in the turns that follow: a full lobby keeps
  /// nobody waiting.
  func tellLobby() {
    var left = loop.settings.lobbyTellsPerTurnMax
    while left > 0, lobby.telling.isGoing {
      if let token = lobby.telling.next(), let connection = connections[token], tellLobby(connection) {
        left -= 1
      }
    }
  }

  /// - Returns: false when it is not in the lobby, or has the newest list.
  @discardableResult
  func tellLobby(_ connection: Connection) -> Bool {
    guard let conversation = connection.conversation, let has = conversation.lobbySerial,
      !connection.isLeaving
    else { return false }
    let (frame, serial) = lobby.newest(of: loop.shared.lobby)
    guard has != serial else { return false }
    conversation.lobbySerial = serial
    connection.outbox.append(frame)
    connections.markDirty(connection)
    return true
  }
}
