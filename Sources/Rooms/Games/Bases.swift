import Boards
import Cards
import DragDrop
import Patience
import Wire

/// Games as bytes that they can be gone on from. Promise: bytes that no game can have been written as give nothing,
/// and never a trap. A base is exact for what it holds: what undo would bring back from before it is not in it.
enum Bases {
  /// What is written; bytes of a format that is not known are not read.
  static let format: UInt8 = 2
  /// Before there was more than Klondike.
  static let firstFormat: UInt8 = 1

  fileprivate enum Kind: UInt8 { case patience, board }

  fileprivate static func begin(_ kind: Kind) -> [UInt8] { [format, kind.rawValue] }

  fileprivate static func reader(_ base: [UInt8], of kind: Kind) -> ByteReader? {
    var reader = ByteReader(base)
    return firstFormat...format ~= reader.u8() && reader.u8() == kind.rawValue ? reader : nil
  }
}

// MARK: - Patience

extension PatienceGame {
  package func base(now: Int64) -> [UInt8] {
    var bytes = Bases.begin(.patience)
    bytes.put(list: ruleset.id.bytes)
    switch dealing {
    case .open(let number):
      bytes.put(false)
      bytes.put(number)
    case .sealed(let sealed):
      bytes.put(true)
      bytes.put(list: sealed.random)
    }
    bytes.put(longList: deal.cards.map(\.rawValue))
    bytes.put(UInt64(clock.milliseconds(now: now)))
    bytes.put(clock.isLive)
    steps.writeTakenOut(into: &bytes)
    bytes.put(number: engine.undoDepth)
    bytes.put(number: steps.at)
    bytes.put(number: steps.plies)
    engine.model.write(into: &bytes)
    return bytes
  }

  /// - Parameter undoMax: as it was when the game began.
  package init?(base: [UInt8], of book: GameBook = .builtIn, undoMax: UInt32 = Self.undoMax) {
    guard var reader = Bases.reader(base, of: .patience),
      let ruleset = book.ruleset(id: String(decoding: reader.list(), as: UTF8.self))
    else { return nil }
    let dealing: Dealing
    if reader.truth() {
      let random = reader.list()
      guard random.count == SealedDeal.seedBytes + SealedDeal.saltBytes else { return nil }
      dealing = .sealed(SealedDeal(random: random))
    } else {
      dealing = .open(reader.u64())
    }
    let cards = reader.longList().compactMap { Card(rawValue: $0) }
    let players = UInt8(clamping: max(1, cards.count / ruleset.cardCount()))
    guard let deal = Deal(cards: cards, of: ruleset, seats: players),
      let played = Int64(exactly: reader.u64()),
      played <= GameClock.millisecondsMax
    else { return nil }
    let clock = GameClock(played: played, isLive: reader.truth())
    guard let takenOut = Steps.readTakenOut(&reader) else { return nil }
    let forgotten = reader.number()
    let isFirst = base.first == Bases.firstFormat
    let (ply, plies) = isFirst ? (0, 0) : (reader.number(), reader.number())
    guard let table = Table(&reader, ruleset: ruleset, deal: deal, isFirstFormat: isFirst), reader.isSpent,
      let engine = BoardEngine(restoring: table, forgotten: forgotten, undoMax: undoMax)
    else { return nil }
    self.init(of: book, dealing: dealing, deal: deal, engine: engine, undoMax: undoMax)
    self.clock = clock
    steps = Steps(forgotten: forgotten, takenOut: takenOut, keepsLines: true, at: ply, of: plies)
  }
}

// MARK: - Boards

extension BoardGame {
  func base(now: Int64) -> [UInt8] {
    var bytes = Bases.begin(.board)
    bytes.put(longList: board.kind.utf8)
    bytes.put(seed)
    bytes.put(number: moves)
    steps.writeTakenOut(into: &bytes)
    board.write(into: &bytes)
    return bytes
  }

  /// - Parameters:
  ///   - kind: what the table was opened with.
  ///   - description: the same as text, where it is none of the catalogue.
  ///   - openedAt: when, on the clock of now.
  ///   - undoMax: as it was when the game began.
  init?(
    base: [UInt8], _ kind: any AnyBoardKind, description: [UInt8] = [], openedAt: Int64,
    undoMax: UInt32 = BoardLimits.undoMax
  ) {
    guard var reader = Bases.reader(base, of: .board), reader.longList() == Array(kind.name.utf8) else {
      return nil
    }
    let (seed, moves) = (reader.u64(), reader.number())
    guard let takenOut = Steps.readTakenOut(&reader),
      let board = kind.live(seed: seed, restoring: &reader, undoMax: undoMax), reader.isSpent
    else { return nil }
    self.init(board, seed: seed, description: description, moves: moves, openedAt: openedAt)
    steps = Steps(forgotten: board.undoDepth, takenOut: takenOut)
  }
}

// MARK: - Steps

/// Steps that were taken out from under others are carried out anew by their commands, so a base can hold them.
extension Steps {
  fileprivate func writeTakenOut(into bytes: inout [UInt8]) {
    bytes.put(number: takenOut.count)
    for step in takenOut {
      // They all have a seat and an operation: without one they are not kept.
      guard let seat = step.seat, let operation = step.operation else {
        preconditionFailure("what can be carried out anew is known")
      }
      bytes.put(UInt16(seat.index))
      bytes.put(longList: operation.line)
      bytes.put(number: step.items.count)
      for item in step.items { bytes.put(number: item) }
    }
  }

  fileprivate static func readTakenOut(_ reader: inout ByteReader) -> [Step]? {
    var steps: [Step] = []
    for _ in 0..<reader.count() {
      let seat = SeatNumber(Int(reader.u16()))
      guard seat.index < WireLimits.seatsMax,
        let operation = Command.Operation(line: reader.longList()), operation.canBeDoneAgain
      else { return nil }
      let items = (0..<reader.count()).map { _ in reader.number() }
      steps.append(Step(ply: 0, seat: seat, operation: operation, items: items))
    }
    return steps
  }
}

extension Command.Operation {
  /// Steps hold no numbers of drags, and none is an undo itself.
  fileprivate var canBeDoneAgain: Bool {
    switch self {
    case .move, .tap, .edit, .put, .send, .finish, .restart, .set: true
    case .drop, .undo, .redo, .go, .deal: false
    }
  }
}
