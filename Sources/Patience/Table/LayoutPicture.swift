import Cards

/// Layouts as text, one pile a line, deepest card first:
///
///     stock: (7C) (2D)
///     waste: 5H
///     f0: AC-3C
///     t0: (KS) 6D 5C
///
/// A card in brackets lies face down; `AC-3C` stands for all from ace to three. Views print `--`
/// for what they hide.
public struct LayoutPicture: Sendable {
  public enum Mistake: Error, Hashable, Sendable {
    case noSuchPile(line: Int32)
    case notACard(line: Int32)
    case cardTwice(line: Int32)
    /// A face-down card on an open one, or an open one in the stock.
    case wrongWayUp(line: Int32)
  }

  let faces: [Card?]
  let piles: [Pile]

  /// Reads a layout of any number of cards; handles count them in order of appearance.
  public init(_ text: String, ruleset: Ruleset, seats: UInt8 = 1) throws(Mistake) {
    var faces: [Card?] = []
    let ids = ruleset.pileIDs(seats: seats)
    var piles = Array(repeating: Pile(), count: ids.count)
    let most = LayoutPicture.counts(ruleset.allCards(seats: seats))
    let stockShowsTop = ruleset.stock?.showsTop == true
    var number: Int32 = 0
    for line in Array(text.utf8).split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      let words = line.split(separator: 32)
      guard let head = words.first else { continue }
      guard head.last == 58, let pile = PileID(wireName: head.dropLast()),
        let slot = ids.firstIndex(of: pile)
      else {
        throw .noSuchPile(line: number)
      }
      for word in words.dropFirst() {
        let isDown = word.first == 40 && word.last == 41
        let cards = Self.cards(isDown ? word.dropFirst().dropLast() : word)
        if cards.isEmpty { throw .notACard(line: number) }
        // On an open card nothing lies face down, and of the stock nothing lies open, but for a top that is shown.
        let isOnOpen = piles[slot].upIndex < piles[slot].cards.count
        let isWrong = isDown ? isOnOpen : pile.role == .stock && !(stockShowsTop && !isOnOpen)
        if isWrong { throw .wrongWayUp(line: number) }
        for card in cards {
          let before = faces.reduce(0) { $0 + ($1 == card ? 1 : 0) }
          if before == most[Int(card.rawValue)] { throw .cardTwice(line: number) }
          piles[slot].cards.append(UInt16(faces.count))
          if isDown { piles[slot].down += 1 }
          faces.append(card)
        }
      }
    }
    self.faces = faces
    self.piles = piles
  }

  /// How often there is each card.
  private static func counts(_ cards: [Card]) -> [Int] {
    var counts = [Int](repeating: 0, count: 64)
    for card in cards { counts[Int(card.rawValue)] += 1 }
    return counts
  }

  /// "KS", or "AS-4S" upwards within a suit.
  private static func cards(_ word: ArraySlice<UInt8>) -> [Card] {
    if let card = Card(notation: word) { return [card] }
    guard word.count == 5, word[word.startIndex + 2] == 45 else { return [] }
    guard let first = Card(notation: word.prefix(2)), let last = Card(notation: word.suffix(2))
    else { return [] }
    guard first.suit == last.suit, first.rank <= last.rank else { return [] }
    return Rank.all.filter { first.rank <= $0 && $0 <= last.rank }.map { Card($0, first.suit) }
  }
}

extension Table {
  /// A table from a picture.
  public init(
    picture: String, ruleset: Ruleset, options: TableOptions = TableOptions(), seats: UInt8 = 1
  ) throws(LayoutPicture.Mistake) {
    let picture = try LayoutPicture(picture, ruleset: ruleset, seats: seats)
    self.init(
      ruleset: ruleset, options: options, seats: seats, faces: picture.faces, piles: picture.piles)
  }

  /// The whole table with all that lies face down: for tests, and for callers that know the deal
  /// anyway.
  public var pictureWithHiddenCards: String {
    var text: [UInt8] = []
    for (slot, pile) in piles.enumerated() {
      text += pileIDs[slot].wireName + [58]
      for (index, handle) in pile.cards.enumerated() {
        let face = faces[Int(handle)]?.notation ?? [45, 45]
        text += index < pile.upIndex ? [32, 40] + face + [41] : [32] + face
      }
      text.append(10)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension TableView {
  /// What is seen, one pile a line.
  public var picture: String {
    var text: [UInt8] = []
    for pile in piles {
      text += pile.id.wireName + [58]
      for card in pile.cards { text += [32] + (card.face?.notation ?? [45, 45]) }
      text.append(10)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
