/// Who stands before a table, and may not come in for now.
struct Outside {
  var knocks = Knocks()
  /// Whom the host has sent away since the table woke, but for those who came again with a key.
  private(set) var sentAway: Set<GuestID> = []

  /// So many are remembered until the table sleeps.
  private static let sentAwayMax = 256

  mutating func sendAway(_ guest: GuestID) {
    if sentAway.count < Self.sentAwayMax { sentAway.insert(guest) }
  }

  mutating func forget(_ guest: GuestID) { sentAway.remove(guest) }
}
