import Cards
import Patience
import Positions

/// Stages of searches, from the quickest to the exact one, for one position.
struct CellsSearch {
  private enum Stage {
    /// The most promising positions first, so many of them; each so many-th is one of a random type.
    case bestFirst(UInt64, exploresEvery: Int, CellsWeights)
    /// So many positions, deepest first: quicker where there is nothing to win.
    case depthFirst(UInt64)
  }

  private static let stages: [Stage] = [
    .bestFirst(200, exploresEvery: 0, .first), .bestFirst(400, exploresEvery: 0, .patient),
    .bestFirst(800, exploresEvery: 0, .thorough), .bestFirst(2_000, exploresEvery: 3, .first),
    .bestFirst(4_000, exploresEvery: 2, .patient), .bestFirst(8_000, exploresEvery: 2, .first),
    .bestFirst(16_000, exploresEvery: 2, .thorough), .depthFirst(120_000),
    .bestFirst(Self.expansionsMost, exploresEvery: 2, .quick), .depthFirst(.max),
  ]
  private static let expansionsMost: UInt64 = 300_000

  let rules: CellsRules
  let compiled: CompiledRules
  let prunings: Prunings

  func search(
    _ position: borrowing Position, in arena: inout Arena, within budget: Budget, spent: inout Spent,
    unless isStopped: () -> Bool
  ) -> SearchOutcome<[Move]> {
    #if os(Linux)
      switch rules.build {
      case .alternate:
        search(
          position, BuildAlternate.self, in: &arena, within: budget, spent: &spent, unless: isStopped)
      case .sameSuit:
        search(
          position, BuildSameSuit.self, in: &arena, within: budget, spent: &spent, unless: isStopped)
      }
    #else
      BuildEither.isSameSuit = rules.build == .sameSuit
      return search(
        position, BuildEither.self, in: &arena, within: budget, spent: &spent, unless: isStopped)
    #endif
  }

  private func search<Build: CellsBuild>(
    _ position: borrowing Position, _: Build.Type, in arena: inout Arena, within budget: Budget,
    spent: inout Spent, unless isStopped: () -> Bool
  ) -> SearchOutcome<[Move]> {
    var shortage = Shortage.positions
    var stages = Self.stages[...]
    // A stage met all positions, by keys of one salt: the last one has to say so with two.
    var hasEnded = false
    while let stage = stages.popFirst(), hasEnded || spent.positions < budget.positions {
      let weights: CellsWeights = if case .bestFirst(_, _, let weights) = stage { weights } else { .quick }
      guard var kernel = kernel(position, Build.self, weights: weights, in: &arena) else {
        return .short(.memory)
      }
      let left = hasEnded ? budget.positions : budget.positions - spent.positions
      let outcome: SearchOutcome<[CellsMove]>
      switch stage {
      case .bestFirst(let expansions, let exploresEvery, _):
        outcome = kernel.bestFirst(
          in: &arena, expansionsMax: Int(min(expansions, left)), exploresEvery: exploresEvery,
          unless: isStopped)
      case .depthFirst(let positions):
        outcome = kernel.depthFirst(
          in: &arena, within: Budget(positions: min(positions, left), bytes: budget.bytes), unless: isStopped)
      }
      spent.add(kernel.spent)
      switch outcome {
      case .won(let line):
        let found = moves(line, kernel, position)
        if case .depthFirst = stage {
          return .won(shorter(than: found, position, Build.self, &arena, budget, &spent, isStopped))
        }
        return .won(found)
      case .exhausted(let sum, let parity):
        if case .depthFirst = stage { return .exhausted(sum: sum, parity: parity) }
        hasEnded = true
        stages = stages.suffix(1)
      case .short(.stopped): return .short(.stopped)
      case .short(let short): shortage = short
      }
    }
    return .short(hasEnded || spent.positions < budget.positions ? shortage : .positions)
  }

  /// A line that was found deepest first may wander for thousands of moves. A search of the most promising positions
  /// first finds one of a hundred or two, if what is left of the budget allows it.
  private func shorter<Build: CellsBuild>(
    than moves: [Move], _ position: borrowing Position, _: Build.Type, _ arena: inout Arena, _ budget: Budget,
    _ spent: inout Spent, _ isStopped: () -> Bool
  ) -> [Move] {
    guard spent.positions < budget.positions,
      var kernel = kernel(position, Build.self, weights: .quick, in: &arena)
    else { return moves }
    let outcome = kernel.bestFirst(
      in: &arena, expansionsMax: Int(min(Self.expansionsMost, budget.positions - spent.positions)),
      exploresEvery: 2, unless: isStopped)
    spent.add(kernel.spent)
    guard case .won(let line) = outcome else { return moves }
    let found = self.moves(line, kernel, position)
    return found.count < moves.count ? found : moves
  }

  private func kernel<Build: CellsBuild>(
    _ position: borrowing Position, _: Build.Type, weights: CellsWeights, in arena: inout Arena
  ) -> CellsKernel<Build>? {
    arena.takeBack()
    guard let firstColumn = compiled.index(of: PileID(.tableau, 0)) else { return nil }
    let columns = (0..<rules.columnCount).map { column in
      (0..<position.length(of: firstColumn + column)).map { place in
        CellsCard.of(raw: position.code(at: place, of: firstColumn + column))
      }
    }
    let highest = columns.map { $0.count }.max() ?? 0
    let stride = highest + 12
    let size = (CellsState.headSize + stride * rules.columnCount + 15) & ~15
    guard let bytes = arena.take(size, of: UInt8.self)?.baseAddress,
      let tables = CellsTables(in: &arena, heights: highest + 1)
    else { return nil }
    bytes.update(repeating: 0, count: size)
    let root = CellsState(bytes: bytes)
    root.cells.update(repeating: CellsState.noCard, count: CellsRules.cellsMax)
    root.column(0, stride).update(repeating: CellsState.noCard, count: stride * rules.columnCount)
    root.places.update(repeating: CellsState.isHome, count: CellsCard.count)
    tables.weighRoom(rules, weights)
    var kernel = CellsKernel<Build>(
      rules: rules, weights: weights, tables: tables, stride: stride, stateSize: size, root: root,
      prunings: prunings)
    var left = 0
    for (column, cards) in columns.enumerated() {
      tables.weighColumn(column, cards, weights, lies: Build.lies)
      root.lengths[column] = UInt8(cards.count)
      root.dealt[column] = UInt8(cards.count)
      root.value += tables.weights[column * tables.heights + cards.count]
      if cards.isEmpty { root.emptyColumns += 1 }
      for (place, card) in cards.enumerated() {
        root.column(column, stride)[place] = UInt8(card)
        root.places[card] = UInt8(column)
        root.hash &+= tables.salts[card * 8 + Int(tables.dealtKinds[card])]
      }
      left += cards.count
    }
    if let firstCell = compiled.index(of: PileID(.cell, 0)) {
      for cell in 0..<rules.cellCount where !position.isEmpty(firstCell + cell) {
        kernel.enterCell(root, cell, CellsCard.of(raw: position.top(of: firstCell + cell)))
        left += 1
      }
    }
    for suit in 0..<4 {
      // All lower ones of a suit are home: one pack, built up from the ace.
      root.home[suit] = UInt8((0..<13).first { root.places[$0 * 4 + suit] != CellsState.isHome } ?? 13)
    }
    root.value += Int32(left * weights.home)
    kernel.spent = Spent()
    return kernel
  }

  /// The moves of a line as they are made at a table.
  private func moves<Build: CellsBuild>(
    _ line: [CellsMove], _ kernel: borrowing CellsKernel<Build>, _ position: borrowing Position
  ) -> [Move] {
    var moves: [Move] = []
    moves.reserveCapacity(2 * line.count)
    let firstColumn = compiled.index(of: PileID(.tableau, 0)) ?? 0
    let firstCell = compiled.index(of: PileID(.cell, 0)) ?? 0
    let firstHome = compiled.index(of: PileID(.foundation, 0)) ?? 0
    /// By suit, the foundation that has it; those that have none yet are begun in order.
    var homes = SIMD4<Int>(repeating: -1)
    for pile in firstHome..<firstHome + 4 where !position.isEmpty(pile) {
      homes[CellsCard.of(raw: position.top(of: pile)) & 3] = pile
    }
    func pile(_ place: UInt8) -> Int {
      Int(place) < CellsMove.firstCell
        ? firstColumn + Int(place) : firstCell + Int(place) - CellsMove.firstCell
    }
    func foundation(of suit: Int) -> Int {
      if homes[suit] < 0 {
        let isFree = { pile in !(0..<4).contains { homes[$0] == pile } }
        homes[suit] =
          rules.foundationsAreOfSuits
          ? firstHome + CellsCard.foundationOfSuit[suit]
          : (firstHome..<firstHome + 4).first(where: isFree) ?? firstHome
      }
      return homes[suit]
    }
    /// - Parameter suit: of the card, where it goes home.
    func make(_ move: CellsMove, _ suit: Int) {
      let to = move.to == CellsMove.home ? foundation(of: suit) : pile(move.to)
      moves.append(Move(pile(move.from), to, Int(move.count)))
    }
    kernel.sendSafeCardsHome(kernel.root, make)
    for move in line {
      make(move, kernel.top(kernel.root, move.from) & 3)
      kernel.apply(move, to: kernel.root)
      kernel.sendSafeCardsHome(kernel.root, make)
    }
    return moves
  }
}
