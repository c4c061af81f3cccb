import Synchronization

/// Does the server take commands, and if not, why: what `/readyz` says. Shared by all threads.
/// Promise: it is ready only while nothing stands in the way; each obstacle comes and goes by itself.
package final class Readiness: Sendable {
  /// The gravest first: of several the first is named.
  package enum Obstacle: String, CaseIterable, Sendable {
    /// It says goodbye and takes nobody new.
    case draining
    /// Tables are being opened again; a server begins so.
    case starting
    /// The disk takes nothing, or its state is too damaged to be written to.
    case readOnly = "read-only"

    fileprivate var bit: UInt8 { 1 << (Self.allCases.firstIndex(of: self).map { UInt8($0) } ?? 0) }
  }

  private let obstacles = Atomic<UInt8>(Obstacle.starting.bit)

  package init() {}

  package func begin(_ obstacle: Obstacle) { obstacles.bitwiseOr(obstacle.bit, ordering: .relaxed) }

  package func end(_ obstacle: Obstacle) { obstacles.bitwiseAnd(~obstacle.bit, ordering: .relaxed) }

  /// What stands in the way; nil when commands are taken.
  package var obstacle: Obstacle? {
    let held = obstacles.load(ordering: .relaxed)
    return Obstacle.allCases.first { held & $0.bit != 0 }
  }
}
