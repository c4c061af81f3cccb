import Wire

/// What is shown of a table at one version: all that events and hashes are made of.
struct Shown {
  struct Place {
    let name: String
    var items: [ItemTold]

    var top: Int? { items.last?.handle }
  }

  let regions: [RegionTold]
  let selections: [SelectionTold]
  /// Collections in the order in which they first stand; runs of one collection are joined.
  let places: [Place]

  init(regions: [RegionTold], selections: [SelectionTold]) {
    self.regions = regions
    self.selections = selections
    var places: [Place] = []
    for region in regions {
      for run in region.runs {
        // Runs of one collection stand together.
        if let last = places.last, last.name == run.collection {
          places[places.count - 1].items += run.items
        } else if let at = places.firstIndex(where: { $0.name == run.collection }) {
          places[at].items += run.items
        } else {
          places.append(Place(name: run.collection, items: run.items))
        }
      }
    }
    self.places = places
  }

  var hash: UInt32 {
    var hash = ViewHash()
    for place in places { hash.add(place.name, place.items) }
    return hash.value
  }

  /// Where an item lies: in which place, behind and in front of what.
  struct Neighbours {
    let place: String?
    let behind: Int?
    let before: Int?

    /// Whether it lies elsewhere later, not only that something came or went beside it.
    func isLost(in later: Neighbours) -> Bool {
      place != later.place || (behind != later.behind && before != later.before)
    }
  }

  func neighbours(of item: Int) -> Neighbours {
    for place in places {
      guard let at = place.items.firstIndex(where: { $0.handle == item }) else { continue }
      let next = at + 1 < place.items.count ? place.items[at + 1].handle : nil
      return Neighbours(
        place: place.name, behind: at > 0 ? place.items[at - 1].handle : nil, before: next)
    }
    return Neighbours(place: nil, behind: nil, before: nil)
  }

  // MARK: - What has changed beside items

  /// By their index the places that differ in anything, before and after: those that most moves leave as they are need
  /// not be looked at. All of them where there are other places now, or in another order.
  static func differing(_ before: Shown, _ after: Shown) -> (before: [Int], after: [Int]) {
    guard before.places.map(\.name) == after.places.map(\.name) else {
      return (Array(before.places.indices), Array(after.places.indices))
    }
    let differing = after.places.indices.filter { before.places[$0].items != after.places[$0].items }
    return (differing, differing)
  }

  /// - Parameter titles: as everybody last heard them, where that may be longer ago than `before`.
  func changes(since before: Shown, titles: [RegionChange]) -> [RegionChange] {
    zip(before.regions, regions).compactMap { old, new in
      var change = RegionChange(name: new.name)
      let heard = titles.first { $0.name == new.name }?.title ?? old.title
      if new.title != heard { change.title = new.title }
      if new.label != old.label { change.label = new.label }
      if new.formation != old.formation { change.formation = new.formation ?? "default" }
      if new.button != old.button { change.button = new.button }
      if new.editing != old.editing { change.editing = new.editing }
      return change == RegionChange(name: new.name) ? nil : change
    }
  }
}
