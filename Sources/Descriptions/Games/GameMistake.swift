/// Something about a game that contradicts something else.
struct GameMistake: Hashable {
  /// Of the field to be changed.
  let path: String
  let message: String
  let mend: String
  /// Fields of the game that this was found out from. It is told only if all of them could be read.
  let restsOn: Set<String>

  init(_ path: String, _ message: String, mend: String, restsOn: Set<String>) {
    self.path = path
    self.message = message
    self.mend = mend
    self.restsOn = restsOn
  }

  /// All that hold cards.
  static let zones: Set<String> = ["stock", "waste", "foundation", "tableau", "cell", "reserve"]
}

extension [GameMistake] {
  mutating func add(_ path: String, _ message: String, mend: String, restsOn: Set<String>) {
    append(GameMistake(path, message, mend: mend, restsOn: restsOn))
  }
}
