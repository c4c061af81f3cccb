import Cards
package import Patience

/// A kind of game of few cards, as a ruleset and for the oracle, and random deals of it. The lower cards of its pack
/// are home when it begins; and no card that is home comes back to be of use, but in games near their end: nothing lies
/// on the lowest rank that is played.
package struct SmallKind: Sendable, CustomStringConvertible {
  package let name: String
  package let ruleset: Ruleset
  let rules: SmallGame.Rules
  /// The lowest rank that is not home when a game begins.
  private let lowest: Rank
  private let columnCount: Int
  /// Column n has n cards face down and one open, as in Klondike, and the rest is the stock.
  private let isStaggered: Bool
  /// For games that are not staggered: how many cards are in no column, and how many of each column lie face down.
  private let stockCount: Int
  private let downCount: Int
  /// How many cards are dealt to a reserve.
  private let reserveCount: Int
  /// Of each suit another number of cards is home, seven to eleven.
  private let isUneven: Bool

  package var description: String { name }

  private init(
    _ name: String, _ zones: [Zone], stock: Ruleset.Stock? = nil, win: Ruleset.Win = .foundationsFull,
    _ rules: SmallGame.Rules, lowest: Rank, columns: Int, isStaggered: Bool = false, stockCount: Int = 0,
    downCount: Int = 0, reserveCount: Int = 0, isUneven: Bool = false
  ) {
    self.name = name
    ruleset = Ruleset(id: "small", title: "Small", zones: zones, stock: stock, win: win)
    self.rules = rules
    self.lowest = lowest
    columnCount = columns
    self.isStaggered = isStaggered
    (self.stockCount, self.downCount, self.reserveCount) = (stockCount, downCount, reserveCount)
    self.isUneven = isUneven
  }

  /// A random deal, as a picture of its layout and for the oracle. Half of them are in the middle of their games, where
  /// the waste has cards, runs lie in columns and more is home. Golf and games of few passes are as dealt: a picture
  /// does not tell what was removed, nor which pass it is.
  func deal(_ dice: inout SplitMix64) -> (picture: String, game: SmallGame) {
    var home = [Int](repeating: rules.isGolf ? 0 : Int(lowest.rawValue) - 1, count: 4)
    if isUneven { for suit in home.indices { home[suit] = Int(7 + dice.next() % 5) } }
    var cards = Card.Suit.allCases.flatMap { suit in
      Rank.all.filter { rules.isGolf ? $0 >= lowest : Int($0.rawValue) > home[Int(suit.rawValue)] }
        .map { Card($0, suit).rawValue }
    }
    cards.shuffle(using: &dice)
    var left = cards[...]
    var waste: [UInt8] = []
    if rules.isGolf {
      waste = Card.Suit.allCases.flatMap { suit in
        Rank.all.filter { $0 < lowest }.map { Card($0, suit).rawValue }
      }
      waste.append(left.removeFirst())
    }
    let reserve = Array(left.prefix(reserveCount))
    left = left.dropFirst(reserveCount)
    let each = (left.count - stockCount + columnCount - 1) / columnCount
    var columns: [SmallGame.Column] = []
    for index in 0..<columnCount {
      let count = min(isStaggered ? index + 1 : each, left.count - (isStaggered ? 0 : stockCount))
      let down = min(isStaggered ? count : downCount, max(0, count - 1))
      columns.append(SmallGame.Column(cards: Array(left.prefix(count)), down: down))
      left = left.dropFirst(count)
    }
    var game = SmallGame(
      columns: columns, cells: reserve, stock: Array(left), waste: waste,
      home: home)
    if !rules.isGolf, rules.passes == 0, dice.next() % 2 == 0 {
      for _ in 0..<dice.next() % 30 {
        if let next = game.next(rules).randomElement(using: &dice) { game = next }
      }
    }
    return (picture(of: game), game)
  }

  private func picture(of game: SmallGame) -> String {
    func text(_ raw: UInt8) -> String { Card(rawValue: raw)?.text ?? "" }
    var lines: [String] = []
    if !game.stock.isEmpty {
      lines.append("stock: " + game.stock.map { "(\(text($0)))" }.joined(separator: " "))
    }
    if !game.waste.isEmpty { lines.append("waste: " + game.waste.map(text).joined(separator: " ")) }
    for (suit, height) in game.home.enumerated() where height > 0 {
      let suit = Card.Suit.allCases[suit]
      let cards = Rank.all.prefix(height).map { Card($0, suit).text }
      lines.append("f\(suit.rawValue): \(cards.joined(separator: " "))")
    }
    let place = rules.cellCount > 0 ? "c" : "r"
    for (index, card) in game.cells.enumerated() { lines.append("\(place)\(index): \(text(card))") }
    for (index, column) in game.columns.enumerated() where !column.cards.isEmpty {
      let words = column.cards.enumerated().map { $0 < column.down ? "(\(text($1)))" : text($1) }
      lines.append("t\(index): " + words.joined(separator: " "))
    }
    return lines.joined(separator: "\n")
  }
}

extension SmallKind {
  package static let all: [SmallKind] =
    [
      cells("one cell, alternate colours", .alternate, cells: 1, columns: 4),
      cells("one cell, by suit", .same, cells: 1, columns: 5),
      cells("one cell, by suit, kings begin", .same, cells: 1, .kings, columns: 4),
      cells("one cell, alternate colours, kings begin", .alternate, cells: 1, .kings, columns: 4),
      cells("no cell, any suit, one card at a time", .any, cells: 0, take: .top, columns: 4),
      cells("two cells, alternate colours, nothing begins", .alternate, cells: 2, .nothing, columns: 5),
      cells("one cell, alternate colours, one card at a time", .alternate, cells: 1, take: .top, columns: 4),
    ]
    + [1, 2, 3].flatMap { draw in
      [
        klondike("Klondike, draw \(draw)", draw: draw, lowest: .ten, columns: 3),
        klondike("Klondike, draw \(draw), five ranks", draw: draw, lowest: .nine, columns: 5),
        klondike("Klondike, draw \(draw), six ranks", draw: draw, lowest: .eight, columns: 5),
      ]
    } + [
      klondike("Klondike, draw 1, nothing comes back", draw: 1, comesBack: false, lowest: .nine, columns: 5),
      klondike("Klondike, draw 3, nothing comes back", draw: 3, comesBack: false, lowest: .nine, columns: 5),
      klondike("Klondike, draw 1, one pass", draw: 1, passes: 1, lowest: .nine, columns: 4),
      klondike("Klondike, draw 3, two passes", draw: 3, passes: 2, lowest: .nine, columns: 4),
      klondike("Klondike without a stock", draw: 0, lowest: .nine, columns: 5),
      klondike("Klondike, draw 1, near its end", draw: 1, lowest: nil, columns: 3),
      klondike("Klondike, draw 3, near its end", draw: 3, lowest: nil, columns: 3),
      klondike(
        "Klondike, draw 1, near its end, nothing comes back", draw: 1, comesBack: false, lowest: nil,
        columns: 3),
      yukon("Yukon", .alternate, comesBack: true),
      yukon("Yukon, nothing comes back", .alternate, comesBack: false),
      yukon("Russian", .same, comesBack: false), yukon("Russian, cards come back", .same, comesBack: true),
      reserve("a reserve that goes home", goesHome: true),
      reserve("a reserve that goes to columns", goesHome: false),
      golf("Golf", closed: nil), golf("Golf, kings close", closed: .king),
    ]

  private static func build(_ build: SmallGame.Rules.Build, closedBy: Rank? = nil) -> Zone.Build {
    let suit: Zone.Build.SuitRule =
      switch build {
      case .alternate: .alternateColour
      case .same: .same
      case .any: .any
      }
    return Zone.Build(suit, .down, closedBy: closedBy)
  }

  private static func empty(_ begin: SmallGame.Rules.Begin) -> Zone.Empty {
    switch begin {
    case .anyCard: .any
    case .kings: .king
    case .nothing: .none
    }
  }

  private static func foundations(from: Zone.Roles, comesBack: Bool) -> Zone {
    Zone(
      .foundation, count: 4, build: Zone.Build(.same, .up, start: .bySuit), putLimit: .count(1),
      take: comesBack ? .top : .none, empty: .ace, from: from, to: .tableau)
  }

  private static func cells(
    _ name: String, _ build: SmallGame.Rules.Build, cells: Int, _ begin: SmallGame.Rules.Begin = .anyCard,
    take: SmallGame.Rules.Take = .run, columns: Int
  ) -> SmallKind {
    var zones: [Zone] = [
      foundations(from: [.tableau, .cell], comesBack: false),
      Zone(
        .tableau, count: UInt8(columns), build: self.build(build), take: take == .top ? .top : .run,
        takeLimit: .supermove, empty: empty(begin), from: [.tableau, .cell],
        to: [.foundation, .tableau, .cell]),
    ]
    if cells > 0 {
      zones.append(
        Zone(
          .cell, count: UInt8(cells), take: .top, empty: .any, from: .tableau, to: [.foundation, .tableau],
          capacity: .count(1)))
    }
    return SmallKind(
      name, zones,
      SmallGame.Rules(build: build, take: take, begin: begin, cellCount: cells, bySupermove: true),
      lowest: .nine,
      columns: columns)
  }

  /// - Parameter lowest: nil for games near their end, whose foundations differ in height.
  private static func klondike(
    _ name: String, draw: Int, passes: Int = 0, comesBack: Bool = true, lowest: Rank?, columns: Int
  ) -> SmallKind {
    let hasStock = draw > 0
    let isNearItsEnd = lowest == nil
    let piles = hasStock ? [Zone(.stock), Zone(.waste, take: .top, to: [.foundation, .tableau])] : []
    return SmallKind(
      name,
      piles + [
        foundations(from: [.waste, .tableau], comesBack: comesBack),
        Zone(
          .tableau, count: UInt8(columns), build: build(.alternate, closedBy: lowest), take: .run,
          empty: .king,
          from: [.waste, .foundation, .tableau], to: [.foundation, .tableau]),
      ],
      stock: hasStock
        ? Ruleset.Stock(
          to: .waste, draw: UInt8(draw), passes: passes == 0 ? .unlimited : .count(UInt16(passes))) : nil,
      SmallGame.Rules(
        begin: .kings, comesBack: comesBack, closedRank: lowest.map { Int($0.rawValue) } ?? 0, draw: draw,
        passes: passes),
      lowest: lowest ?? .ace, columns: columns, isStaggered: hasStock && !isNearItsEnd,
      stockCount: isNearItsEnd ? 5 : 0, downCount: isNearItsEnd ? 2 : 0, isUneven: isNearItsEnd)
  }

  private static func yukon(_ name: String, _ build: SmallGame.Rules.Build, comesBack: Bool) -> SmallKind {
    SmallKind(
      name,
      [
        foundations(from: .tableau, comesBack: comesBack),
        Zone(
          .tableau, count: 4, build: self.build(build, closedBy: .nine), take: .face, empty: .king,
          from: [.foundation, .tableau], to: [.foundation, .tableau]),
      ],
      SmallGame.Rules(build: build, take: .anyOpen, begin: .kings, comesBack: comesBack, closedRank: 9),
      lowest: .nine, columns: 4, downCount: 3)
  }

  private static func reserve(_ name: String, goesHome: Bool) -> SmallKind {
    SmallKind(
      name,
      [
        foundations(from: [.tableau, .reserve], comesBack: false),
        Zone(
          .tableau, count: 4, build: build(.alternate), take: .top, empty: .king, from: [.tableau, .reserve],
          to: [.foundation, .tableau]),
        Zone(.reserve, count: 4, take: .top, to: goesHome ? [.foundation, .tableau] : .tableau),
      ],
      SmallGame.Rules(take: .top, begin: .kings, cellsGoHome: goesHome), lowest: .nine, columns: 4,
      reserveCount: 4)
  }

  private static func golf(_ name: String, closed: Rank?) -> SmallKind {
    SmallKind(
      name,
      [
        Zone(.stock),
        Zone(.waste, build: Zone.Build(.any, .both, closedBy: closed), empty: .any, from: .tableau),
        Zone(.tableau, count: 5, take: .top, to: .waste),
      ],
      stock: Ruleset.Stock(to: .waste, draw: 1, passes: .count(1)), win: .emptied(.tableau),
      SmallGame.Rules(closedRank: closed.map { Int($0.rawValue) } ?? 0, isGolf: true), lowest: .nine,
      columns: 5,
      stockCount: 4)
  }
}

extension Rank {
  fileprivate static let eight = all[7]
  fileprivate static let nine = all[8]
  fileprivate static let ten = all[9]
}
