/// Models to go back to and forth to, packed where they can be. Invariant: what was taken back is forgotten as soon as
/// something else is done.
struct History<Model: BoardModel>: Sendable {
  let depthMax: Int
  /// Steps at the bottom, beneath `past`, whose models are not known: they count when the oldest are
  /// dropped, and nothing leads back to them.
  private(set) var forgotten: Int
  private(set) var past = PackedStack<Model>()
  private(set) var future = PackedStack<Model>()

  init(depthMax: Int, forgotten: Int = 0) {
    self.depthMax = depthMax
    self.forgotten = forgotten
  }

  var depth: Int { forgotten + past.count }

  /// The deepest that it ever is.
  var depthLimit: Int {
    // A quarter at once, so that what dropping costs is not paid at each step.
    depthMax + depthMax / 4 + 1
  }

  mutating func remember(_ model: Model) {
    future.removeAll()
    past.append(model)
    guard depth > depthLimit else { return }
    let surplus = depth - depthMax
    let unknown = min(forgotten, surplus)
    forgotten -= unknown
    past.removeFirst(surplus - unknown)
  }

  /// - Parameter model: as it is now.
  mutating func forget(leaving model: Model) -> Model? {
    future.removeAll()
    return past.popLast(model.unpacked)
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
    return Self.walk(count, from: &past, to: &future, leaving: model)
  }

  /// - Parameter count: of steps, 1 or more.
  /// - Returns: `nil`, and nothing has changed, if there are not so many.
  mutating func forth(_ count: Int, leaving model: Model) -> Model? {
    guard count >= 1, count <= future.count else { return nil }
    return Self.walk(count, from: &future, to: &past, leaving: model)
  }

  private static func walk(
    _ count: Int, from ahead: inout PackedStack<Model>, to behind: inout PackedStack<Model>,
    leaving model: Model
  ) -> Model? {
    behind.append(model)
    ahead.move(count - 1, to: &behind)
    return ahead.popLast(model.unpacked)
  }

  /// As every step above the first ones left the model, and in the end as it would be played again.
  ///
  /// - Parameters:
  ///   - depth: how many steps to leave out; those that are known at least.
  ///   - model: as it is now.
  func packedModels(after depth: Int, now model: Model) -> [PackedBytes] {
    precondition(depth >= forgotten, "models that are known")
    let ahead = future.packedElements(0..<future.count).reversed()
    guard depth < self.depth else { return Array(ahead.dropFirst(depth - self.depth)) }
    return past.packedElements(depth - forgotten + 1..<past.count) + PackedBytes.all(of: [model]) + ahead
  }

  /// The models that the newest steps began with, oldest first; fewer where there were not so many.
  func earlierModels(_ count: Int, than model: Model) -> [Model] {
    past.elements(max(0, past.count - count)..<past.count, model.unpacked)
  }

  /// - Precondition: models pack.
  func packedEarlierModels(_ count: Int) -> [PackedBytes] {
    past.packedElements(max(0, past.count - count)..<past.count)
  }

  /// As the step that can be played again leaves the model.
  /// - Precondition: models pack.
  var next: PackedBytes? { future.packedElements(max(0, future.count - 1)..<future.count).first }

  /// - Parameter models: as each step leaves the model, the next one first.
  mutating func lead(through models: [PackedBytes]) {
    future.removeAll()
    for model in models.reversed() { future.append(model) }
  }

  /// - Parameters:
  ///   - other: in which the step done last could be played again.
  ///   - model: as it is now.
  mutating func leadOn(as other: History, from model: Model) {
    future = other.future
    _ = future.popLast(model.unpacked)
  }

  /// What it takes in memory, in bytes, where models pack.
  var byteCount: Int { past.byteCount + future.byteCount }
  /// How long one of its models is as bytes; 0 where none is known.
  var modelByteCount: Int { max(past.newestByteCount, future.newestByteCount) }
}
