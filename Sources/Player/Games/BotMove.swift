import Cards
import Patience
import Strategies
import Wire

/// A decision as a command, with the visible tops that it rests on, and as it goes into the record.
struct BotMove: Sendable {
  let command: Command
  let record: GameRecord.Move

  init(_ decision: Decision, on mirror: TableMirror) {
    var record = GameRecord.Move(op: "")
    let operation: Command.Operation
    var touched: [String] = []
    func take(_ handle: UInt16) {
      guard let place = mirror.place(of: Int(handle)) else { return }
      record.item = Int(handle)
      record.face = place.face?.text
      record.from = place.collection
      record.count = place.count
      touched.append(place.collection)
    }
    switch decision {
    case .drop(let handle, let pile):
      take(handle)
      operation = .move(item: Int(handle), into: pile.text, before: nil)
      record.in = pile.text
      touched.append(pile.text)
    case .send(let handle):
      take(handle)
      operation = .send(item: Int(handle))
      record.in = mirror.dests?.sends.first { $0.item == Int(handle) }?.collection
      if let target = record.in { touched.append(target) }
    case .turnStock:
      let stock = mirror.dests?.taps.first ?? PileID.stock.text
      operation = .tap(place: stock, item: nil)
      record.in = stock
      touched = [stock, PileID.waste.text]
    case .finish: operation = .finish
    case .stopAutoMoves: operation = .set(auto: .off)
    }
    record.op = operation.name.description
    command = Command(operation, if: touched.compactMap(mirror.top(of:)))
    self.record = record
  }
}
