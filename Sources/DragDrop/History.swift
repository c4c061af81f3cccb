/// Models to go back to and forth to. Models are copy-on-write, so one costs little until something
/// changes. Invariant: what was taken back is forgotten as soon as something else is done.
struct History<Model: BoardModel>: Sendable {
  let depthMax: UInt32
  private(set) var past: [Model] = []
  private(set) var future: [Model] = []

  init(depthMax: UInt32) {
    self.depthMax = depthMax
  }

  mutating func remember(_ model: Model) {
    future.removeAll()
    past.append(model)
    // A quarter at once: dropping the first of many at each step would move all of them each time.
    let slack = Int(depthMax) / 4 + 1
    if past.count > Int(depthMax) + slack { past.removeFirst(past.count - Int(depthMax)) }
  }

  mutating func forget() -> Model? {
    future.removeAll()
    return past.popLast()
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
