/// The positions of one class. They differ in nothing but which free cards are home, so that the heights of the
/// foundations tell them apart. Invariant: each of them once.
struct KlondikeMembers {
  /// How a member was reached: from which other one, and by which free card.
  struct Step: BitwiseCopyable {
    var parent: UInt32
    var move: KlondikeMove
  }

  /// Fourteen heights for each of four foundations.
  private static let most = 14 * 14 * 14 * 14

  let nodes: UnsafeMutablePointer<KlondikeNode>
  let steps: UnsafeMutablePointer<Step>
  /// By heights, in which class they were met last.
  private let met: UnsafeMutablePointer<UInt32>
  /// How many members there are, and the number of their class.
  private let state: UnsafeMutablePointer<(count: Int, current: UInt32)>

  @inline(__always)
  var count: Int { state.pointee.count }

  init?(in arena: inout Arena) {
    guard let nodes = arena.take(Self.most, of: KlondikeNode.self)?.baseAddress,
      let steps = arena.take(Self.most, of: Step.self)?.baseAddress,
      let met = arena.take(1 << 16, of: UInt32.self)?.baseAddress,
      let state = arena.take(1, of: (count: Int, current: UInt32).self)?.baseAddress
    else { return nil }
    (self.nodes, self.steps, self.met, self.state) = (nodes, steps, met, state)
    state.pointee = (0, 0)
    met.update(repeating: 0, count: 1 << 16)
  }

  @inline(__always)
  func begin(with node: KlondikeNode) {
    state.pointee.current &+= 1
    if state.pointee.current == 0 {
      // Otherwise marks of classes long ago would say that something is known.
      met.update(repeating: 0, count: 1 << 16)
      state.pointee.current = 1
    }
    state.pointee.count = 0
    _ = insert(node, Step(parent: .max, move: KlondikeMove(.reveal, 0)))
  }

  /// - Returns: false where it is known.
  @inline(__always)
  func insert(_ node: KlondikeNode, _ step: Step) -> Bool {
    let (count, current) = state.pointee
    if met[Int(node.home)] == current { return false }
    met[Int(node.home)] = current
    nodes[count] = node
    steps[count] = step
    state.pointee.count = count &+ 1
    return true
  }
}
