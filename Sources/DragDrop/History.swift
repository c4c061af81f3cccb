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

  /// - Parameter count: of steps, 1 or more.
  /// - Returns: `nil`, and nothing has changed, if there are not so many.
  mutating func back(_ count: Int, leaving model: Model) -> Model? {
    guard count >= 1, count <= past.count else { return nil }
    var leaving = model
    for _ in 0..<count {
      future.append(leaving)
      leaving = past.popLast() ?? leaving
    }
    return leaving
  }

  /// - Parameter count: of steps, 1 or more.
  /// - Returns: `nil`, and nothing has changed, if there are not so many.
  mutating func forth(_ count: Int, leaving model: Model) -> Model? {
    guard count >= 1, count <= future.count else { return nil }
    var leaving = model
    for _ in 0..<count {
      past.append(leaving)
      leaving = future.popLast() ?? leaving
    }
    return leaving
  }

  /// As every step above the first ones left the model, and in the end as it would be played again.
  ///
  /// - Parameters:
  ///   - depth: how many steps to leave out; those that are known at least.
  ///   - model: as it is now.
  func models(after depth: Int, now model: Model) -> [Model] {
    precondition(depth >= forgotten, "models that are known")
    return Array((past + [model] + future.reversed()).dropFirst(depth - forgotten + 1))
  }

  /// - Parameter models: as each step leaves the model, the next one first.
  mutating func lead(through models: [Model]) {
    future = SharedStack(models.reversed())
  }
}
