import Boards
import Cards
package import DragDrop
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
  fileprivate static func coder(reading base: [UInt8], of kind: UInt8) -> ByteCoder? {
    var coder = ByteCoder(reading: base)
    return firstFormat...format ~= coder.byte(format) && coder.byte(kind) == kind ? coder : nil
  }
}

extension Game {
  /// The game as bytes, without live drags and without what undo and redo would bring back: what is gone on from when
  /// it is carried out again. Its clock stands there. Equal games give equal bytes.
  package func base(now: Int64) -> [UInt8] {
    var coder = ByteCoder()
    var progress = Progress(
      played: UInt64(clock.milliseconds(now: now)), isLive: clock.isLive, moves: movesMade,
      takenOut: steps.takenOut, forgotten: board.undoDepth, at: steps.at, plies: steps.plies)
    coder.constant(Bases.format)
    board.writeHead(to: &coder)
    progress.code(by: &coder, isTimed: board.isTimed, keepsLines: board.keepsLines)
    board.writeBody(to: &coder)
    return coder.bytes
  }

  /// A board as its base leaves it.
  ///
  /// - Parameters:
  ///   - kind: what the table was opened with.
  ///   - openedAt: when, on the clock of now.
  ///   - undoMax: as it was when the game began.
  init?(
    base: [UInt8], _ kind: any AnyBoardKind, described: Described? = nil, openedAt: Int64,
    undoMax: Int = BoardLimits.undoMax
  ) {
    guard var coder = Bases.coder(reading: base, of: 1) else { return nil }
    var (name, progress) = ([UInt8](), Progress())
    coder.longList(&name)
    let seed = coder.fixed(UInt64(0))
    progress.code(by: &coder, isTimed: false, keepsLines: false)
    guard name == Array(kind.name.utf8),
      let board = kind.live(seed: seed, restoring: &coder, undoMax: undoMax), coder.isSpent
    else { return nil }
    precondition(!board.isTimed && !board.keepsLines, "a base is read as it was written")
    self.init(board, described: described, openedAt: openedAt, moves: progress.moves)
    steps = Steps(forgotten: board.undoDepth, takenOut: progress.takenOut)
  }

  /// A game of patience as its base leaves it.
  ///
  /// - Parameter undoMax: as it was when the game began.
  package init?(base: [UInt8], described: Described? = nil, undoMax: Int = PatienceBoard.undoMax) {
    guard var coder = Bases.coder(reading: base, of: 0) else { return nil }
    var (id, dealing, cards) = ([UInt8](), PatienceBoard.Dealing.open(0), [UInt8]())
    PatienceBoard.codeHead(&id, &dealing, &cards, by: &coder)
    let isFirst = base.first == Bases.firstFormat
    var progress = Progress()
    progress.code(by: &coder, isTimed: true, keepsLines: true, isFirst: isFirst)
    guard let played = Int64(exactly: progress.played), played <= GameClock.millisecondsMax,
      let ruleset = GameBook(described: described).ruleset(id: String(decoding: id, as: UTF8.self)),
      let deal = PatienceBoard.deal(cards, of: ruleset),
      let table = Table(&coder, ruleset: ruleset, deal: deal, isFirstFormat: isFirst), coder.isSpent,
      let engine = BoardEngine(restoring: table, forgotten: progress.forgotten, undoMax: undoMax)
    else { return nil }
    self.init(
      PatienceBoard(dealing: dealing, deal: deal, engine: engine, undoMax: undoMax), described: described)
    precondition(board.isTimed && board.keepsLines, "a base is read as it was written")
    clock = GameClock(played: played, isLive: progress.isLive)
    steps = Steps(
      forgotten: progress.forgotten, takenOut: progress.takenOut, keepsLines: true, at: progress.at,
      of: progress.plies)
  }
}

/// What a base says of a game beside its board.
private struct Progress {
  /// Milliseconds.
  var played: UInt64 = 0
  var isLive = false
  /// Where the board does not count them itself.
  var moves = 0
  var takenOut: [Steps.Step] = []
  var forgotten = 0
  var at: Ply = 0
  var plies: Ply = 0

  /// - Parameter isFirst: it has the first format, which knew no lines.
  mutating func code(by c: inout ByteCoder, isTimed: Bool, keepsLines: Bool, isFirst: Bool = false) {
    if isTimed {
      c.fixed(&played)
      isLive = c.truth(isLive)
    } else {
      c.number(&moves)
    }
    Steps.code(&takenOut, by: &c)
    guard keepsLines else { return }
    c.number(&forgotten)
    guard !isFirst else { return }
    c.number(&at)
    c.number(&plies)
  }
}

extension PatienceBoard {
  package func writeHead(to coder: inout ByteCoder) {
    // Patience; 1 is any other board.
    coder.constant(0)
    var (id, dealing, cards) = (ruleset.id.bytes, dealing, deal.cards.map(\.rawValue))
    Self.codeHead(&id, &dealing, &cards, by: &coder)
  }

  package func writeBody(to coder: inout ByteCoder) { engine.model.write(to: &coder) }

  fileprivate static func codeHead(
    _ id: inout [UInt8], _ dealing: inout Dealing, _ cards: inout [UInt8], by c: inout ByteCoder
  ) {
    c.list(&id)
    var (number, random): (UInt64, [UInt8]) =
      switch dealing {
      case .open(let number): (number, [])
      case .sealed(let sealed): (0, sealed.random)
      }
    if c.truth(!random.isEmpty) {
      c.list(&random)
      c.require(random.count == SealedDeal.seedBytes + SealedDeal.saltBytes)
      if !c.isBroken { dealing = .sealed(SealedDeal(random: random)) }
    } else {
      c.fixed(&number)
      dealing = .open(number)
    }
    c.longList(&cards)
  }

  fileprivate static func deal(_ bytes: [UInt8], of ruleset: Ruleset) -> Deal? {
    let cards = bytes.compactMap { Card(rawValue: $0) }
    let players = UInt8(clamping: max(1, cards.count / ruleset.cardCount()))
    return Deal(cards: cards, of: ruleset, seats: players)
  }
}

// MARK: - Steps

/// Steps that were taken out from under others are carried out anew by their commands, so a base can hold them.
extension Steps {
  fileprivate static func code(_ takenOut: inout [Step], by c: inout ByteCoder) {
    let blank = Step(ply: 0, seat: SeatNumber(0), operation: .finish, items: [])
    c.many(&takenOut, blank) { step, c in
      // They all have a seat and an operation: without one they are not kept.
      guard let seat = step.seat, let operation = step.operation else {
        preconditionFailure("what can be carried out anew is known")
      }
      let index = Int(c.fixed(UInt16(seat.index)))
      var (line, items) = (c.isReading ? [] : operation.line, step.items)
      c.longList(&line)
      c.many(&items, 0) { $1.number(&$0) }
      guard c.isReading else { return }
      let read = Command.Operation(line: line)
      c.require(index < WireLimits.seatsMax && read?.canBeDoneAgain == true)
      step = Step(ply: 0, seat: SeatNumber(index), operation: read, items: items)
    }
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
