import Boards
import Cards
import Contests
package import DragDrop
import Patience
import Wire

/// Games as bytes that they can be gone on from. Promise: bytes that no game can have been written as give nothing,
/// and never a trap. A base is exact for what it holds: what undo would bring back from before it is not in it.
enum Bases {
  /// What is written; bytes of a format that is not known are not read.
  static let format: UInt8 = 2
  /// Of games that were given up, and of tables of races; older programs do not read it.
  static let thirdFormat: UInt8 = 3
  /// Of deals of which something was promised, and of games that were over and are taken up again.
  static let fourthFormat: UInt8 = 4
  /// Before there was more than Klondike.
  static let firstFormat: UInt8 = 1

  /// - Parameter kind: of the board, as its head begins.
  fileprivate static func coder(reading base: [UInt8], of kind: UInt8) -> ByteCoder? {
    var coder = ByteCoder(reading: base)
    return firstFormat...fourthFormat ~= coder.byte(format) && coder.byte(kind) == kind ? coder : nil
  }
}

extension Game {
  /// The game as bytes, without live drags and without what undo and redo would bring back: what is gone on from when
  /// it is carried out again. Its clock stands there. Equal games give equal bytes.
  package func base(now: Int64) -> [UInt8] {
    var coder = ByteCoder()
    var progress = Progress(
      played: UInt64(clock.milliseconds(now: now)), isLive: clock.isLive, moves: movesMade,
      takenOut: steps.takenOut, forgotten: board.undoDepth, at: steps.at, plies: steps.plies,
      doneSince: UInt64(doneSince))
    let format = patience?.baseFormat ?? Bases.format
    coder.constant(format)
    board.writeHead(to: &coder)
    progress.code(
      by: &coder, isTimed: board.isTimed, keepsLines: board.keepsLines, format)
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
    progress.code(by: &coder, isTimed: false, keepsLines: false, Bases.format)
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
    let format = base.first ?? Bases.format
    var terms: DealTerms?
    PatienceBoard.codeHead(&id, &dealing, &terms, &cards, by: &coder, format)
    var progress = Progress()
    progress.code(by: &coder, isTimed: true, keepsLines: true, format)
    var ending = PatienceBoard.Ending()
    ending.code(by: &coder, format)
    guard let played = Int64(exactly: progress.played), played <= GameClock.millisecondsMax,
      let ruleset = GameBook(described: described).ruleset(id: String(decoding: id, as: UTF8.self)),
      let deal = PatienceBoard.deal(cards, of: ruleset),
      let table = Table(&coder, ruleset: ruleset, deal: deal, isFirstFormat: format == Bases.firstFormat),
      coder.isSpent,
      let engine = BoardEngine(restoring: table, forgotten: progress.forgotten, undoMax: undoMax)
    else { return nil }
    var board = PatienceBoard(dealing: dealing, terms: terms, deal: deal, engine: engine, undoMax: undoMax)
    board.ending = ending
    self.init(board, described: described)
    precondition(board.isTimed && board.keepsLines, "a base is read as it was written")
    clock = GameClock(played: played, isLive: progress.isLive)
    doneSince = Int64(clamping: progress.doneSince)
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
  /// Milliseconds.
  var doneSince: UInt64 = 0

  /// - Parameter format: the first knew no lines.
  mutating func code(by c: inout ByteCoder, isTimed: Bool, keepsLines: Bool, _ format: UInt8) {
    if isTimed {
      c.fixed(&played)
      isLive = c.truth(isLive)
    } else {
      c.number(&moves)
    }
    Steps.code(&takenOut, by: &c)
    guard keepsLines else { return }
    c.number(&forgotten)
    guard format != Bases.firstFormat else { return }
    c.number(&at)
    c.number(&plies)
    if format >= Bases.thirdFormat { c.fixed(&doneSince) }
  }
}

extension PatienceBoard.Ending {
  fileprivate mutating func code(by c: inout ByteCoder, _ format: UInt8) {
    if format >= Bases.thirdFormat { c.truths(&isGivenUp, &isSecret) }
    if format >= Bases.fourthFormat { isOpened = c.truth(isOpened) }
  }
}

extension PatienceBoard {
  package func writeHead(to coder: inout ByteCoder) {
    // Patience; 1 is any other board.
    coder.constant(0)
    var (id, dealing, terms, cards) = (ruleset.id.bytes, dealing, terms, deal.cards.map(\.rawValue))
    Self.codeHead(&id, &dealing, &terms, &cards, by: &coder, baseFormat)
  }

  package func writeBody(to coder: inout ByteCoder) {
    var ending = ending
    ending.code(by: &coder, baseFormat)
    engine.model.write(to: &coder)
  }

  /// The oldest that holds all of it, so that older programs read what they can.
  fileprivate var baseFormat: UInt8 {
    if terms != nil || ending.isOpened { return Bases.fourthFormat }
    if case .sealed(let sealed) = dealing, sealed.start != nil { return Bases.thirdFormat }
    return ending == Ending() ? Bases.format : Bases.thirdFormat
  }

  fileprivate static func codeHead(
    _ id: inout [UInt8], _ dealing: inout Dealing, _ terms: inout DealTerms?, _ cards: inout [UInt8],
    by c: inout ByteCoder, _ format: UInt8
  ) {
    c.list(&id)
    if format >= Bases.fourthFormat { code(&terms, by: &c) }
    var (number, random, start, line): (UInt64, [UInt8], [UInt8], [StepTold]?) =
      switch dealing {
      case .open(let number): (number, [], [], nil)
      case .sealed(let sealed): (0, sealed.random, Array((sealed.start ?? "").utf8), sealed.line)
      case .awaited: preconditionFailure("nothing was played before the race began")
      }
    if c.truth(!random.isEmpty) {
      c.list(&random)
      c.require(random.count == SealedDeal.seedBytes + SealedDeal.saltBytes)
      if format >= Bases.thirdFormat { c.longList(&start) }
      if format >= Bases.fourthFormat { code(&line, by: &c) }
      let text = start.isEmpty ? nil : String(decoding: start, as: UTF8.self)
      if !c.isBroken { dealing = .sealed(SealedDeal(random: random, start: text, line: line)) }
    } else {
      c.fixed(&number)
      dealing = .open(number)
    }
    c.longList(&cards)
  }

  /// Nothing was promised, or all of it: 0; a level: its number from 1; no level: 255.
  private static func code(_ terms: inout DealTerms?, by c: inout ByteCoder) {
    let levels = DealTerms.Level.allCases
    var byte: UInt8 = 0
    if let terms {
      byte = terms.level.flatMap { levels.firstIndex(of: $0) }.map { UInt8($0 + 1) } ?? .max
    }
    byte = c.byte(byte)
    c.require(byte == .max || byte <= levels.count)
    guard c.isReading, !c.isBroken else { return }
    terms = byte == 0 ? nil : DealTerms(level: byte == .max ? nil : levels[Int(byte) - 1])
  }

  private static func code(_ line: inout [StepTold]?, by c: inout ByteCoder) {
    guard c.truth(line != nil) else {
      line = nil
      return
    }
    var steps = line ?? []
    c.many(&steps, StepTold(place: "")) { step, c in
      // Handles have 16 bits; the number above them stands for none.
      var (item, place) = (step.item.map { UInt32($0) } ?? .max, Array(step.place.utf8))
      c.fixed(&item)
      c.list(&place)
      c.require((item == .max || item <= UInt16.max) && place.allSatisfy { $0 < 0x80 })
      step = StepTold(
        item: item == .max ? nil : Int(item), place: String(decoding: place, as: UTF8.self))
    }
    line = steps
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
    case .drop, .undo, .redo, .go, .deal, .resign, .ready, .salt, .start, .again: false
    }
  }
}
