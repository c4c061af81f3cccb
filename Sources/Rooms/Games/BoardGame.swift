import Boards
import DragDrop
import Wire

/// A board of any kind on a room's table.
struct BoardGame: Game {
  private(set) var board: any LiveBoard
  let seed: UInt64
  /// In its one way of writing, to be read again from the journal; empty for the kinds of the catalogue.
  private let description: [UInt8]
  /// Nobody plays against the time here: it stands.
  var clock = GameClock()
  var steps = Steps()
  private(set) var carried: [Int] = []
  // Everybody sees all that lies on a board.
  var beside: [Int] { [] }
  private(set) var moves: Int
  private var movesAfterRepetition = 0
  private let openedAt: Int64

  init(
    _ kind: any AnyBoardKind, seed: UInt64, description: [UInt8] = [], now: Int64,
    undoMax: UInt32 = BoardLimits.undoMax
  ) {
    let board = kind.live(seed: seed, undoMax: undoMax)
    self.init(board, seed: seed, description: description, moves: 0, openedAt: now)
  }

  init(_ board: any LiveBoard, seed: UInt64, description: [UInt8], moves: Int, openedAt: Int64) {
    self.board = board
    self.seed = seed
    self.description = description
    self.moves = moves
    self.openedAt = openedAt
  }

  /// The engine counts milliseconds since the table was opened.
  private func tick(_ now: Int64) -> UInt32 { UInt32(truncatingIfNeeded: now - openedAt) }

  // MARK: - Commands

  mutating func carryOut(
    _ operation: Command.Operation, seat: SeatNumber, drag: UInt32?, now: Int64
  ) throws(GameRefusal) {
    let depth = board.undoDepth
    carried = []
    do throws(BoardRefusal) {
      try play(operation, seat: seat, drag: drag, now: now)
    } catch {
      throw GameRefusal(error)
    }
    if board.undoDepth != depth { moves += 1 }
  }

  private mutating func play(
    _ operation: Command.Operation, seat: SeatNumber, drag: UInt32?, now: Int64
  ) throws(BoardRefusal) {
    let player = seat.player
    switch operation {
    case .move(let item, let landing):
      carried = try board.move(item, player: player, tick: tick(now), at: Aim(landing))
    case .drop(_, let landing):
      guard let drag else { throw .noSuchDrag }
      carried = board.handles(of: drag)
      try board.drop(drag, player: player, at: Aim(landing))
    case .tap(let place, nil): try board.press(place, player: player)
    case .tap(let place, let item?): try board.tap(item, in: place, player: player)
    case .edit(let place, let on): try board.setEditing(on, place, player: player)
    case .put(let things, let landing):
      let payloads = things.map { thing in thing.map { payload($0) } }
      try board.put(payloads, player: player, at: Aim(landing))
    case .send, .finish, .restart, .set, .deal: throw .notAllowedThere
    case .undo, .redo, .go: preconditionFailure("not a step of its own")
    }
  }

  /// A picture goes by the name of the blob that it is kept as: boards hold no pictures. Whatever else is said to
  /// be one cannot be read.
  private func payload(_ offer: Offer) -> Payload {
    let type = board.contentType(mimeType: offer.type)
    let text: String
    switch (offer.body, type.conforms(to: .image)) {
    case (.text(let said), false): text = said
    case (.blob(let name), true): text = name
    case (.text, true), (.blob, false): text = ""
    }
    return Payload(type, bytes: Array(text.utf8), fileName: offer.fileName.map { Text($0) })
  }

  mutating func takeBack(_ count: Int) throws(GameRefusal) {
    for _ in 0..<count {
      guard board.undo() else { throw GameRefusal(BoardRefusal.nothingToUndo) }
      moves += 1
    }
  }

  mutating func playAgain(_ count: Int) throws(GameRefusal) {
    for _ in 0..<count {
      guard board.redo() else { throw GameRefusal(BoardRefusal.nothingToRedo) }
      moves += 1
    }
  }

  // What is done after an undo takes the place of what was taken back, as in any editor.
  mutating func keepLine(of earlier: BoardGame, after depth: Int) {}
  mutating func lead(through plies: [Ply], as earlier: BoardGame) {
    preconditionFailure("a board has one line")
  }
  mutating func leadOn(as earlier: BoardGame) { preconditionFailure("a board has one line") }
  func isSame(as ply: Ply, of earlier: BoardGame) -> Bool { false }

  var undoDepth: Int { board.undoDepth }
  var byteCount: Int { board.byteCount + stepsByteCount }
  var stepsByteCount: Int { board.stepsByteCount + steps.byteCount }

  mutating func forgetSteps() {
    board.forgetSteps()
    steps.forgetAll()
  }

  mutating func beginRepetition(takingBack count: Int) throws(GameRefusal) {
    guard board.beginRepetition(takingBack: count) else { throw GameRefusal(BoardRefusal.nothingToUndo) }
    movesAfterRepetition = moves + 1
  }

  mutating func repeatStep(carrying items: [Int]) { board.repeatStep(lifting: items) }
  mutating func endRepetition() {
    board.endRepetition()
    // What was done again is no move of anybody.
    moves = movesAfterRepetition
  }

  // MARK: - Drags

  mutating func lift(_ item: Int, seat: SeatNumber, now: Int64) throws(GameRefusal) -> Held {
    do throws(BoardRefusal) {
      let lifted = try board.lift(item, player: seat.player, tick: tick(now))
      return Held(
        session: lifted.session, items: lifted.handles, index: lifted.index,
        formation: lifted.formation.wireName.description, destinations: lifted.possibilities.places,
        onto: lifted.possibilities.onto)
    } catch {
      throw GameRefusal(error)
    }
  }

  mutating func hover(_ hover: Hover, session: UInt32, seat: SeatNumber, now: Int64) -> String? {
    var aim: Aim?
    if let over = hover.over {
      let location = Point(x: Float(hover.x) / 10_000, y: Float(hover.y) / 10_000)
      aim = Aim(over, before: hover.before, onto: hover.onto, at: location)
    }
    // A drag that is over is nobody's to move.
    let formation = try? board.hover(session, player: seat.player, at: aim, tick: tick(now))
    return formation?.wireName.description
  }

  mutating func cancel(_ session: UInt32, seat: SeatNumber) {
    board.cancel(session, player: seat.player)
  }

  mutating func emptyHands(of seat: SeatNumber) { board.emptyHands(of: seat.player) }

  mutating func leave(_ seat: SeatNumber) -> [Command.Operation] {
    let regions = board.regions()
    board.leave(seat.player)
    var ended: [Command.Operation] = regions.filter { $0.editors.contains(seat.player) }
      .map { .edit(place: $0.name, on: false) }
    let chosen = Set(board.selection(of: seat.player))
    for region in regions where region.hasTaps {
      for item in region.runs.flatMap({ $0.items }) where chosen.contains(item.handle) {
        // What was tapped to be selected is tapped once more.
        var next = board
        guard (try? next.tap(item.handle, in: region.name, player: seat.player)) != nil,
          !next.selection(of: seat.player).contains(item.handle)
        else { continue }
        board = next
        ended.append(.tap(place: region.name, item: item.handle))
      }
    }
    return ended
  }

  var springs: Bool { board.springs }

  mutating func wait(now: Int64) {
    board.spring(tick: tick(now))
  }

  mutating func takeSprung() -> [(seat: SeatNumber, operation: Command.Operation)] {
    board.takeSprung().map { (SeatNumber(Int($0.player)), .tap(place: $0.place, item: $0.handle)) }
  }
}

// MARK: - What is told

extension BoardGame {
  var regions: [RegionTold] { board.regions().map(RegionTold.init(_:)) }

  func selections(seats: Int) -> [SelectionTold] {
    (0..<seats).compactMap { seat in
      let items = board.selection(of: UInt32(seat))
      return items.isEmpty ? nil : SelectionTold(seat: seat, items: items)
    }
  }

  func arrival(of handle: Int) -> UInt32? { nil }
  func hasPlace(_ name: String) -> Bool { board.hasPlace(name) }

  func top(of place: String) -> Int? {
    board.regions().flatMap { $0.runs }.last { $0.place == place }?.items.last?.handle
  }

  var titles: [RegionChange] {
    board.titles().map { RegionChange(name: $0.name, title: $0.title) }
  }

  var name: String { board.kind }
  var told: GameTold { GameTold(id: name, name: board.title, kind: .board) }
  var dealTold: DealTold? { nil }
  var reveal: Reveal? { nil }
  var secret: Secret { Secret(seed: seed, description: description) }
  var state: GameState { .playing }
  var score: Int { 0 }
  var cardsUp: Int { 0 }
  var cardsInAll: Int { 52 }

  func status(now: Int64) -> Status {
    Status(
      score: 0, moves: moves, pass: 0, redeal: false, up: 0, clockMilliseconds: 0, clockRuns: false, ticks: 0,
      status: .playing, undo: board.undoDepth, redo: board.redoDepth, auto: .off, timed: false)
  }

  /// Items that may go to the same places are told of together.
  func dests(room: String, version: Int, seat: SeatNumber) -> Dests {
    var sources: [Dests.Source] = []
    for possible in board.possibilities(for: seat.player) {
      let places = possible.places.map { Dests.Destination(collection: $0, reveals: false) }
      let alike = sources.firstIndex { $0.destinations == places && $0.onto == possible.onto }
      if let alike {
        sources[alike].items.append(possible.handle)
      } else {
        sources.append(.init(items: [possible.handle], destinations: places, onto: possible.onto))
      }
    }
    let buttons = board.regions().filter { $0.button?.isEnabled ?? false }
    return Dests(
      room: room, version: version, sources: sources, taps: buttons.map(\.name), sends: [], canFinish: false,
      canUndo: steps.canUndo(seat), canRedo: steps.canRedo(seat))
  }

  /// What is best on a board is its people's business.
  var nameTold: String { told.name }

  func hints(for seat: SeatNumber) -> [HintTold] { [] }
  var linesTold: LinesTold { steps.told { _ in true } }

  func exported(_ item: Int, seat: SeatNumber) throws(GameRefusal) -> [ItemData] {
    do throws(BoardRefusal) {
      return try board.exported(item, player: seat.player).map { item in
        ItemData(handle: item.handle, ways: item.ways.compactMap(ItemData.Way.init(_:)))
      }
    } catch {
      throw GameRefusal(error)
    }
  }

  func checkInvariants() {
    let handles = board.regions().flatMap { $0.runs.flatMap { $0.items.map(\.handle) } }
    precondition(Set(handles).count == handles.count, "no item lies in two places")
  }
}
