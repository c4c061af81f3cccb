package import Boards
import Contests
package import Patience
import Wire

/// What somebody described and this program does not know by its name, read already, with its text for the journal.
package enum Described: Sendable {
  case board(any AnyBoardKind, text: [UInt8])
  case game(CatalogueGame, text: [UInt8])

  var text: [UInt8] {
    switch self {
    case .board(_, let text), .game(_, let text): text
    }
  }
}

/// What a table can be opened with, by its name.
enum Playable: Sendable {
  case board(any AnyBoardKind)
  case patience(Ruleset)
}

/// What can be played at a table: what is built in, and what was described for it.
struct GameBook: Sendable {
  let described: Described?

  func find(_ name: String) -> Playable? {
    if case .board(let kind, _)? = described { return .board(kind) }
    if let kind = BoardCatalogue.kind(named: name) { return .board(kind) }
    return ruleset(id: name).map(Playable.patience)
  }

  /// The game that has it as one of its choices.
  func game(of ruleset: Ruleset) -> CatalogueGame? {
    if let describedGame, describedGame.ruleset(id: ruleset.id.bytes) != nil { return describedGame }
    return Catalogue.games.first { $0.ruleset(id: ruleset.id.bytes) != nil }
  }

  /// - Parameter id: with what was chosen about the game.
  func ruleset(id: String) -> Ruleset? {
    describedGame?.ruleset(id: id.utf8) ?? Catalogue.ruleset(id: id)
  }

  private var describedGame: CatalogueGame? {
    if case .game(let game, _)? = described { game } else { nil }
  }
}

extension Game {
  /// What a new table is opened with.
  ///
  /// - Parameter entropy: 48 bytes from the system's random source.
  /// - Throws: for a game that is not known.
  static func opened(
    _ opening: RoomOpening, now: Int64, entropy: () -> [UInt8]
  ) throws(BadMessage) -> Game {
    let (table, described) = (opening.table, opening.described)
    switch GameBook(described: described).find(table.game) {
    case .board? where table.race != nil:
      throw BadMessage("\(table.game) is a board; a race is played with a game of patience")
    case .board(let kind)?:
      let seed = entropy().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      return Game(kind, seed: seed, described: described, now: now)
    case .patience(let ruleset)?:
      guard let deal = table.sealedOrOpenDeal else {
        throw BadMessage("\(table.game) needs a \"deal\": either \"open\" with a number, or \"sealed\"")
      }
      if table.race != nil, case .open = deal {
        throw BadMessage("the deal of a race is sealed: leave out \"deal\"")
      }
      if case .winnable = deal, opening.picked == nil || table.race != nil {
        throw BadMessage(
          "this server picks no winnable deals of \(table.game) for such a table; leave out \"winnable\"")
      }
      // Of a race each has a table of their own.
      try ruleset.check(tableOf: table.race == nil ? table.seats : 1)
      return Game(
        table, deal, opening.picked, of: ruleset, described: described, now: now, entropy: entropy)
    case nil:
      let known = Catalogue.rulesets.map(\.id.text) + BoardCatalogue.kinds.map(\.name)
      throw BadMessage("there is no game \"\(table.game)\"; there are \(known.joined(separator: ", "))")
    }
  }
}

extension Game {
  /// Another deal at this table, with what players chose there.
  ///
  /// - Parameters:
  ///   - picked: for a choice that can be won.
  ///   - id: of the game, with what was chosen about it; nil for the same again.
  ///   - entropy: 48 bytes from the system's random source, for a sealed deal.
  /// - Throws: where nothing is dealt, or not that game.
  func dealtAnew(
    _ choice: DealChoice, _ picked: PickedDeal? = nil, of id: String?, seats: Int, openedAt: Int64,
    entropy: () -> [UInt8]
  ) throws(BadMessage) -> Game {
    let (patience, ruleset) = try ruleset(dealtAnew: id)
    try ruleset.check(tableOf: seats)
    let dealt = patience.dealtAnew(ruleset, choice, picked, seats: seats, entropy: entropy)
    return Game(dealt, described: described, openedAt: openedAt)
  }

  /// What is dealt next here, and after what.
  func ruleset(dealtAnew id: String?) throws(BadMessage) -> (before: PatienceBoard, Ruleset) {
    guard let patience else { throw BadMessage("a board has no deals; open another table") }
    guard let ruleset = id.map(book.ruleset(id:)) ?? patience.ruleset else {
      throw BadMessage("that game is not known at this table; open a new table for it")
    }
    return (patience, ruleset)
  }
}

extension OpenTable {
  /// How it is dealt there. The deal of a race is always sealed; nobody has to say so.
  var sealedOrOpenDeal: DealChoice? { deal ?? (race == nil && entry == nil ? nil : .sealed) }
}

extension Game {
  /// A game of patience, a race in one, or the table of an entrant, as its opening says.
  ///
  /// - Parameters:
  ///   - picked: for a deal that can be won.
  ///   - entropy: 48 bytes for a sealed deal.
  init(
    _ table: OpenTable, _ deal: DealChoice, _ picked: PickedDeal? = nil, of ruleset: Ruleset,
    described: Described?, now: Int64,
    entropy: () -> [UInt8]
  ) {
    let options = TableOptions(table)
    let board: any GameBoard =
      if let plan = table.race {
        Contest(table, plan: plan, of: ruleset, random: entropy())
      } else if let entry = table.entry {
        PatienceBoard(ruleset: ruleset, awaiting: entry.commit, options: options)
      } else {
        PatienceBoard(
          ruleset: ruleset, choice: deal, picked, options: options, seats: table.seats, entropy: entropy)
      }
    self.init(board, described: described, openedAt: now)
  }
}

extension TableOptions {
  init(_ table: OpenTable) { self.init(autoMoves: .init(table.auto), timed: table.timed) }
}

extension Contest {
  /// A race in a game. Points decide where the game is about points, and not about being done.
  init(_ table: OpenTable, plan: RacePlan, of ruleset: Ruleset, random: [UInt8]) {
    let board = PatienceBoard(ruleset: ruleset, awaiting: "", options: TableOptions(table))
    let low = ruleset.scoring.isLowBetter
    self.init(
      table, plan: plan, title: ruleset.title.text, cards: board.told.of,
      ranking: Ranking(points: low || ruleset.scoring.streak != nil, low: low), random: random)
  }
}
