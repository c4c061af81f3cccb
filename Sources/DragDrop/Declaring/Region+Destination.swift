/// A region as a destination of drags.
extension Region {
  /// Takes items that come from outside this region's own reordering.
  public func dropDestination(
    for item: Model.Item.Type = Model.Item.self,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, [Model.Item], Drop) -> Bool
  ) -> Self {
    with {
      $0.destination = DropDestination(
        isEnabled: { model, _ in isEnabled(model) },
        action: .items { model, _, items, session in action(&model, items, session) })
    }
  }

  /// Takes values of another type, read from whatever the dragged items can be sent as. Such drops
  /// can copy and not move.
  @_disfavoredOverload
  public func dropDestination<Value: Transferable>(
    for value: Value.Type,
    isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true },
    action: @escaping @Sendable (inout Model, [Value], Drop) -> Bool
  ) -> Self {
    with {
      $0.destination = .values(
        isEnabled: { model, _ in isEnabled(model) },
        action: { model, _, values, session in action(&model, values, session) })
    }
  }

  /// Has the last word on how, and where, items are taken.
  public func dropConfiguration(
    _ configure: @escaping @Sendable (Model, Drop) -> Configuration
  ) -> Self {
    with { $0.manner.configure = { model, _, session in configure(model, session) } }
  }

  /// Observes the drags above this region; `true` keeps what it changed in the model.
  public func onDropSessionUpdated(
    _ observe: @escaping @Sendable (inout Model, Drop) -> Bool
  ) -> Self {
    with { $0.manner.observe = { model, _, session in observe(&model, session) } }
  }
}
