import Wire

/// What a bot does next on a board that it knows only from the server's messages: mostly what a person would do, and
/// about one time in five something forbidden. Promise: the same seed and the same mirrors give the same steps.
struct BoardMind: Sendable {
  static let illegalPercent = 20
  /// No item has it, and no drag.
  static let nobody = 65_535
  static let nowhere = "nowhere"

  var dice: BoardDice
  /// Pictures that the server keeps: by MIME type the name of a blob.
  let pictures: [Picture]

  init(seed: UInt64, pictures: [Picture]) {
    dice = BoardDice(seed: seed)
    self.pictures = pictures
  }

  /// nil: there is nothing to do here, not even what nobody may.
  mutating func next(on mirror: TableMirror, seat: Int) -> BoardStep? {
    if dice.chance(percent: Self.illegalPercent), let step = illegal(on: mirror, seat: seat) { return step }
    return legal(on: mirror, seat: seat) ?? illegal(on: mirror, seat: seat)
  }

  // MARK: - What may be done

  private enum Legal { case drag, move, tap, press, edit, put, undo, redo, export }

  private mutating func legal(on mirror: TableMirror, seat: Int) -> BoardStep? {
    // Whatever is nothing to do here is left out, and another one is drawn.
    var choices: [(weight: Int, choice: Legal)] = [
      (40, .drag), (16, .move), (14, .tap), (8, .press), (edits(mirror, seat), .edit), (10, .put), (8, .undo),
      (6, .redo), (6, .export),
    ]
    while let choice = dice.pick(weighted: choices) {
      if let step = step(choice, mirror, seat) { return step }
      choices.removeAll { $0.choice == choice }
    }
    return nil
  }

  /// A player who does not edit can do little in a list, so pressing Edit comes first.
  private func edits(_ mirror: TableMirror, _ seat: Int) -> Int {
    mirror.regions.contains { $0.edit == "toggle" && !$0.editing.contains(seat) } ? 60 : 6
  }

  private mutating func step(_ choice: Legal, _ mirror: TableMirror, _ seat: Int) -> BoardStep? {
    switch choice {
    case .drag: source(mirror, seat).map { BoardStep(.lift($0.item), .agreed, "a lift of item \($0.item)") }
    case .move: move(mirror, seat)
    case .tap: tap(mirror)
    case .press:
      dice.pick(mirror.dests?.taps ?? []).map {
        .init(.tap(place: $0, item: nil), .agreed, "a press of \($0)")
      }
    case .edit:
      dice.pick(mirror.regions.filter { $0.edit == "toggle" }).map { region in
        let isOn = !region.editing.contains(seat)
        return .init(.edit(place: region.name, on: isOn), .agreed, "an edit of \(region.name)")
      }
    case .put: put(mirror)
    // Others may have built upon it.
    case .undo: mirror.dests?.canUndo ?? false ? .init(.undo, .either, "an undo") : nil
    case .redo: mirror.dests?.canRedo ?? false ? .init(.redo, .either, "a redo") : nil
    case .export:
      dice.pick(given(mirror, seat)).map { BoardStep(.export($0), .agreed, "item \($0) as data") }
    }
  }

  /// Something that can be lifted, and the places where it may go.
  private mutating func source(_ mirror: TableMirror, _ seat: Int) -> (item: Int, source: Dests.Source)? {
    let held = mirror.held(byOthersThan: seat)
    let free = (mirror.sources ?? []).flatMap { source in
      source.items.filter { !held.contains($0) }.map { (item: $0, source: source) }
    }
    return dice.pick(free)
  }

  private mutating func move(_ mirror: TableMirror, _ seat: Int) -> BoardStep? {
    guard let (item, source) = source(mirror, seat) else { return nil }
    let places = source.destinations.map(\.collection)
    let carried = mirror.carried(with: item, by: seat)
    guard let landing = landing(mirror, places, onto: source.onto, carrying: carried) else { return nil }
    return .init(.move(item: item, to: landing), .agreed, "a move of item \(item) to \(landing.place)")
  }

  /// One of the places, in front of an item where that means something.
  private mutating func landing(
    _ mirror: TableMirror, _ places: [String], onto items: [Int], carrying carried: [Int]
  ) -> Landing? {
    if dice.chance(percent: places.isEmpty ? 100 : 30), let onto = dice.pick(items),
      let at = mirror.find(onto)
    {
      return Landing(mirror.places[at.place].name, onto: onto)
    }
    guard let place = dice.pick(places) else { return nil }
    return Landing(place, before: before(mirror, place, carrying: carried))
  }

  private mutating func before(_ mirror: TableMirror, _ place: String, carrying carried: [Int]) -> Int? {
    guard mirror.isOrdered(place), dice.chance(percent: 65) else { return nil }
    return dice.pick(mirror.anchors(in: place, without: carried))
  }

  private mutating func tap(_ mirror: TableMirror) -> BoardStep? {
    let items = mirror.regions.filter(\.taps).flatMap { region in
      region.runs.flatMap { run in mirror.items(in: run.collection).map { (run.collection, $0.handle) } }
    }
    return dice.pick(items).map { place, item in
      .init(.tap(place: place, item: item), .agreed, "a tap on item \(item)")
    }
  }

  private func given(_ mirror: TableMirror, _ seat: Int) -> [Int] {
    let held = mirror.held(byOthersThan: seat)
    let liftable = Set((mirror.sources ?? []).flatMap(\.items)).subtracting(held)
    return mirror.regions.filter(\.gives).flatMap { region in
      region.runs.flatMap { mirror.items(in: $0.collection).map(\.handle) }.filter(liftable.contains)
    }
  }

  // MARK: - Things from outside

  private mutating func put(_ mirror: TableMirror) -> BoardStep? {
    let open = mirror.regions.flatMap { region in
      offers(for: region, mirror).map { (region: region, offer: $0) }
    }
    guard let (region, offer) = dice.pick(open) else { return nil }
    let place = region.runs.first?.collection ?? region.name
    guard mirror.room(in: place).map({ $0 > 0 }) ?? true else { return nil }
    let landing = Landing(place, before: before(mirror, place, carrying: []))
    return .init(.put([[offer]], to: landing), .agreed, "\(offer.type) put into \(place)")
  }

  /// What a region would take, as somebody might have it at hand.
  private mutating func offers(for region: RegionTold, _ mirror: TableMirror) -> [Offer] {
    var offers: [Offer] = []
    if region.takes.contains("text/plain"),
      let item = dice.pick(mirror.places.flatMap(\.items).filter { $0.content != nil })
    {
      // The name of something that lies here is something that belongs here.
      offers.append(Offer(type: "text/plain", body: .text(item.content?.text ?? "")))
    }
    if region.takes.contains("text/vcard") {
      let given = Self.givenNames[dice.below(Self.givenNames.count)]
      let family = Self.familyNames[dice.below(Self.familyNames.count)]
      offers.append(Self.card(given, family, number: dice.below(100)))
    }
    return offers + pictures.filter { region.takes.contains($0.type) }.map(\.offer)
  }

  private static let givenNames = ["Robin", "Sam", "Kit", "Jo", "Max", "Lou"]
  private static let familyNames = ["Hill", "Brook", "Field", "Wood", "Marsh", "Stone"]

  private static func card(_ given: String, _ family: String, number: Int) -> Offer {
    let lines = [
      "BEGIN:VCARD", "VERSION:4.0", "FN:\(given) \(family)", "N:\(family);\(given);;;", "TEL:555-0\(number)",
      "END:VCARD", "",
    ]
    return Offer(
      type: "text/vcard", body: .text(lines.joined(separator: "\r\n")), fileName: "\(given) \(family).vcf")
  }

  // MARK: - A drag in hand

  /// Where a drag goes that was just begun, and how it ends: mostly with a drop where it may be dropped.
  mutating func drag(_ lease: Lease, on mirror: TableMirror) -> BoardDrag {
    let landing = landing(mirror, lease.destinations, onto: lease.onto, carrying: lease.items)
    var hovers = (0..<1 + dice.below(4)).map { _ in passing(lease, mirror) }
    guard let landing, !dice.chance(percent: 12) else {
      return BoardDrag(hovers: hovers.reversed(), end: .init(.cancel(drag: lease.drag), .agreed, "a cancel"))
    }
    if dice.chance(percent: Self.illegalPercent), let end = illegalDrop(lease, mirror) {
      return BoardDrag(hovers: hovers.reversed(), end: end)
    }
    hovers.append(
      Hover(
        drag: lease.drag, x: dice.below(10_001), y: dice.below(10_001), over: landing.place,
        before: landing.before, onto: landing.onto))
    let end = BoardStep(.drop(drag: lease.drag, to: landing), .agreed, "a drop on \(landing.place)")
    return BoardDrag(hovers: hovers.reversed(), end: end)
  }

  /// On the way: above any place, or above none.
  private mutating func passing(_ lease: Lease, _ mirror: TableMirror) -> Hover {
    let (x, y) = (dice.below(10_001), dice.below(10_001))
    guard dice.chance(percent: 80), let place = dice.pick(mirror.places) else {
      return Hover(drag: lease.drag, x: x, y: y, over: nil)
    }
    let before = before(mirror, place.name, carrying: lease.items)
    return Hover(drag: lease.drag, x: x, y: y, over: place.name, before: before)
  }
}
