/// Models to go back to and forth to. Models are copy-on-write, so one costs little until something
/// changes. Invariant: what was taken back is forgotten as soon as something else is done.
struct History<Model: BoardModel>: Sendable {
  let depthMax: UInt32
  /// Steps at the bottom, beneath `past`, whose models are not known: they count when the oldest are
  /// dropped, and nothing leads back to them.
  private(set) var forgotten: Int
  private(set) var past = SharedStack<Model>()
  private(set) var future = SharedStack<Model>()

  init(depthMax: UInt32, forgotten: Int = 0) {
    self.depthMax = depthMax
    self.forgotten = forgotten
  }

  var depth: Int { forgotten + past.count }

  /// The deepest that it ever is.
  var depthLimit: Int {
    // A quarter at once, so that what dropping costs is not paid at each step.
    Int(depthMax) + Int(depthMax) / 4 + 1
  }

  mutating func remember(_ model: Model) {
    future.removeAll()
    past.append(model)
    guard depth > depthLimit else { return }
    let surplus = depth - Int(depthMax)
    let unknown = min(forgotten, surplus)
    forgotten -= unknown
    past.removeFirst(surplus - unknown)
  }

  mutating func forget() -> Model? {
    future.removeAll()
    return past.popLast()
  }

  /// Nothing leads back or forth any more; what was done counts on.
  mutating func forgetAll() {
    forgotten = depth
    past.removeAll()
    future.removeAll()
  }

  mutating func back(leaving model: Model) -> Model? {
    guard let restored = past.popLast() else { return nil }
    future.append(model)
    return restored
  }

  mutating func forth(leaving model: Model) -> Model? {
    guard let restored = future.popLast() else { return nil }
    past.append(model)
    return restored
  }
}
