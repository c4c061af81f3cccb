import Boards
import Patience
import Rooms
import Wire

/// What is asked of a table before it is laid.
extension RoomOpening {
  /// Why no table is opened on this game, or not for so many; nil where nothing speaks against it.
  func objection(among games: GameShelf) -> String? {
    let ruleset: Ruleset?
    switch described {
    case .board?: return nil
    case .game(let game, _)?: ruleset = game.ruleset(id: table.game.utf8)
    case nil:
      if BoardCatalogue.kind(named: table.game) != nil { return nil }
      ruleset = games.find(table.game)?.1
    }
    guard let ruleset else {
      if let mistake = games.mistake(in: table.game) { return mistake }
      let known = games.all.map(\.ruleset.id.text) + BoardCatalogue.kinds.map(\.name)
      return "there is no game \"\(table.game)\"; there are \(known.joined(separator: ", "))"
    }
    // Of a race each has a table of their own.
    let seats = table.race == nil ? table.seats : 1
    return ruleset.seatsAllowed.contains(seats) ? nil : ruleset.objection(toPlayers: seats)
  }
}

extension Ruleset {
  /// For how many a table of it is opened. A game that says nothing is for one, but nothing in it is anybody's own: so
  /// others may play along.
  var seatsAllowed: ClosedRange<Int> {
    seats == .one ? 1...WireLimits.seatsMax : Int(seats.min)...Int(seats.max)
  }
}
