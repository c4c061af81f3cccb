import Foundation

/// The part of all rounds that is played: one in so many. `BAIZE_ROUNDS_SHARE` names it, for builds under a sanitizer,
/// where each step takes several times as long and more tries reach no new code.
private let share = min(
  max(1, ProcessInfo.processInfo.environment["BAIZE_ROUNDS_SHARE"].flatMap { Int($0) } ?? 1), shareMax)

/// In fewer rounds chance may leave nothing to count, so that a check which counts would fail or mean nothing. A larger
/// share is taken as this one.
private let shareMax = 8

/// How often a file of tests leaves something to chance: `count` times, or that part of it. The files of this run's
/// slice play all rounds.
package func rounds(_ count: Int, in file: String = #fileID) -> Int {
  Slice.has(file) ? count : (count + share - 1) / share
}

/// What must have happened more than `count` times in so many rounds, or nothing was tested. Chance is less even in few
/// rounds: half of their share is enough.
package func least(_ count: Int, in file: String = #fileID) -> Int {
  share == 1 || Slice.has(file) ? count : count / (2 * share)
}
