package import DragDrop
import Wire

/// A fruit of the tutorial. It travels as its name.
package struct Fruit: Identifiable, Hashable, Sendable {
  package let id: Int
  package var name: String
  package var emoji: String

  package static let all = [
    Fruit(id: 1, name: "Apple", emoji: "🍎"), Fruit(id: 2, name: "Banana", emoji: "🍌"),
    Fruit(id: 3, name: "Cherry", emoji: "🍒"), Fruit(id: 4, name: "Grape", emoji: "🍇"),
    Fruit(id: 5, name: "Mango", emoji: "🥭"),
  ]
}

extension Fruit: Transferable {
  package static var transferRepresentation: some TransferRepresentation<Fruit> {
    DataRepresentation(contentType: .plainText) { fruit in
      Array("\(fruit.emoji) \(fruit.name)".utf8)
    } importing: { data in
      Fruit(written: data)
    }
    .importLimit(bytes: 100)
  }

  /// One of the known fruits by its name, with or without its picture.
  init?(written data: [UInt8]) {
    guard let word = String(validating: data, as: UTF8.self)?.split(whereSeparator: { $0.isWhitespace }).last,
      let known = Fruit.all.first(where: { $0.name.lowercased() == word.lowercased() || $0.emoji == word })
    else { return nil }
    self = known
  }
}

/// The tutorial's fruits beside a basket, which gets copies: a fruit may lie in it twice.
package struct FruitBoard: BoardModel, Hashable {
  package typealias Item = Fruit
  package typealias ItemID = Int
  package typealias CollectionID = Never

  package static let basketMax = 100

  package var available = Fruit.all
  package var basket: [Fruit] = []

  package init() {}

  package func census() -> [Int] { (available + basket).map { $0.id } }
  package subscript(id id: Int) -> Fruit? { available.first { $0.id == id } }

  private var basketCount: String { basket.count == 1 ? "1 fruit" : "\(basket.count) fruits" }

  package static let available = RegionID(0)
  package static let basket = RegionID(1)

  package static let board = Board<FruitBoard> {
    Region("available") {
      ForEach {
        $0.available
      } content: {
        ItemView()
          .draggable(preview: "chip")
          .accessibilityLabel { "\($0.emoji) \($0.name), draggable" }
      }
    }
    Region("basket") {
      ForEach {
        $0.basket
      } content: {
        ItemView()
          .accessibilityLabel { "\($0.emoji) \($0.name)" }
      }
    }
    .dropDestination(for: Fruit.self) { model, items, _ in
      model.basket.append(contentsOf: items)
      return true
    }
    .dropConfiguration { model, session in
      .copies(in: session, room: basketMax - model.basket.count)
    }
    .accessibilityLabel { "Basket, drop zone, \($0.basketCount)" }
  }

  package static let kind = BoardKind(
    name: "fruits", title: "Fruit basket", board: board,
    start: { _ in FruitBoard() },
    content: { _, fruit in ItemContent(text: fruit.name, symbol: fruit.emoji) },
    looks: [
      RegionLook(.row, title: "Available"),
      RegionLook(
        .area, title: { "Basket (\($0.basket.count))" }, empty: "Drop fruits here", capacities: [basketMax]),
    ])
}
