import Bytes
import Player
import Rooms
import Wire

/// Faults that are planted on purpose. A simulation that does not find them checks nothing.
extension World {
  /// A line as the network brings it; a planted fault changes one.
  func altered(_ told: Told, for client: Int) -> [Told] {
    guard let planted, !hasPlanted || planted == .cards, let message = told.message else { return [told] }
    switch (planted, message) {
    case (.cards, .snapshot(var snapshot)) where snapshot.game.kind == .patience && !snapshot.regions.isEmpty:
      // Somebody has slipped in a card, and the hash is right all the same.
      guard !snapshot.regions[0].runs.isEmpty else { return [told] }
      snapshot.regions[0].runs[0].items.append(ItemTold(handle: 999))
      var mirror = TableMirror(room: snapshot.room)
      _ = mirror.hear(.snapshot(snapshot))
      snapshot.hash = mirror.hash
      hasPlanted = true
      return [Told(ServerMessage.snapshot(snapshot).line())]
    case (.mirrors, .event(var event)) where !event.moves.isEmpty:
      event.moves = []
      hasPlanted = true
      return [Told(ServerMessage.event(event).line())]
    case (.answers, .ok(let c, _)) where clients[client].answers[c] == nil && c > 1:
      hasPlanted = true
      return [told, told]
    case (.arbitration, .no(let refusal)):
      guard let c = refusal.c, let room = refusal.room, let version = refusal.version,
        clients[client].commands.contains(c)
      else { return [told] }
      hasPlanted = true
      return [Told(ServerMessage.ok(c: c, Agreement(room: room, version: version)).line())]
    case (.secrecy, .event(var event)) where deal > 1:
      // A number that comes from the cards, in a world that is compared.
      event.status.ticks += Int(deal)
      hasPlanted = true
      return [Told(ServerMessage.event(event).line())]
    default: return [told]
    }
  }

  /// What befalls the disk at the very end.
  func damageDisk() {
    switch planted {
    case .replay:
      guard
        let room = storage.tables.keys.sorted(by: { $0.text < $1.text }).first(where: {
          storage.tables[$0].map { $0.records.count > 3 } ?? false
        })
      else { return }
      storage.damage(room)
      hasPlanted = true
    case .results:
      for race in races {
        hasPlanted =
          storage.double(race) { record in
            if case .race(let logged) = record, case .standing = logged.step { true } else { false }
          } || hasPlanted
      }
    default: break
    }
  }
}
