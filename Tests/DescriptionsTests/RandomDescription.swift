import Boards
import DragDrop
import TestDice
import Wire

extension Dice {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func some<Element>(of all: [Element], _ range: ClosedRange<Int>) -> [Element] {
    Array(all.shuffled(using: &self).prefix(number(range)))
  }

  mutating func one<Element>(of first: Element, _ others: Element...) -> Element {
    let choice = number(0...others.count)
    return choice == 0 ? first : others[choice - 1]
  }
}

/// Any description that can be read.
extension BoardDescription {
  static func random(_ dice: inout Dice) -> BoardDescription {
    var board = BoardDescription(title: word(&dice, upTo: Limits.titleMax))
    if dice.chance(50) { board.name = "board-\(dice.number(0...99))" }
    board.layout = layouts.randomElement(using: &dice) ?? .columns
    board.seats = dice.number(1...Limits.seatsMax)
    if dice.chance(50) { board.empty = word(&dice, upTo: Limits.titleMax) }
    board.selects = dice.chance(50)
    board.formation = dice.one(of: .default, .none, .pile, .list, .stack)
    board.dropFormation = dice.one(of: .default, .none, .pile, .list, .stack)
    if dice.chance(50), let label = try? DescribedLabel("{text}: {detail}", with: DescribedLabel.itemBlanks) {
      board.labels.item = label
    }
    board.collections = (0..<dice.number(1...6)).map { index in
      var collection = Collection(id: "c-\(index)", title: word(&dice, upTo: Limits.titleMax))
      collection.drop = dice.one(of: .move, .move, .copy, .delete)
      collection.isOrdered = dice.chance(75)
      if collection.drop != .delete {
        collection.capacity = dice.chance(50) ? dice.number(1...8) : nil
        collection.acceptsText = index == 0 || dice.chance(30)
      }
      return collection
    }
    if board.collections[0].drop == .delete {
      board.collections[0].drop = .move
      board.collections[0].acceptsText = true
    }
    let tags = ["a", "ü", "two words", "\"\\"]
    for _ in 0..<dice.number(4...24) {
      guard let place = board.collections.randomElement(using: &dice), place.drop != .delete,
        board.items.count(where: { $0.place == place.id }) < place.capacity ?? .max
      else { continue }
      var content = ItemContent(text: word(&dice, upTo: Limits.textMax))
      if dice.chance(30) { content.detail = word(&dice, upTo: Limits.detailMax) }
      if dice.chance(30) { content.symbol = "👩‍👩‍👧‍👦" }
      if dice.chance(50) {
        content.color = ItemContent.Color.allCases.randomElement(using: &dice)?.rawValue ?? ""
      }
      content.fields = (0..<dice.number(0...2)).map { .init("field \($0)", word(&dice, upTo: 20)) }
      board.items.append(.init(in: place.id, content, tags: dice.some(of: tags, 0...3)))
    }
    let known = tags.filter { tag in board.items.contains { $0.tags.contains(tag) } }
    let ids = board.collections.map { $0.id }
    let sources = board.collections.filter { $0.drop != .delete }.map { $0.id }
    if dice.chance(70) {
      board.moves = (0..<dice.number(1...4)).map { _ in
        var move = Move()
        move.from = dice.some(of: sources, 0...3)
        move.to = dice.some(of: ids, 0...3)
        move.tags = dice.some(of: known, 0...2)
        move.who = dice.some(of: Array(1...board.seats), 0...2)
        return move
      }
    }
    return board
  }

  /// Letters of all lengths in UTF-8, and all that JSON escapes but controls.
  private static func word(_ dice: inout Dice, upTo charactersMax: Int) -> String {
    let letters = ["a", "Z", "é", "字", "🎈", "\"", "\\", "/", "}", "{", " ", "ß"]
    let count = dice.chance(10) ? charactersMax - 1 : dice.number(0...9)
    return "x" + (0..<count).map { _ in letters.randomElement(using: &dice) ?? "a" }.joined()
  }
}
