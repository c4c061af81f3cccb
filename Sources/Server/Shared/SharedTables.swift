/// What all loops know of tables and games.
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
