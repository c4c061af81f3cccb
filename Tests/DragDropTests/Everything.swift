import DragDrop

/// One board with all that can be declared: reorderable lists with selections, folders within a run
/// that takes items at an index, a grid that gives copies, a list by offsets, a bin, notes, a button,
/// and the board itself as the last resort.
struct Everything: BoardModel, Hashable {
  struct Item: Identifiable, Hashable, Sendable {
    let id: String
    var isFolder: Bool { id.hasPrefix("f") }
  }
  typealias CollectionID = String

  var places = letters("F[a b c d] G[e g] D[f1 x f2 y] I[] L[p q r s t] B[u v]")
  /// Copies that were dropped somewhere.
  var copies: [String] = []
  var notes = 0
  var open = ""
  var ends = 0
  var selected = Selections<String>()

  func census() -> [String] { places.collections.flatMap { $0.items } + copies }
  subscript(id id: String) -> Item? { places.slot(of: id).map { _ in Item(id: id) } }

  mutating func keep(from current: Everything) { selected = current.selected }

  mutating func move(_ items: [Item], to place: LetterDifference.Destination) -> Bool {
    (try? places.apply(.init(sources: items.map { $0.id }, destination: place))) != nil
  }

  mutating func copy(_ items: [Item]) -> Bool {
    copies += items.map { $0.id }
    return true
  }

  /// Moves if that is what was agreed, copies otherwise.
  mutating func take(_ items: [Item], _ session: DropSession<String, String>, to place: Place) -> Bool {
    Self.preferMove(session).operation == .move ? move(items, to: place) : copy(items)
  }

  static func preferMove(_ session: DropSession<String, String>) -> DropConfiguration<String, String> {
    let isMove = session.suggestedOperations.contains(.move) && session.preferredOperation != .copy
    return DropConfiguration(operation: isMove ? .move : .copy)
  }

  static let transfer = Transfer<Item> {
    ProxyRepresentation {
      Text($0.id)
    } importing: { text in
      text.isEmpty ? nil : Item(id: text.text)
    }
  }

  static let names = ["lists", "desk", "inside", "grid", "list", "bin", "notes", "turn"]

  static let board = Board<Everything>(transfer: transfer) {
    Region("lists") {
      for list in ["F", "G"] {
        ForEach {
          $0.places[list]
        } content: {
          ItemView().onTap { model, item, player in
            model.selected.toggle(item, by: player)
            return true
          }
        }
        .reorderable(collectionID: list)
      }
      ForEach { _ in ["inert"] }
    }
    .reorderContainer { model, difference in (try? model.places.apply(difference)) != nil }
    .dragContainerSelection { model, player in model.selected[player] }
    .dragConfiguration(DragConfiguration(allowMove: true, allowDelete: true))
    .onDragSessionUpdated { model, session in
      guard session.phase == .ended(.move) else { return false }
      model.ends += 1
      return true
    }
    .dropDestination { model, items, session in
      model.take(items, session, to: session.reorderDestination ?? end("G"))
    }
    .dropConfiguration { _, session in preferMove(session) }
    Region("desk") {
      ForEach {
        $0.places["D"]
      } content: {
        ItemView()
          .draggable(preview: "icon")
          .dropDestination(isEnabled: { $0[id: $1]?.isFolder == true }) { model, _, items, session in
            model.take(items, session, to: end("I"))
          }
          .dropConfiguration { model, folder, session in
            folder == model.open ? .forbidden(reason: 3) : preferMove(session)
          }
          .onTap { model, item, _ in
            guard model[id: item]?.isFolder == true, model.open != item else { return false }
            model.open = item
            return true
          }
          .springLoadingBehavior(after: 5)
      }
      .collection("D")
      .dropDestination { model, items, index in
        let here = model.places["D"]
        return model.move(items, to: index < here.count ? before(here[index], "D") : end("D"))
      }
      .dropConfiguration { _, session in
        session.localSession == nil ? .forbidden(reason: 4) : preferMove(session)
      }
    }
    .dragConfiguration(DragConfiguration(allowMove: true))
    Region("inside") { ForEach { $0.open.isEmpty ? [] : $0.places["I"] }.collection("I") }
      .dragContainer { _, ids in ids }
      .dragConfiguration(DragConfiguration(allowMove: true))
      .dropDestination(isEnabled: { !$0.open.isEmpty }) { model, items, session in
        model.take(items, session, to: session.reorderDestination ?? end("I"))
      }
      .dropConfiguration { _, session in preferMove(session) }
    Region("grid") { ForEach { $0.places["B"] } }
      .dragContainer { model, ids in model.places["B"].filter { ids.contains($0) } }
    Region("list") {
      ForEach { $0.places["L"] }
        .collection("L")
        .onMove { model, offsets, target in
          var list = model.places["L"]
          let moved = offsets.map { list[$0] }
          guard list.move(fromOffsets: offsets, toOffset: target) else { return false }
          let after = list.firstIndex { $0 == moved.last }.map { list[($0 + 1)...] } ?? []
          return model.move(moved.map { Item(id: $0) }, to: after.first.map { before($0, "L") } ?? end("L"))
        }
    }
    .editMode(.toggle)
    Region("bin").dropDestination { model, items, _ in
      model.places.remove(items.map { $0.id })
      return true
    }
    .dropConfiguration { _, session in
      DropConfiguration(operation: .delete, acceptedItemCount: session.itemsCount > 2 ? 2 : nil)
    }
    Region("notes").dropDestination(for: Text.self) { model, lines, _ in
      model.notes += lines.count
      return true
    }
    Region("turn").onTap(
      isEnabled: { !$0.places["F"].isEmpty },
      action: { model, player in player != 3 && model.move([Item(id: model.places["F"][0])], to: end("F")) }
    ).springLoadingBehavior(after: 3)
  }
  .dropDestination { model, items, session in
    model.notes += items.count
    return session.player != 3
  }
}
