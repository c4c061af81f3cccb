package import Wire

/// What a client asks of a table on which a board lies.
extension TableMirror {
  /// The runs of a collection, or of a region without one.
  private func runs(of place: String) -> [RunTold] {
    regions.flatMap { $0.runs.filter { $0.collection == place } }
  }

  /// A drop there says between which items it goes.
  package func isOrdered(_ place: String) -> Bool { runs(of: place).contains { $0.reorder } }

  /// Nobody can lift what lies there.
  package func isInert(_ place: String) -> Bool { !runs(of: place).contains { $0.drag } }

  /// How many more items a place takes; nil where there is no limit.
  package func room(in place: String) -> Int? {
    runs(of: place).compactMap(\.capacity).max().map { max(0, $0 - items(in: place).count) }
  }

  /// Items of a place that lie face up: others may be put in front of them.
  package func anchors(in place: String, without carried: [Int]) -> [Int] {
    items(in: place).filter { $0.hashed != nil && !carried.contains($0.handle) }.map(\.handle)
  }

  /// What travels when somebody lifts an item: their whole selection, if it is part of it.
  package func carried(with item: Int, by seat: Int) -> [Int] {
    let selected = selections.first { $0.seat == seat }?.items ?? []
    return selected.contains(item) ? selected : [item]
  }

  /// What others have in hand.
  package func held(byOthersThan seat: Int) -> Set<Int> {
    Set(drags.filter { $0.seat != seat }.flatMap(\.items))
  }

  package func item(_ handle: Int) -> ItemTold? {
    find(handle).map { places[$0.place].items[$0.index] }
  }

  /// Everything that the seat may lift and drop somewhere, if that was told for this version.
  package var sources: [Dests.Source]? {
    knowsDests ? dests?.sources : nil
  }
}

// MARK: - For people

extension ItemTold {
  /// "🍎 Apple", "5H", "--" where it lies face down.
  package var name: String {
    if let face { return face }
    guard let content else { return "--" }
    if !content.face.isEmpty { return content.face }
    return content.symbol.isEmpty ? content.text : "\(content.symbol) \(content.text)"
  }
}

extension TableMirror {
  /// A board as text, a place a line, in the order of the snapshot.
  package var boardPicture: String {
    regions.map { region in
      let places = uniqueNames(of: region)
      if places.isEmpty { return region.title.isEmpty ? "" : "\(region.name): \(region.title)\n" }
      return places.map { place in
        ([place + ":"] + items(in: place).map { "[\($0.name)]" }).joined(separator: " ") + "\n"
      }.joined()
    }.joined()
  }

  private func uniqueNames(of region: RegionTold) -> [String] {
    region.runs.map(\.collection).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The name of the person on a seat.
  package func name(of seat: Int) -> String {
    seats.first { $0.number == seat }?.person?.name ?? "seat \(seat)"
  }
}
