import Cards
import DragDrop
import Testing

@testable import Patience

func table(
  _ picture: String, _ ruleset: Ruleset = .klondike1, options: TableOptions = TableOptions()
) throws -> Table {
  try Table(picture: picture, ruleset: ruleset, options: options)
}

func pile(_ name: String) throws -> PileID {
  try #require(PileID(wireName: name.utf8), "no pile is called \(name)")
}

extension Table {
  /// The handle of a card by its face, hidden or not.
  func handle(_ text: String) throws -> UInt16 {
    let card = try #require(Card(text), "no card is called \(text)")
    return UInt16(try #require(faces.firstIndex(of: card), "\(text) is not on the table"))
  }

  /// Why a card, with all that lies on it, cannot be moved.
  func objection(_ card: String, onto name: String) throws -> Refusal? {
    let handle = try handle(card)
    let (slot, index) = try #require(place(of: handle))
    return whyNotMove(Array(piles[slot].cards[index...]), to: try pile(name))
  }

  mutating func play(_ card: String, onto name: String) throws {
    try move(stack(from: try handle(card)), to: try pile(name))
  }

  mutating func send(_ card: String) throws {
    try sendToFoundation(try handle(card))
  }

  /// One pile as in a picture.
  func row(_ name: String) -> String {
    let line =
      pictureWithHiddenCards.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
    return String(line.dropFirst(name.count + 1).drop { $0 == " " })
  }
}

func engine(_ picture: String, _ ruleset: Ruleset = .klondike1) throws -> BoardEngine<Table> {
  BoardEngine(table: try table(picture, ruleset))
}

extension BoardEngine<Table> {
  /// Lifts a card and drops it with what lies on it, as a player does.
  mutating func drag(_ card: String, onto name: String, player: PlayerID = 1) throws {
    let session = try lift(try model.handle(card), player: player)
    try drop(session.id, player: player, on: try pile(name))
  }
}

let wasteAndColumns = """
  stock: (2C) (3C)
  waste: 9D 6D
  f2: AH
  t0: 7S
  t1: (KC) 7D
  t2: (QH) 5C 4D 3S
  t3: 2H
  t5: KD QC
  t6: KH
  """
