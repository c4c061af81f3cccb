/// Names a place in a `Slab` at one time of its life: epoll hands it back, mail carries it between loops. A
/// token whose place was freed or given to somebody else matches nothing, so a late event can never reach the
/// wrong connection.
package struct Token: Hashable, Sendable {
  package let slot: UInt32
  package let generation: UInt32

  package init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  /// Round trip through the 64 bits that epoll keeps for us.
  package init(bits: UInt64) {
    self.init(slot: UInt32(truncatingIfNeeded: bits), generation: UInt32(truncatingIfNeeded: bits >> 32))
  }

  package var bits: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
