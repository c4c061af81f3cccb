import Cards

/// A game of few cards in plain arrays, searched without any thought: the oracle that solvers are compared with. It
/// shares no code with what it judges, neither rules nor positions nor keys.
package struct SmallGame: Hashable, Sendable {
  package struct Rules: Hashable, Sendable {
    package enum Build: Sendable { case alternate, same, any }
    package enum Take: Sendable { case top, run, anyOpen }
    package enum Begin: Sendable { case anyCard, kings, nothing }

    var build = Build.alternate
    /// Which of a column's cards go together.
    var take = Take.run
    /// Which cards begin an empty column.
    var begin = Begin.anyCard
    var cellCount = 0
    /// Cards of cells, or of a reserve of one card each, may go home as well as to columns.
    var cellsGoHome = true
    /// No longer runs go than cards could one by one, by way of empty cells and columns.
    var bySupermove = false
    /// Foundation cards may be taken back.
    var comesBack = false
    /// No card goes on one of this rank; 0: none.
    var closedRank = 0
    /// Cards turned at once; 0: there is no stock.
    var draw = 0
    /// Passes through the stock; 0: any number.
    var passes = 0
    /// Columns are played onto the waste, one rank up or down, and nothing else is played.
    var isGolf = false
  }

  /// Cards, deepest first, of which so many lie face down.
  struct Column: Hashable, Comparable, Sendable {
    var cards: [UInt8]
    var down: Int

    static func < (a: Column, b: Column) -> Bool {
      a.cards == b.cards ? a.down < b.down : a.cards.lexicographicallyPrecedes(b.cards)
    }
  }

  /// In order, since it does not matter in which one cards lie.
  var columns: [Column]
  var cells: [UInt8] = []
  /// The last one is turned first.
  var stock: [UInt8] = []
  var waste: [UInt8] = []
  var pass = 1
  /// By suit, how many cards are home.
  var home: [Int]

  private static func rank(_ card: UInt8) -> Int { Int(card & 15) }
  private static func suit(_ card: UInt8) -> Int { Int(card >> 4) }
  private static func isRed(_ card: UInt8) -> Bool { suit(card) == 1 || suit(card) == 2 }

  private func isWon(_ rules: Rules) -> Bool {
    columns.allSatisfy(\.cards.isEmpty) && (rules.isGolf || cells.isEmpty && stock.isEmpty && waste.isEmpty)
  }

  private static func lies(_ card: UInt8, on other: UInt8, _ rules: Rules) -> Bool {
    guard rank(card) + 1 == rank(other), rank(other) != rules.closedRank else { return false }
    return switch rules.build {
    case .alternate: isRed(card) != isRed(other)
    case .same: suit(card) == suit(other)
    case .any: true
    }
  }

  private func takes(_ card: UInt8, _ column: Int, _ rules: Rules) -> Bool {
    guard let last = columns[column].cards.last else {
      return switch rules.begin {
      case .anyCard: true
      case .kings: Self.rank(card) == 13
      case .nothing: false
      }
    }
    return Self.lies(card, on: last, rules)
  }

  private func goesHome(_ card: UInt8) -> Bool { home[Self.suit(card)] + 1 == Self.rank(card) }

  private mutating func lift(_ count: Int, from column: Int) {
    columns[column].cards.removeLast(count)
    let left = columns[column].cards.count
    if columns[column].down >= left { columns[column].down = max(0, left - 1) }
  }

  /// All that can come next.
  func next(_ rules: Rules) -> [SmallGame] {
    var found: [SmallGame] = []
    func add(_ change: (inout SmallGame) -> Void) {
      var game = self
      change(&game)
      game.columns.sort()
      game.cells.sort()
      found.append(game)
    }
    for (index, column) in columns.enumerated() {
      guard let top = column.cards.last else { continue }
      if rules.isGolf {
        if let last = waste.last, abs(Self.rank(last) - Self.rank(top)) == 1,
          Self.rank(last) != rules.closedRank
        {
          add {
            $0.lift(1, from: index)
            $0.waste = [top]
          }
        }
        continue
      }
      if goesHome(top) {
        add {
          $0.lift(1, from: index)
          $0.home[Self.suit(top)] += 1
        }
      }
      if cells.count < rules.cellCount {
        add {
          $0.lift(1, from: index)
          $0.cells.append(top)
        }
      }
      for count in 1...column.cards.count - column.down {
        let lifted = Array(column.cards.suffix(count))
        if rules.take == .top, count > 1 { break }
        if rules.take == .run, !zip(lifted, lifted.dropFirst()).allSatisfy({ Self.lies($1, on: $0, rules) }) {
          break
        }
        for target in columns.indices where target != index && takes(lifted[0], target, rules) {
          if rules.bySupermove {
            // Columns help only where any card may begin one, and the one that is begun does not help.
            let free = rules.cellCount - cells.count + 1
            let empty = columns.count { $0.cards.isEmpty } - (columns[target].cards.isEmpty ? 1 : 0)
            if count > (rules.begin == .anyCard ? free << empty : free) { continue }
          }
          add {
            $0.lift(count, from: index)
            $0.columns[target].cards += lifted
          }
        }
      }
    }
    if rules.isGolf {
      if let card = stock.last {
        add {
          $0.stock.removeLast()
          $0.waste = [card]
        }
      }
      return found
    }
    for (place, card) in cells.enumerated() {
      if rules.cellsGoHome, goesHome(card) {
        add {
          $0.cells.remove(at: place)
          $0.home[Self.suit(card)] += 1
        }
      }
      for target in columns.indices where takes(card, target, rules) {
        add {
          $0.cells.remove(at: place)
          $0.columns[target].cards.append(card)
        }
      }
    }
    if rules.comesBack {
      for suit in 0..<4 where home[suit] > 0 {
        let card = UInt8(suit << 4 | home[suit])
        for target in columns.indices where takes(card, target, rules) {
          add {
            $0.home[suit] -= 1
            $0.columns[target].cards.append(card)
          }
        }
      }
    }
    if let card = waste.last {
      if goesHome(card) {
        add {
          $0.waste.removeLast()
          $0.home[Self.suit(card)] += 1
        }
      }
      for target in columns.indices where takes(card, target, rules) {
        add {
          $0.waste.removeLast()
          $0.columns[target].cards.append(card)
        }
      }
    }
    if rules.draw > 0 {
      if !stock.isEmpty {
        add {
          for _ in 0..<min(rules.draw, $0.stock.count) { $0.waste.append($0.stock.removeLast()) }
        }
      } else if !waste.isEmpty, rules.passes == 0 || pass < rules.passes {
        add {
          $0.stock = $0.waste.reversed()
          $0.waste = []
          if rules.passes > 0 { $0.pass += 1 }
        }
      }
    }
    return found
  }

  /// - Returns: whether it can be won; nil where more than so many positions would have to be looked at.
  func canBeWon(_ rules: Rules, positionsMax: Int) -> Bool? {
    var seen: Set = [self]
    var left = [self]
    while let game = left.popLast() {
      if game.isWon(rules) { return true }
      for next in game.next(rules) where seen.insert(next).inserted { left.append(next) }
      if seen.count > positionsMax { return nil }
    }
    return false
  }
}
