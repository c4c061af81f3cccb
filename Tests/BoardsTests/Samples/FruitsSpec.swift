import Boards
import DragDrop
import Testing
import Wire

@Suite struct `The fruit basket` {
  @Test func `begins empty beside five fruits`() throws {
    let board = try open("fruits")
    let (fruits, basket) = (try board.region("available"), try board.region("basket"))
    #expect(
      fruits.runs[0].items.map { $0.content?.label } == [
        "🍎 Apple, draggable", "🍌 Banana, draggable", "🍒 Cherry, draggable", "🍇 Grape, draggable",
        "🥭 Mango, draggable",
      ])
    #expect(fruits.runs[0].items.map { $0.content?.symbol } == ["🍎", "🍌", "🍒", "🍇", "🥭"])
    #expect(fruits.preview == "chip" && fruits.gives)
    #expect(basket.title == "Basket (0)" && basket.label == "Basket, drop zone, 0 fruits")
    #expect(basket.empty == "Drop fruits here" && basket.takes == ["text/plain"] && !basket.gives)
  }

  @Test func `gets copies, the same fruit as often as one likes`() throws {
    var board = try open("fruits")
    try board.carry("Apple", to: "basket")
    #expect(try board.region("basket").label == "Basket, drop zone, 1 fruit")
    try board.carry("Apple", to: "basket", player: 2)
    let basket = try board.region("basket")
    #expect(basket.title == "Basket (2)" && basket.label == "Basket, drop zone, 2 fruits")
    #expect(basket.runs[0].items.map { $0.content?.label } == ["🍎 Apple", "🍎 Apple"])
    #expect(Set(basket.runs[0].items.map { $0.handle }).count == 2)
    #expect(board.picture == "available[Apple Banana Cherry Grape Mango] basket[Apple Apple]")
  }

  @Test(arguments: ["Mango", "🥭 Mango", "🥭", "mango\n"])
  func `takes a fruit by its name`(_ name: String) throws {
    var board = try open("fruits")
    try board.put([.text(name)], player: 1, at: Landing("basket"))
    #expect(board.picture.hasSuffix("basket[Mango]"))
  }

  @Test func `The basket refuses what is not a fruit`() throws {
    var board = try open("fruits")
    for name in ["Fig", "", "Mangos", "Mango!"] {
      board.refuses(.unreadable) { try $0.put([.text(name)], player: 1, at: Landing("basket")) }
    }
    board.refuses(.tooLarge) {
      try $0.put([.text(String(repeating: " ", count: 96) + "Mango")], player: 1, at: Landing("basket"))
    }
    board.refuses(.notAllowedThere) { try $0.put([.image("a.png")], player: 1, at: Landing("basket")) }
    board.refuses(.notAllowedThere) { try $0.put([.text("Mango")], player: 1, at: Landing("available")) }
    board.refuses(.notAllowedThere) { try $0.carry("Apple", to: "available") }
  }

  @Test func `is full with a hundred`() throws {
    var board = try open("fruits")
    for _ in 0..<99 { try board.carry("Grape", to: "basket") }
    try board.put([.text("Mango"), .text("Apple")], player: 1, at: Landing("basket"))
    #expect(try board.region("basket").title == "Basket (100)", "there was room for one of them")
    board.refuses(.full) { try $0.carry("Grape", to: "basket") }
    #expect(try board.region("basket").runs[0].capacity == 100)
  }

  @Test func `fruits leave it as text`() throws {
    let board = try open("fruits")
    let sent = try board.exported(0, player: 1)
    #expect(
      sent.map { $0.handle } == [0] && sent[0].ways == [.init(type: "text/plain", body: .text("🍎 Apple"))])
    #expect(throws: GameRefusal(.noSuchItem)) { try board.exported(5, player: 1) }
  }
}
