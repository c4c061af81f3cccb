import DragDrop
import Wire

/// What is told of a board: what is declared of its regions, what lies there, and what may be done.
extension ModelBoard {
  var name: String { kind.name }
  var title: String { kind.title }
  var told: GameTold { GameTold(id: name, name: title, kind: .board) }

  var regions: [RegionTold] {
    var seen: [Model.ItemID: Int] = [:]
    var runs: [[RunTold]] = kind.looks.map { _ in [] }
    var hasTaps = kind.looks.map { _ in false }
    var previews = kind.looks.map { _ in "" }
    for run in engine.shownRuns {
      let region = run.region.index
      let look = kind.looks[region]
      let at = runs[region].count
      let items = run.items.compactMap { item -> ItemTold? in
        defer { seen[item, default: 0] += 1 }
        guard let handle = handles.handle(of: item, index: seen[item, default: 0]) else { return nil }
        return ItemTold(handle: handle, content: content(of: item, in: run))
      }
      runs[region].append(
        RunTold(
          collection: places.name(of: run.collectionID, in: run.region), drag: run.isSource,
          title: look.runTitles.indices.contains(at) ? look.runTitles[at] : "",
          reorder: run.isOrdered && !look.unordered.contains(at),
          capacity: look.capacities.indices.contains(at) ? look.capacities[at] : nil, items: items))
      if run.hasTaps { hasTaps[region] = true }
      if previews[region].isEmpty { previews[region] = run.preview.description }
    }
    return kind.looks.indices.map { index in
      var region = region(index, runs[index])
      region.taps = hasTaps[index]
      region.preview = previews[index]
      return region
    }
  }

  /// All that is declared of a region.
  private func region(_ index: Int, _ runs: [RunTold]) -> RegionTold {
    let (model, id) = (engine.model, RegionID(index))
    let (look, declared) = (kind.looks[index], kind.board.regions[index])
    var region = RegionTold(
      name: places.name(of: id), formation: declared.dragFormation(in: model, for: 0).told, runs: runs)
    region.title = look.title(model)
    region.label = declared.accessibilityLabel(in: model).text
    region.layout = look.layout.rawValue
    region.empty = look.empty
    region.dropFormation = engine.dropFormation(over: id).told
    if declared.isButton {
      region.button = ButtonTold(
        label: declared.buttonLabel(in: model).text, isEnabled: declared.isButtonEnabled(in: model))
    }
    region.edit = declared.editMode.map { $0 == .toggle ? "toggle" : "always" }
    region.editing = engine.editors(of: id).map { Int($0.rawValue) }
    region.takes = engine.importedContentTypes(of: id).compactMap { $0.mimeType?.text }
    region.gives = engine.givesData(id)
    region.scrolls = look.scrolls
    return region
  }

  private func content(of item: Model.ItemID, in run: Engine.ShownRun) -> ItemContent? {
    guard let value = engine.model[id: item], var content = kind.content(engine.model, value) else {
      return nil
    }
    let label = run.accessibilityLabel(of: value).text
    content.label = label.isEmpty ? content.label : label
    return content
  }

  var titles: [RegionChange] {
    kind.looks.enumerated().map { index, look in
      RegionChange(name: places.name(of: RegionID(index)), title: look.title(engine.model))
    }
  }

  func selection(of player: PlayerID) -> [Int] {
    kind.board.regions.indices.flatMap { region in
      engine.selection(in: RegionID(region), of: player).compactMap { handles.handle(of: $0) }
    }
  }

  func hasPlace(_ name: String) -> Bool { places[name] != nil }

  func top(of place: String) -> Int? {
    regions.flatMap { $0.runs }.last { $0.collection == place }?.items.last?.handle
  }

  func checkInvariants() {
    let handles = regions.flatMap { $0.runs.flatMap { $0.items.map(\.handle) } }
    precondition(Set(handles).count == handles.count, "no item lies in two places")
  }
}

// MARK: - What may be done

extension ModelBoard {
  /// Items that may go to the same places are told of together.
  func dests(for player: PlayerID) -> Dests {
    var sources: [Dests.Source] = []
    var told = Set<Int>()
    var last: (places: [Engine.Possibility], source: Int)?
    for possible in kind.possibilities(engine, player) {
      guard let handle = handles.handle(of: possible.item), told.insert(handle).inserted else { continue }
      if let alike = last, alike.places == possible.places {
        sources[alike.source].items.append(handle)
        // Those that come next most often share the memory of this one's places: then equal is one comparison.
        last = (possible.places, alike.source)
        continue
      }
      let named = source(handle, possible.places)
      if let alike = sources.firstIndex(where: {
        $0.destinations == named.destinations && $0.onto == named.onto
      }) {
        sources[alike].items.append(handle)
        last = (possible.places, alike)
      } else {
        sources.append(named)
        last = (possible.places, sources.count - 1)
      }
    }
    let buttons = kind.board.regions.indices.filter {
      kind.board.regions[$0].isButton && kind.board.regions[$0].isButtonEnabled(in: engine.model)
    }
    return Dests(
      room: "", version: 0, sources: sources, taps: buttons.map { places.name(of: RegionID($0)) }, sends: [],
      canFinish: false, canUndo: false, canRedo: false)
  }

  func source(_ handle: Int, _ found: [Engine.Possibility]) -> Dests.Source {
    var source = Dests.Source(item: handle, destinations: [])
    for place in found {
      if let item = place.target.item {
        if let handle = handles.handle(of: item) { source.onto.append(handle) }
      } else if let region = place.target.region {
        let name = places.name(of: place.destination?.collectionID, in: region)
        if source.destinations.contains(where: { $0.collection == name }) { continue }
        source.destinations.append(Dests.Destination(collection: name, reveals: false))
      }
    }
    return source
  }
}

extension DragDropPreviewsFormation {
  /// In the word of the wire; nil for the default one.
  package var told: String? { self == .default ? nil : wireName.description }
}
