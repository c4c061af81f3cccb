/// What all loops know of tables and of who plays there, and the desk that reads descriptions of new ones.
struct SharedTables: Sendable {
  let descriptions = DescriptionDesk()
  let winners = Winners()
  let awake: AwakeTables
  let lobby: LobbyBoard

  init(_ settings: Configuration) {
    awake = AwakeTables(
      perGuestMax: settings.awakePerGuestMax, perNetworkMax: settings.awakePerNetworkMax)
    lobby = LobbyBoard(loops: settings.loops)
  }
}
