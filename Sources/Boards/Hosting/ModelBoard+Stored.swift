import DragDrop
import Wire

/// A board as bytes: its model, the numbers that items have, who edits what, and how much could be taken back.
extension ModelBoard {
  var secret: Secret { Secret(seed: seed) }

  func writeHead(to c: inout ByteCoder) {
    // A board; 0 is patience.
    c.constant(1)
    c.write(longList: kind.name.utf8)
    _ = c.fixed(seed)
  }

  func writeBody(to c: inout ByteCoder) {
    var (model, handles, depth) = (engine.model, handles, engine.undoDepth)
    var editors = engine.board.regions.indices.map { engine.editors(of: RegionID($0)) }
    Self.code(&model, &handles, &editors, &depth, by: &c)
  }

  /// - Parameter coder: reads what `writeBody` wrote.
  init?(_ kind: BoardKind<Model>, seed: UInt64, restoring c: inout ByteCoder, undoMax: Int) {
    var (model, handles, depth) = (kind.start(seed), HandleTable<Model.ItemID>(), 0)
    var editors: [[PlayerID]] = kind.board.regions.map { _ in [] }
    Self.code(&model, &handles, &editors, &depth, by: &c)
    guard !c.isBroken,
      let engine = Engine(
        board: kind.board, restoring: model, forgotten: depth, editors: editors, undoMax: undoMax,
        draggedItemsMax: BoardLimits.draggedItemsMax)
    else { return nil }
    self.init(kind, seed: seed, engine: engine, handles: handles)
  }

  /// - Parameter editors: of each region.
  private static func code(
    _ model: inout Model, _ handles: inout HandleTable<Model.ItemID>, _ editors: inout [[PlayerID]],
    _ depth: inout Int, by c: inout ByteCoder
  ) {
    c.code(&model)
    c.code(&handles)
    for region in editors.indices {
      c.many(&editors[region], 0) { $1.fixed(&$0) }
    }
    c.number(&depth)
  }
}

extension HandleTable: ByteCoded where ItemID: Storable {
  mutating func code(by c: inout ByteCoder) {
    var all = all
    c.many(&all, Occurrence(item: .blank, index: 0)) { occurrence, c in
      c.code(&occurrence.item)
      c.number(&occurrence.index)
    }
    guard c.isReading else { return }
    self = Self()
    for occurrence in all { note(occurrence) }
    // None has two numbers.
    c.require(all.count == self.all.count && all.count <= Self.handleMax + 1)
  }
}
