import DragDrop

/// Who may drag what where on a described board, and what a drop does. Promise: pure; equal boards and drags get
/// equal answers.
struct DescribedRules: Sendable {
  typealias Drop = DropSession<Int, Int>
  typealias Configuration = DropConfiguration<Int, Int>
  typealias Destination = ReorderDifference<Int, Int>.Destination

  /// A permission with its names looked up: a bit for each collection and seat.
  private struct Permission {
    let from: UInt32
    let to: UInt32
    let seats: UInt32
    let tags: [String]

    func concerns(_ id: Int, in place: Int, of model: DescribedModel) -> Bool {
      guard from >> UInt32(place) & 1 == 1 else { return false }
      if tags.isEmpty { return true }
      let known = model.tags(of: id)
      return tags.contains { known.contains($0) }
    }

    func allows(_ player: PlayerID) -> Bool { player.rawValue < 32 && seats >> player.rawValue & 1 == 1 }
  }

  private let collections: [BoardDescription.Collection]
  private let permissions: [Permission]

  init(_ description: BoardDescription) {
    collections = description.collections
    let ids = description.collections.map { $0.id }
    permissions = description.moves.map { move in
      Permission(
        from: Self.bits(of: move.from.compactMap { ids.firstIndex(of: $0) }, orAllIf: move.from.isEmpty),
        to: Self.bits(of: move.to.compactMap { ids.firstIndex(of: $0) }, orAllIf: move.to.isEmpty),
        seats: Self.bits(of: move.who.map { $0 - 1 }, orAllIf: move.who.isEmpty), tags: move.tags)
    }
  }

  private static func bits(of indices: [Int], orAllIf isOpen: Bool) -> UInt32 {
    isOpen ? .max : indices.reduce(0) { $0 | 1 << UInt32($1) }
  }

  // MARK: who, what, where

  /// Whether somebody may take an item anywhere at all from where it lies.
  func lets(_ player: PlayerID, lift id: Int, in model: DescribedModel) -> Bool {
    guard let from = model.collection(of: id) else { return false }
    return permissions.isEmpty
      || permissions.contains { $0.concerns(id, in: from, of: model) && $0.allows(player) }
  }

  /// A player who may take an item away from a collection may also put it elsewhere in the same one.
  private func allows(_ id: Int, to place: Int, by player: PlayerID, in model: DescribedModel) -> Bool {
    guard let from = model.collection(of: id) else { return false }
    return permissions.isEmpty
      || permissions.contains {
        $0.concerns(id, in: from, of: model) && (from == place || $0.to >> UInt32(place) & 1 == 1)
          && $0.allows(player)
      }
  }

  // MARK: what a drop does

  func answer(to session: Drop, in model: DescribedModel) -> Configuration {
    guard let place = session.reorderDestination ?? onlyPlace,
      collections.indices.contains(place.collectionID)
    else { return .forbidden(.notAllowedThere) }
    let collection = collections[place.collectionID]
    let ids = session.draggedItemIDs
    if session.localSession == nil {
      guard collection.acceptsText else { return .forbidden(.notAllowedThere) }
      return taking(session.itemsCount, as: .copy, at: place, in: model)
    }
    guard ids.allSatisfy({ allows($0, to: place.collectionID, by: session.player, in: model) }) else {
      return .forbidden(.notAllowedThere)
    }
    let coming = ids.count { model.collection(of: $0) != place.collectionID }
    if coming == 0 { return Configuration(operation: .move, destination: ownPlace(place, of: ids)) }
    switch collection.drop {
    case .delete: return Configuration(operation: .delete, destination: place)
    case .move: return taking(coming, as: .move, at: place, in: model)
    case .copy:
      // Some would be copied and others moved.
      guard coming == ids.count else { return .forbidden(.otherOperation) }
      return taking(coming, as: .copy, at: place, in: model)
    }
  }

  /// As many as come, or none of them.
  private func taking(
    _ coming: Int, as operation: DropOperation, at place: Destination, in model: DescribedModel
  ) -> Configuration {
    let collection = collections[place.collectionID]
    let isRoom = model.collections[place.collectionID].count + coming <= collection.capacity ?? .max
    let isNew = operation == .copy
    let isBoardFull =
      model.count + coming > BoardDescription.Limits.itemsMax
      || model.textBytes + BoardDescription.Limits.textBytesMax
        > BoardDescription.Limits.textBytesOfAllMax
    guard isRoom, !(isNew && isBoardFull) else {
      return .forbidden(.full)
    }
    let end = Destination(position: .end, collectionID: place.collectionID)
    return Configuration(operation: operation, destination: collection.isOrdered ? place : end)
  }

  /// Where order does not matter an item stays where it is: in front of its own successor.
  private func ownPlace(_ place: Destination, of ids: [Int]) -> Destination {
    guard !collections[place.collectionID].isOrdered, let first = ids.first else { return place }
    return Destination(position: .before(first), collectionID: place.collectionID)
  }

  /// A board with one collection needs no aim.
  private var onlyPlace: Destination? {
    collections.count == 1 ? Destination(position: .end, collectionID: 0) : nil
  }

  /// Does what was answered, where that is no move within the board.
  func take(_ items: [DescribedItem], _ session: Drop, into model: inout DescribedModel) -> Bool {
    guard let place = session.reorderDestination, collections.indices.contains(place.collectionID) else {
      return false
    }
    if session.localSession != nil, collections[place.collectionID].drop == .delete {
      return model.remove(items.map { $0.id })
    }
    return model.insert(items, at: place)
  }
}
