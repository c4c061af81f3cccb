import Rooms
import Wire

/// Plays worlds, and makes those smaller that fail.
package enum Simulator {
  /// One world that failed, and the smallest that fails alike.
  package struct Failure: Sendable {
    package let plan: Plan
    package let violation: Violation

    package init(plan: Plan, violation: Violation) { (self.plan, self.violation) = (plan, violation) }
  }

  /// Of so many worlds one is played twice with different deals, up to the start.
  private static let comparedEvery: UInt64 = 4

  /// - Returns: what did not hold; nil where all did.
  package static func violation(
    in plan: Plan, planted: Invariant? = nil, traced: ((String) -> Void)? = nil
  ) -> Violation? {
    do throws(Violation) {
      try World(plan, planted: planted, traced: traced).run()
      if plan.scene == .race, plan.seed % comparedEvery == 0 { try compare(plan, planted: planted) }
      return nil
    } catch {
      return error
    }
  }

  /// Two worlds that differ in a deal which has not begun tell everybody the same, and at the same time. The commitment
  /// is of the deal; it is the one thing that differs.
  package static func compare(_ plan: Plan, planted: Invariant? = nil) throws(Violation) {
    var plan = plan
    plan.powerLosses = 0
    let worlds = [1, 2].map { World(plan, planted: planted, deal: $0, endsAtDeal: true) }
    for world in worlds { try world.run() }
    for (a, b) in zip(worlds[0].clients, worlds[1].clients) {
      for (first, second) in zip(a.transcript, b.transcript) {
        if first == second { continue }
        let (own, other) = (blanked(first.line), blanked(second.line))
        guard first.at == second.at, own == other else {
          throw Violation(
            invariant: .secrecy,
            what: "client \(a.number) is told of a deal that has not begun: \(Self.difference(own, other))",
            at: first.at)
        }
      }
      guard a.transcript.count == b.transcript.count else {
        throw Violation(
          invariant: .secrecy, what: "client \(a.number) is told more of one deal than of another", at: 0)
      }
    }
  }

  /// Both from a little before where they differ.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> String {
    let same = zip(a, b).prefix { $0 == $1 }.count
    func part(_ line: [UInt8]) -> String {
      String(decoding: line.dropFirst(max(0, same - 80)).prefix(160), as: UTF8.self)
    }
    return "\(part(a)) / \(part(b))"
  }

  /// A line without its commitments.
  private static func blanked(_ line: [UInt8]) -> [UInt8] {
    var blank = line
    for found in line.ranges(of: Array(#""commit":""#.utf8)) {
      for place in line[found.upperBound...].prefix(while: { $0 != UInt8(ascii: "\"") }).indices {
        blank[place] = UInt8(ascii: "0")
      }
    }
    return blank
  }

  /// The smallest plan that is found to break the same invariant.
  package static func shrunk(_ failure: Failure, planted: Invariant? = nil) -> Failure {
    var smallest = failure
    var goesOn = true
    while goesOn {
      goesOn = false
      for plan in smallest.plan.smaller {
        guard let violation = violation(in: plan, planted: planted),
          violation.invariant == failure.violation.invariant
        else { continue }
        smallest = Failure(plan: plan, violation: violation)
        goesOn = true
        break
      }
    }
    return smallest
  }
}
