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

  /// - Parameter kind: of the board, as its head begins.
  fileprivate static func reader(_ base: [UInt8], of kind: UInt8) -> ByteReader? {
    var reader = ByteReader(base)
    return firstFormat...format ~= reader.u8() && reader.u8() == kind ? reader : nil
  }
}

extension Game {
  /// The game as bytes, without live drags and without what undo and redo would bring back: what is gone on from when
  /// it is carried out again. Its clock stands there. Equal games give equal bytes.
  package func base(now: Int64) -> [UInt8] {
    var bytes = [Bases.format]
    board.writeHead(into: &bytes)
    if board.isTimed {
      bytes.put(UInt64(clock.milliseconds(now: now)))
      bytes.put(clock.isLive)
    } else {
      bytes.put(number: movesMade)
    }
    steps.writeTakenOut(into: &bytes)
    if board.keepsLines {
      bytes.put(number: board.undoDepth)
      bytes.put(number: steps.at)
      bytes.put(number: steps.plies)
    }
    board.writeBody(into: &bytes)
    return bytes
  }

  /// A board as its base leaves it.
  ///
  /// - Parameters:
  ///   - kind: what the table was opened with.
  ///   - openedAt: when, on the clock of now.
  ///   - undoMax: as it was when the game began.
  init?(
    base: [UInt8], _ kind: any AnyBoardKind, described: Described? = nil, openedAt: Int64,
    undoMax: UInt32 = BoardLimits.undoMax
  ) {
    guard var reader = Bases.reader(base, of: 1), reader.longList() == Array(kind.name.utf8) else {
      return nil
    }
    let (seed, moves) = (reader.u64(), reader.number())
    guard let takenOut = Steps.readTakenOut(&reader),
      let board = kind.live(seed: seed, restoring: &reader, undoMax: undoMax), reader.isSpent
    else { return nil }
    self.init(board, described: described, openedAt: openedAt, moves: moves)
    steps = Steps(forgotten: board.undoDepth, takenOut: takenOut)
  }

  /// A game of patience as its base leaves it.
  ///
  /// - Parameter undoMax: as it was when the game began.
  package init?(base: [UInt8], described: Described? = nil, undoMax: UInt32 = PatienceBoard.undoMax) {
    guard var reader = Bases.reader(base, of: 0),
      let ruleset = GameBook(described: described).ruleset(
        id: String(decoding: reader.list(), as: UTF8.self)),
      let (dealing, deal) = PatienceBoard.readDeal(&reader, of: ruleset),
      let played = Int64(exactly: reader.u64()), played <= GameClock.millisecondsMax
    else { return nil }
    let clock = GameClock(played: played, isLive: reader.truth())
    guard let takenOut = Steps.readTakenOut(&reader) else { return nil }
    let forgotten = reader.number()
    let isFirst = base.first == Bases.firstFormat
    let (ply, plies) = isFirst ? (0, 0) : (reader.number(), reader.number())
    guard let table = Table(&reader, ruleset: ruleset, deal: deal, isFirstFormat: isFirst), reader.isSpent,
      let engine = BoardEngine(restoring: table, forgotten: forgotten, undoMax: undoMax)
    else { return nil }
    self.init(
      PatienceBoard(dealing: dealing, deal: deal, engine: engine, undoMax: undoMax), described: described)
    self.clock = clock
    steps = Steps(forgotten: forgotten, takenOut: takenOut, keepsLines: true, at: ply, of: plies)
  }
}

extension PatienceBoard {
  package func writeHead(into bytes: inout [UInt8]) {
    // Patience; 1 is any other board.
    bytes.append(0)
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
  }

  package func writeBody(into bytes: inout [UInt8]) { engine.model.write(into: &bytes) }

  /// What the head says after which game it is.
  fileprivate static func readDeal(_ reader: inout ByteReader, of ruleset: Ruleset) -> (Dealing, Deal)? {
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
    return Deal(cards: cards, of: ruleset, seats: players).map { (dealing, $0) }
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
