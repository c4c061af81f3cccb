import DragDrop

/// The fruit board of the seed's tutorial: the basket gets copies, so a fruit may lie in it twice.
struct Fruit: Identifiable, Hashable, Sendable {
  let id: Int
  var name: String
  var emoji: String
}

extension ContentType {
  static var fruit: ContentType { ContentType("com.example.fruit", conformingTo: [.data]) }
}

extension Fruit: Transferable {
  static var transferRepresentation: some TransferRepresentation<Fruit> {
    DataRepresentation(contentType: .fruit) { fruit in
      Array("\(fruit.id) \(fruit.emoji) \(fruit.name)".utf8)
    } importing: { data in
      Fruit(encoded: data)
    }
    ProxyRepresentation { Text($0.name) }
  }

  init?(encoded: [UInt8]) {
    let fields = String(validating: encoded, as: UTF8.self)?.split(separator: " ", maxSplits: 2) ?? []
    guard fields.count == 3, let id = Int(fields[0]) else { return nil }
    self.init(id: id, name: String(fields[2]), emoji: String(fields[1]))
  }
}

struct FruitBoard: BoardModel, Hashable {
  typealias Item = Fruit
  typealias ItemID = Int
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var available = [
    Fruit(id: 1, name: "Apple", emoji: "\u{1F34E}"), Fruit(id: 2, name: "Banana", emoji: "\u{1F34C}"),
    Fruit(id: 3, name: "Cherry", emoji: "\u{1F352}"),
  ]
  var basket: [Fruit] = []

  func census() -> [Int] { (available + basket).map { $0.id } }
  subscript(id id: Int) -> Fruit? { available.first { $0.id == id } }

  static let available: RegionID = 0
  static let basket: RegionID = 1

  static let board = Board<FruitBoard> {
    Region("available") {
      ForEach {
        $0.available
      } content: {
        ItemView()
          .draggable(preview: "chip")
          .accessibilityLabel { "\($0.emoji) \($0.name), draggable" }
      }
    }
    Region("basket") { ForEach { $0.basket } }
      .dropDestination(for: Fruit.self) { model, items, _ in
        model.basket.append(contentsOf: items)
        return true
      }
      .accessibilityLabel { "Basket, drop zone, \($0.basket.count) fruits" }
  }
}
