import DragDrop
import Wire

/// A board as bytes: its model, the numbers that items have, who edits what, and how much could be taken back.
extension ModelBoard {
  var secret: Secret { Secret(seed: seed) }

  func writeHead(into bytes: inout [UInt8]) {
    // A board; 0 is patience.
    bytes.append(1)
    bytes.put(longList: kind.name.utf8)
    bytes.put(seed)
  }

  func writeBody(into bytes: inout [UInt8]) {
    engine.model.write(into: &bytes)
    handles.write(into: &bytes)
    for region in engine.board.regions.indices {
      let players = engine.editors(of: RegionID(region))
      bytes.put(number: players.count)
      for player in players { bytes.put(player) }
    }
    bytes.put(number: engine.undoDepth)
  }

  /// - Parameter reader: reads what `writeBody` wrote.
  init?(_ kind: BoardKind<Model>, seed: UInt64, restoring reader: inout ByteReader, undoMax: UInt32) {
    guard let model = Model(&reader), model.canComeOf(kind.start(seed)),
      let handles = HandleTable<Model.ItemID>(&reader)
    else { return nil }
    let editors = kind.board.regions.map { _ in (0..<reader.count()).map { _ in reader.u32() } }
    guard
      let engine = Engine(
        board: kind.board, restoring: model, forgotten: reader.number(), editors: editors, undoMax: undoMax,
        draggedItemsMax: BoardLimits.draggedItemsMax)
    else { return nil }
    self.init(kind, seed: seed, engine: engine, handles: handles)
  }
}

extension HandleTable where ItemID: Storable {
  func write(into bytes: inout [UInt8]) {
    bytes.put(number: all.count)
    for occurrence in all {
      occurrence.item.write(into: &bytes)
      bytes.put(number: occurrence.index)
    }
  }

  init?(_ reader: inout ByteReader) {
    self.init()
    for number in 0..<reader.count() {
      guard number <= Self.handleMax, let item = ItemID(&reader) else { return nil }
      note(Occurrence(item: item, index: reader.number()))
      // None has two numbers.
      guard all.count == number + 1 else { return nil }
    }
  }
}
