/// What a message may hold at most, in one place. Everything beyond is refused before it is looked at.
package enum WireLimits {
  /// A text message from a client, in bytes.
  package static let clientMessageBytesMax = 4096
  /// A text message from a server, as a client accepts it, in bytes.
  package static let serverMessageBytesMax = 1 << 20
  package static let nameCharactersMax = 24
  /// A person's name as it is sent, in bytes: characters may be long.
  package static let nameBytesMax = 400
  /// Tokens, room ids and the like, in bytes.
  package static let identifierBytesMax = 64
  /// The id of a game with all that can be chosen about it, in bytes. The rules in the browser take as many.
  package static let gameBytesMax = 255
  /// A ruleset in base64.
  package static let rulesCharactersMax = 4096
  /// Keys of one object: more than any message has, few enough to compare each with each.
  package static let fieldsMax = 48
  /// Numbers of plies, and plies of one answer about the lines of a game.
  package static let pliesMax = 1 << 30
  package static let pliesToldMax = 8192
  /// Steps of one line that wins.
  package static let lineStepsMax = 8192
  /// Visible tops named in one command.
  package static let topsMax = 32
  /// Rooms named in one resume, and joined at once.
  package static let roomsMax = 40
  /// Items that one drag may hold, as the log keeps them, the one under the pointer once more.
  package static let liftedMax = 1 + 1000
  /// Things from outside in one command, and ways in which one is offered.
  package static let thingsMax = 32
  package static let offersMax = 8
  package static let fileNameBytesMax = 400
  /// One text of an item's content, in bytes.
  package static let contentBytesMax = 4096
  /// Deal numbers stay exact in every JSON reader.
  package static let dealNumberMax = (1 << 53) - 1
  package static let seatsMax = 8
  /// Of one race, programs among them.
  package static let entrantsMax = 64
  /// How long a race may be limited to, in seconds.
  package static let raceSeconds = 60...7200
  /// The text that the cards of a race are bound to: a line for each entrant.
  package static let startBytesMax = 4096
  /// People who are banned from a table, or were let in, and people who knock at it at the same time.
  package static let bansMax = 64
  package static let knocksMax = 8
  /// What somebody says at a table: characters, of which each may have some marks, and the same in bytes.
  package static let sayCharactersMax = 140
  package static let sayBytesMax = 1120
  /// So many of the last lines are told to who joins.
  package static let linesSaidMax = 64
}
