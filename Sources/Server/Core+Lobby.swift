import Reactor
import Rooms
import Wire

/// The lobby: this loop's tables are put up, and those who look at the list are told when any loop's changed.
extension Core {
  /// Tells some of those who do not have the newest list, and the others in the turns that follow: a full lobby keeps
  /// nobody waiting.
  func tellLobby() {
    guard var slot = lobby.slot else { return }
    var left = settings.lobbyTellsPerTurnMax
    while left > 0, slot < connections.slots {
      if let connection = connections[slot: slot], tellLobby(connection) { left -= 1 }
      slot += 1
    }
    lobby.goOn(at: slot < connections.slots ? slot : nil)
  }

  /// - Returns: false when it is not in the lobby, or has the newest list.
  @discardableResult
  func tellLobby(_ connection: Connection) -> Bool {
    guard let conversation = connection.conversation, let has = conversation.lobbySerial,
      !connection.isLeaving
    else { return false }
    let (frame, serial) = lobby.newest(of: shared.lobby)
    guard has != serial else { return false }
    conversation.lobbySerial = serial
    connection.outbox.append(frame)
    markDirty(connection)
    return true
  }
}
