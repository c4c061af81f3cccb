import Cards

/// A bot's chance: the same seed gives the same choices for ever, whatever a standard library does.
struct BoardDice: Sendable {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// 0 ..< count.
  mutating func below(_ count: Int) -> Int {
    precondition(count > 0, "a choice among something")
    return Int(generator.next() % UInt64(count))
  }

  mutating func chance(percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }

  /// Each as likely as its weight says; nil where nothing weighs anything.
  mutating func pick<Choice>(weighted choices: [(weight: Int, choice: Choice)]) -> Choice? {
    let total = choices.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    var left = below(total)
    for (weight, choice) in choices {
      if left < weight { return choice }
      left -= weight
    }
    return nil
  }
}
