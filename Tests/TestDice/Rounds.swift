import Foundation

private let isSanitized = ProcessInfo.processInfo.environment["BAIZE_SANITIZED"] != nil

/// How often something is left to chance: `count` times, and an eighth of it under a sanitizer (`BAIZE_SANITIZED`),
/// where each step takes several times as long and more tries reach no new code.
package func rounds(_ count: Int) -> Int { isSanitized ? (count + 7) / 8 : count }

/// What must have happened more than `count` times in so many rounds, or nothing was tested. Chance is less even in few
/// rounds: half of their share is enough.
package func least(_ count: Int) -> Int { isSanitized ? count / 16 : count }
