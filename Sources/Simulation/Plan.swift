import Patience

/// What happens in one simulated world: how many take part, how the network and the disk behave. All of it comes from a
/// seed; what was failing is made smaller by giving other values.
package struct Plan: Equatable, Sendable {
  /// What is played.
  package enum Scene: String, CaseIterable, Sendable {
    /// A race on one deal.
    case race
    /// One table with several seats.
    case table
  }

  package var seed: UInt64
  package var scene = Scene.race
  package var players = 2
  package var watchers = 1
  /// Of the race.
  package var seconds = 60
  /// Between two moves of one player, at most, in milliseconds.
  package var thinkMillisecondsMax = 900
  package var latencyMillisecondsMax = 80
  /// Of a thousand lines: how many break the connection that they are on.
  package var breaks = 0
  /// Of a thousand commits: how many fail.
  package var failures = 0
  /// How long a commit takes at most, in milliseconds.
  package var commitMillisecondsMax = 5
  /// How often the power is lost.
  package var powerLosses = 0
  /// Whether somebody leaves in the middle for good, and has all that they are deleted.
  package var erasesOne = false
  /// How many give up, of a thousand decisions.
  package var resignations = 5
  /// Of a race; a table with several seats always has Klondike.
  package var game = "klondike1"
  /// Two want another race as soon as they are done. Then it is one by link, and the others have a key.
  package var isAgain = false

  /// What a seed makes of it. Each fault is left out in most worlds, so that others are seen alone.
  package init(seed: UInt64) {
    self.seed = seed
    var dice = Dice(seed: seed ^ 0x706C_616E)
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }
    scene = chance(75) ? .race : .table
    players = chance(80) ? Int.random(in: 2...3, using: &dice) : Int.random(in: 4...6, using: &dice)
    watchers = Int.random(in: 0...2, using: &dice)
    seconds = 60
    thinkMillisecondsMax = [1000, 2500, 6000].randomElement(using: &dice) ?? 2500
    latencyMillisecondsMax = [5, 80, 400].randomElement(using: &dice) ?? 80
    if chance(40) { breaks = Int.random(in: 1...30, using: &dice) }
    if chance(20) { failures = Int.random(in: 5...200, using: &dice) }
    commitMillisecondsMax = [1, 5, 200, 2000].randomElement(using: &dice) ?? 5
    if chance(40) { powerLosses = Int.random(in: 1...3, using: &dice) }
    erasesOne = chance(15)
    resignations = [0, 5, 60].randomElement(using: &dice) ?? 5
    game = ["klondike1", "freecell", "spider1", "golf", "yukon"].randomElement(using: &dice) ?? "klondike1"
    isAgain = chance(15)
  }

  /// As it is printed and read: `scene=race players=3 …`, what differs from what the seed makes of it.
  package var changes: [String] {
    let usual = Plan(seed: seed)
    return Self.fields.filter { $0.get(self) != $0.get(usual) }.map { "\($0.name)=\($0.get(self))" }
  }

  /// - Returns: false for what is no field, or not a value of it.
  package mutating func change(_ text: String) -> Bool {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let field = Self.fields.first(where: { $0.name == parts[0] }) else {
      return false
    }
    return field.set(&self, parts[1])
  }

  /// Plans that ask for less, the boldest first.
  package var smaller: [Plan] { Self.fields.flatMap { $0.less(self) }.filter { $0 != self } }

  private struct Field: Sendable {
    let name: String
    let get: @Sendable (Plan) -> String
    let set: @Sendable (inout Plan, String) -> Bool
    let less: @Sendable (Plan) -> [Plan]
  }

  private static let fields: [Field] = [
    number("players", 2...64, at: \.players, least: 2), number("watchers", 0...64, at: \.watchers),
    number("breaks", 0...1000, at: \.breaks), number("failures", 0...1000, at: \.failures),
    number("losses", 0...100, at: \.powerLosses), number("resignations", 0...1000, at: \.resignations),
    number("commit", 1...60_000, at: \.commitMillisecondsMax, least: 1),
    number("latency", 1...60_000, at: \.latencyMillisecondsMax, least: 1),
    number("think", 1...60_000, at: \.thinkMillisecondsMax, least: 1),
    number("seconds", 60...7200, at: \.seconds, least: 60),
    truth("erase", at: \.erasesOne), truth("again", at: \.isAgain),
    Field(
      name: "scene", get: { $0.scene.rawValue },
      set: { plan, text in
        guard let scene = Scene(rawValue: text) else { return false }
        plan.scene = scene
        return true
      }, less: { _ in [] }),
    Field(
      name: "game", get: { $0.game },
      set: { plan, text in
        guard Catalogue.ruleset(id: text) != nil else { return false }
        plan.game = text
        return true
      }, less: { plan in [changed(plan) { $0.game = "klondike1" }] }),
  ]

  private static func number(
    _ name: String, _ range: ClosedRange<Int>, at path: any WritableKeyPath<Plan, Int> & Sendable,
    least: Int = 0
  ) -> Field {
    Field(
      name: name, get: { "\($0[keyPath: path])" },
      set: { plan, text in
        guard let value = Int(text), range.contains(value) else { return false }
        plan[keyPath: path] = value
        return true
      },
      less: { plan in
        let value = plan[keyPath: path]
        return value <= least
          ? []
          : Set([least, (least + value) / 2, value - 1]).sorted().map { less in
            changed(plan) { $0[keyPath: path] = less }
          }
      })
  }

  private static func truth(_ name: String, at path: any WritableKeyPath<Plan, Bool> & Sendable) -> Field {
    Field(
      name: name, get: { "\($0[keyPath: path])" },
      set: { plan, text in
        guard let value = Bool(text) else { return false }
        plan[keyPath: path] = value
        return true
      }, less: { plan in plan[keyPath: path] ? [changed(plan) { $0[keyPath: path] = false }] : [] })
  }

  private static func changed(_ plan: Plan, _ change: (inout Plan) -> Void) -> Plan {
    var plan = plan
    change(&plan)
    return plan
  }
}
