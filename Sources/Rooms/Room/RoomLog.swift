import Wire

/// Where a room stands in its log: what was recorded, what of it is durable, and what it can fall back to.
/// Invariant: `checkpoints` holds the game at each version that is not yet durable, and at the last that is.
struct RoomLog {
  /// A game as it was at one version.
  struct Checkpoint {
    let version: Int
    let sequence: Int
    fileprivate(set) var game: Game
  }

  /// Tells one history of the table from another.
  let epoch: UInt32
  /// Counts records: accepted commands, and changes of who holds which seat.
  private(set) var sequence = 1
  /// How often the room has fallen back.
  private(set) var lineage: UInt32 = 0
  /// The last record that the journal holds.
  private(set) var durable = 0
  private(set) var checkpoints: [Checkpoint] = []
  var bases = BaseKeeper()
  /// The seats as the log has them; nil when it has to be told anew.
  private(set) var seats: LogRecord.SeatsLogged?
  /// How many changes of the seats those hold.
  private var seatChanges = 0
  /// How many changes of who may come the log has.
  var accessChanges = 0

  init(epoch: UInt32) { self.epoch = epoch }

  init(_ reopening: Reopening) {
    epoch = reopening.epoch
    sequence = reopening.sequence
    durable = reopening.sequence
    seats = reopening.seatsLogged
    bases = BaseKeeper(baseSequence: reopening.baseSequence)
    add(reopening.game, version: reopening.version)
  }

  // MARK: - Recording

  /// The opening, which is the first record.
  func opened(by author: Remembered.Author, _ opening: LogRecord.Opening, version: Int) -> Effect {
    remembered(.opening(opening), of: author, version: version)
  }

  /// The next record.
  mutating func append(_ record: LogRecord, of author: Remembered.Author?, version: Int) -> Effect {
    sequence += 1
    return remembered(record, of: author, version: version)
  }

  private func remembered(_ record: LogRecord, of author: Remembered.Author?, version: Int) -> Effect {
    .remember(
      Remembered(
        sequence: sequence, version: version, lineage: lineage, author: author, bytes: record.line()))
  }

  /// The next record says who sits where.
  mutating func append(
    _ seats: LogRecord.SeatsLogged, changes: Int, of author: Remembered.Author?, version: Int
  ) -> Effect {
    self.seats = seats
    seatChanges = changes
    return append(.seats(seats), of: author, version: version)
  }

  /// Whether the log has the seats as they are after so many changes.
  func hasSeats(after changes: Int) -> Bool { seats != nil && seatChanges == changes }

  /// The game as it is after the last record.
  mutating func add(_ game: Game, version: Int) {
    checkpoints.append(Checkpoint(version: version, sequence: sequence, game: game))
  }

  // MARK: - Durability

  mutating func becameDurable(upTo sequence: Int) {
    durable = max(durable, sequence)
    if let last = checkpoints.lastIndex(where: { $0.sequence <= durable }) { checkpoints.removeFirst(last) }
  }

  mutating func changeGames(_ change: (inout Game) -> Void) {
    for index in checkpoints.indices { change(&checkpoints[index].game) }
  }

  /// The journal lost what was not durable. Another lineage begins where the room last was durable.
  ///
  /// - Returns: nil when nothing was durable.
  mutating func fallBack() -> Checkpoint? {
    lineage += 1
    guard let checkpoint = checkpoints.first, checkpoint.sequence <= durable else { return nil }
    sequence = durable
    checkpoints = [checkpoint]
    // Who sits where holds all the same; the log hears of it with the next command.
    seats = nil
    accessChanges = -1
    bases.fallBack(to: checkpoint.version, sequence: sequence)
    return checkpoint
  }

  func checkInvariants() {
    precondition(
      checkpoints.first.map { $0.sequence <= max(durable, 1) } ?? true, "there is a game to fall back to")
    precondition(
      zip(checkpoints, checkpoints.dropFirst()).allSatisfy { $0.sequence < $1.sequence },
      "checkpoints stand in the order of the log")
  }
}
