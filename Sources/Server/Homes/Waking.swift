import Reactor
import Rooms

/// What a table that is being looked for will hear first, in the order in which it was said.
struct Waking {
  /// - race: which has opened it; nil for people.
  var openings: [(opening: RoomOpening, c: Int, connection: ConnectionID, race: RoomID?)] = []
  var messages: [(message: RoomMessage, connection: ConnectionID)] = []
  /// Who waits for the rules of what is played there.
  var readers: [RulesReader] = []
  /// When it is looked for again, after the disk did not give it.
  var retryAt: Instant?
  var failures = 0
  /// It is being forgotten; it is looked for when that is done.
  var isForgetting = false

  var isAwaited: Bool { !openings.isEmpty || !messages.isEmpty || !readers.isEmpty }

  static let messagesMax = 1_024
  static let failuresMax = 30

  /// Who asks for a place for the table: those who have a seat there before others, each once. One seeker who may take
  /// a place is enough. If only readers of the rules wait, the place is counted for nobody.
  func seekers(in seats: Seats) -> [Places.Seeker] {
    var seekers: [Places.Seeker] = []
    for case (.join(_, let visitor, _, _, _), _) in messages {
      let keeper = AwakeTables.Keeper(guest: visitor.payer, network: visitor.network)
      guard !seekers.contains(where: { $0.keeper == keeper }) else { continue }
      seekers.append(Places.Seeker(keeper: keeper, isPlayer: seats.seat(of: visitor.guest) != nil))
    }
    if seekers.isEmpty {
      // A race's table has to be awake for the others' sake.
      let isOfRace = messages.contains { if case .letter = $0.message { true } else { false } }
      return [Places.Seeker(keeper: nil, isPlayer: isOfRace)]
    }
    return seekers.filter { $0.isPlayer } + seekers.filter { !$0.isPlayer }
  }
}
