package import Cards
package import Patience
package import Wire

/// What strategies ask of a table on which a game of patience lies.
extension TableMirror {
  /// Whether a game of patience has no piles and faces but those that such games have.
  var isUnderstood: Bool {
    guard let game, game.kind == .patience else { return true }
    return places.allSatisfy { place in
      PileID(wireName: place.name.utf8) != nil
        && place.items.allSatisfy { TableView.CardView($0) != nil }
    }
  }

  /// The table as strategies and other readers see it, without places that are not piles and items that are not cards.
  package var view: TableView {
    TableView(
      piles: places.compactMap { place in
        PileID(wireName: place.name.utf8).map { id in
          TableView.PileView(id: id, cards: place.items.compactMap { TableView.CardView($0) })
        }
      },
      score: Int32(clamping: status?.score ?? 0),
      moves: UInt32(clamping: status?.moves ?? 0), passesLeft: passesLeft, status: gameStatus,
      elapsed: UInt32(clamping: (status?.clockMilliseconds ?? 0) / 1000))
  }

  /// The table with the rules that it was told with; nil while a face is hidden, for several players with piles of
  /// their own, and where rules were not told.
  package var knownTable: Table? {
    let view = view
    guard let game, let status, view.piles.allSatisfy({ $0.cards.allSatisfy { $0.face != nil } }),
      let ruleset = Ruleset(bytes: game.rules)
    else { return nil }
    // One player has one stock at most.
    let sight = Sight(
      view: view, passes: [UInt16(clamping: status.pass + 1)], streak: UInt16(clamping: status.streak),
      options: TableOptions(autoMoves: .init(status.auto), timed: status.timed))
    return Table(ruleset: ruleset, sight: sight)
  }

  private var passesLeft: UInt16? {
    guard let game, let status, game.passes >= 0 else { return nil }
    return UInt16(clamping: game.passes - 1 - status.pass)
  }

  private var gameStatus: GameStatus {
    switch status?.status {
    case .won: .won
    case .stuck: .deadEnd
    case .playing, .over, .waiting, nil: .playing
    }
  }

  /// Where a card lies: the collection, how many cards travel when it is taken with all on it, and its face
  /// if that is known.
  package func place(of handle: Int) -> (collection: String, count: Int, face: Card?)? {
    guard let (place, index) = find(handle) else { return nil }
    let items = places[place].items
    return (
      places[place].name, items.count - index,
      items[index].face.flatMap { Card($0) ?? Card(String($0.dropFirst())) }
    )
  }

  /// The destinations as strategies take them; nil unless they were told for this version.
  package var choices: Choices? {
    knowsDests ? dests.map { Choices($0) } : nil
  }
}

extension TableView.CardView {
  /// nil for a handle or a face that no card has.
  fileprivate init?(_ item: ItemTold) {
    guard let handle = UInt16(exactly: item.handle), item.content == nil else { return nil }
    guard let text = item.face else {
      self.init(handle: handle, face: nil)
      return
    }
    let isDown = text.hasPrefix("~")
    guard let face = Card(isDown ? String(text.dropFirst()) : text) else { return nil }
    self.init(handle: handle, face: face, isDown: isDown)
  }
}

extension Choices {
  /// What cannot be understood is no choice.
  package init(_ dests: Dests) {
    let drops = dests.sources.flatMap { source in
      let places = source.destinations.compactMap { place in
        PileID(wireName: place.collection.utf8).map { Place(pile: $0, reveals: place.reveals) }
      }
      return source.items.compactMap { UInt16(exactly: $0) }.map { Drop(handle: $0, places: places) }
    }
    let sends = dests.sends.compactMap { send in
      UInt16(exactly: send.item).flatMap { handle in
        PileID(wireName: send.collection.utf8).map { Send(handle: handle, pile: $0) }
      }
    }
    self.init(drops: drops, canTapStock: !dests.taps.isEmpty, sends: sends, canFinish: dests.canFinish)
  }
}

extension Ruleset.Automatic.Foundation {
  fileprivate init(_ auto: AutoMoves) {
    self =
      switch auto {
      case .off: .off
      case .safe: .safe
      case .all: .all
      }
  }
}
