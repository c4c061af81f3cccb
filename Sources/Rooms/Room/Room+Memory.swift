/// What a table takes in memory, and what of it can be given back.
extension Room {
  /// What a table takes that was just opened, with what is kept of it beside the room.
  package static let bytesMin = 24_576
  private static let bytesPerMember = 512
  private static let bytesPerAbsence = 96
  private static let bytesPerPly = 96

  /// In bytes, as far as it can be told from what is kept: near enough to say when there is too little left.
  package var byteCount: Int {
    Self.bytesMin + game.byteCount + lastTold.history.byteCount + answers.byteCount + primes.byteCount
      + talk.byteCount
      + members.count * Self.bytesPerMember + lastTold.absences.count * Self.bytesPerAbsence
      + (views.lines?.plies.count ?? 0) * Self.bytesPerPly
  }

  /// Gives back what can be made again, or told otherwise: who comes back is told a snapshot.
  package func giveBackMemory() {
    lastTold.history.removeAll()
    primes.removeAll()
    views = Views()
  }
}
