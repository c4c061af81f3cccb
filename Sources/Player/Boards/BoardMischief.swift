import Wire

/// What nobody may do on a board, each kind with what it is called. What is refused only as long as nobody
/// changes the table says so.
extension BoardMind {
  private enum Illegal: CaseIterable {
    case unknownItem, unknownLift, unknownPlace, elsewhere, inert, foreignDrag, wrongTop, noTap, noButton
    case noList, noUndo, noRedo, unknownType, noTaker, unknownExport, patience
  }

  /// nil where nothing of what was drawn can be tried.
  mutating func illegal(on mirror: TableMirror, seat: Int) -> BoardStep? {
    var choices = Illegal.allCases
    while let choice = dice.pick(choices) {
      if let step = step(choice, mirror, seat) { return step }
      choices.removeAll { $0 == choice }
    }
    return nil
  }

  private mutating func step(_ choice: Illegal, _ mirror: TableMirror, _ seat: Int) -> BoardStep? {
    switch choice {
    case .unknownItem:
      dice.pick(mirror.places).map { place in
        .init(.move(item: Self.nobody, into: place.name), .refused, "a move of an item that is not there")
      }
    case .unknownLift: .init(.lift(Self.nobody), .refused, "a lift of an item that is not there")
    case .unknownPlace: unknownPlace(mirror)
    case .elsewhere: elsewhere(mirror, seat)
    case .inert: inert(mirror, seat)
    case .foreignDrag: foreignDrag(mirror, seat)
    case .wrongTop: wrongTop(mirror)
    case .noTap:
      dice.pick(items(of: mirror.regions.filter { !$0.taps }, mirror)).map { place, item in
        .init(.tap(place: place, item: item), .refused, "a tap on item \(item), which does nothing")
      }
    case .noButton:
      dice.pick(mirror.regions.filter { $0.button == nil }).map { region in
        .init(.tap(place: region.name, item: nil), .refused, "a press of \(region.name), which is no button")
      }
    case .noList:
      dice.pick(mirror.regions.filter { $0.edit != "toggle" }).map { region in
        .init(.edit(place: region.name, on: true), .refused, "an edit of \(region.name), which is no list")
      }
    case .noUndo:
      mirror.dests?.canUndo ?? true ? nil : .init(.undo, .refused, "an undo where there is nothing to undo")
    case .noRedo:
      mirror.dests?.canRedo ?? true ? nil : .init(.redo, .refused, "a redo where there is nothing to redo")
    case .unknownType: put("application/x-nothing", into: mirror.regions)
    case .noTaker: put("text/plain", into: mirror.regions.filter { $0.takes.isEmpty })
    case .unknownExport: .init(.export(Self.nobody), .refused, "an item as data that is not there")
    case .patience: patience(mirror)
    }
  }

  private func items(of regions: [RegionTold], _ mirror: TableMirror) -> [(place: String, item: Int)] {
    regions.flatMap { region in
      region.runs.flatMap { run in mirror.items(in: run.collection).map { (run.collection, $0.handle) } }
    }
  }

  private mutating func unknownPlace(_ mirror: TableMirror) -> BoardStep? {
    guard let item = dice.pick(mirror.places.flatMap(\.items)) else {
      return .init(.tap(place: Self.nowhere, item: nil), .refused, "a press of a place that is not there")
    }
    let operations: [Command.Operation] = [
      .move(item: item.handle, into: Self.nowhere), .tap(place: Self.nowhere, item: item.handle),
      .edit(place: Self.nowhere, on: true),
      .put([[Offer(type: "text/plain", body: .text("Apple"))]], to: Landing(Self.nowhere)),
    ]
    let operation = operations[dice.below(operations.count)]
    return .init(operation, .refused, "\(operation.name) in a place that is not there")
  }

  /// In front of an item that lies in another place.
  private mutating func elsewhere(_ mirror: TableMirror, _ seat: Int) -> BoardStep? {
    let free = (mirror.sources ?? []).flatMap { source in source.items.map { ($0, source) } }
    guard let (item, source) = dice.pick(free), let place = dice.pick(source.destinations)?.collection,
      let anchor = dice.pick(mirror.places.filter { $0.name != place }.flatMap(\.items))?.handle,
      anchor != item
    else { return nil }
    return .init(
      .move(item: item, to: Landing(place, before: anchor)), .refusedAsThingsStand,
      "a move of item \(item) to \(place), in front of item \(anchor), which is not there")
  }

  /// What nobody can lift: it lies in a place that is only looked at, or face down, or in a list that this seat
  /// does not edit.
  private mutating func inert(_ mirror: TableMirror, _ seat: Int) -> BoardStep? {
    let shut = mirror.regions.filter { $0.edit == "toggle" && !$0.editing.contains(seat) }
      .flatMap { $0.runs.map(\.collection) }
    let items = mirror.places.flatMap { place in
      place.items.filter { mirror.isInert(place.name) || shut.contains(place.name) || $0.hashed == nil }
    }
    guard let item = dice.pick(items)?.handle else { return nil }
    let what = "item \(item), which cannot be lifted"
    guard dice.chance(percent: 50), let place = dice.pick(mirror.places) else {
      return .init(.lift(item), .refused, "a lift of \(what)")
    }
    return .init(.move(item: item, into: place.name), .refused, "a move of \(what)")
  }

  /// With the number of another's drag, if there is one.
  private mutating func foreignDrag(_ mirror: TableMirror, _ seat: Int) -> BoardStep? {
    let foreign = dice.pick(mirror.drags.filter { $0.seat != seat })?.drag ?? Self.nobody
    guard dice.chance(percent: 70), let place = dice.pick(mirror.places) else {
      return .init(.cancel(drag: foreign), .refused, "a cancel of drag \(foreign), which is not ours")
    }
    return .init(
      .drop(drag: foreign, into: place.name), .refused, "a drop of drag \(foreign), which is not ours")
  }

  /// A move that would be fine, resting on what nobody has seen.
  private mutating func wrongTop(_ mirror: TableMirror) -> BoardStep? {
    guard let source = dice.pick(mirror.sources ?? []), let item = dice.pick(source.items),
      let place = dice.pick(source.destinations)?.collection
    else { return nil }
    let top =
      dice.chance(percent: 50)
      ? Command.Top(collection: place, item: Self.nobody) : Command.Top(collection: Self.nowhere, item: item)
    let command = Command(.move(item: item, into: place), if: [top])
    return BoardStep(.command(command), .refused, "a move that rests on what is not so")
  }

  private mutating func put(_ type: String, into regions: [RegionTold]) -> BoardStep? {
    dice.pick(regions).map { region in
      let place = region.runs.first?.collection ?? region.name
      let thing = [Offer(type: type, body: .text("Nothing"))]
      return .init(
        .put([thing], to: Landing(place)), .refused, "\(type) put into \(place), which does not take it")
    }
  }

  private mutating func patience(_ mirror: TableMirror) -> BoardStep? {
    let item = dice.pick(mirror.places.flatMap(\.items))?.handle ?? 0
    let operations: [Command.Operation] = [
      .finish, .restart, .send(item: item), .set(auto: .safe), .deal(.open(7), game: nil),
    ]
    let operation = operations[dice.below(operations.count)]
    return .init(operation, .refused, "\(operation.name), which is for patience")
  }

  /// A drop of our own drag in a place that does not take it.
  mutating func illegalDrop(_ lease: Lease, _ mirror: TableMirror) -> BoardStep? {
    let closed = mirror.places.map(\.name).filter { !lease.destinations.contains($0) }
    if dice.chance(percent: 50), let place = dice.pick(closed) {
      return .init(
        .drop(drag: lease.drag, into: place), .refusedAsThingsStand,
        "a drop on \(place), which is not among the destinations of the drag")
    }
    if dice.chance(percent: 50), let place = dice.pick(lease.destinations) {
      return .init(
        .drop(drag: lease.drag, into: place, before: Self.nobody), .refused,
        "a drop in front of an item that is not there")
    }
    return .init(
      .drop(drag: lease.drag, into: Self.nowhere), .refused, "a drop on a place that is not there")
  }
}
