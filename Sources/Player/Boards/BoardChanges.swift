import Wire

/// What an event changed on a board, in words.
extension TableMirror {
  /// "[Beta] to list before [Alpha]", "edits list", "selects [3] [4]".
  func changes(by event: Event, on before: TableMirror) -> [String] {
    var parts = event.gone.map { "takes away \(before.named($0))" }
    for move in event.moves {
      let items =
        move.items.count <= 12 ? move.items.map(named).joined(separator: " ") : "\(move.items.count) items"
      let place = move.before.map { " before \(named($0))" } ?? ""
      parts.append("\(items) to \(move.collection)\(place)")
    }
    let moved = Set(event.moves.flatMap(\.items))
    for item in event.up where !moved.contains(item.handle) {
      parts.append("\(before.named(item.handle)) is \(named(item.handle))")
    }
    parts += event.regions.flatMap { changes($0, on: before) }
    if event.selections != nil {
      let items = selections.first { $0.seat == event.seat }?.items ?? []
      parts.append(items.isEmpty ? "selects nothing" : "selects " + items.map(named).joined(separator: " "))
    }
    return parts
  }

  private func changes(_ change: RegionChange, on before: TableMirror) -> [String] {
    var parts: [String] = []
    if let editing = change.editing {
      let earlier = before.regions.first { $0.name == change.name }?.editing ?? []
      parts += editing.filter { !earlier.contains($0) }.map { "\(name(of: $0)) edits \(change.name)" }
      parts += earlier.filter { !editing.contains($0) }.map { "\(name(of: $0)) has edited \(change.name)" }
    }
    if let title = change.title { parts.append("\(change.name) says \"\(title)\"") }
    if let formation = change.formation { parts.append("\(change.name) is lifted as \(formation)") }
    if let button = change.button {
      parts.append("\(button.label) can\(button.isEnabled ? "" : "not") be pressed")
    }
    return parts
  }

  private func named(_ handle: Int) -> String { "[\(item(handle)?.name ?? "--")]" }
}
