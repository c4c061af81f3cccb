import Rooms
import Wire

/// What a server has to live through besides breaking lines: a person is erased, the power is lost.
extension World {
  /// Somebody deletes all that they are.
  func erase(_ client: Int) throws(Violation) {
    guard isPowered, !isCalm, !clients[client].isErased else {
      return agenda.put(.erase(client: client), at: now + 1000)
    }
    let guest = clients[client].guest
    let erasure = Erasure(of: guest, random: (0..<8).map { UInt8($0) })
    clients[client].isErased = true
    for room in storage.tables.keys.sorted(by: { $0.text < $1.text }) {
      guard let host = try wake(room), host.unsynced.isEmpty else {
        // What is on its way to the disk comes first.
        clients[client].isErased = false
        return agenda.put(.erase(client: client), at: now + 50)
      }
      if host.room.entry != nil, host.room.isPlayed(onlyBy: [guest]) {
        for member in host.room.connections {
          tell(ServerMessage.gone(room: room.text, why: "erased").line(), to: member)
        }
        hosts[room] = nil
        storage.forget(room)
        told[room] = nil
        continue
      }
      var effects: [Effect] = []
      host.room.erase(erasure, now: now, into: &effects)
      storage.rewrite(room, erasure)
      try take(effects, of: host)
    }
    clients[client].isOnline = false
  }

  func losePower() throws(Violation) {
    guard isPowered else { return }
    isPowered = false
    for (room, host) in hosts.sorted(by: { $0.key.text < $1.key.text }) {
      guard let told = told[room], told.lineage == host.room.lineage else { continue }
      let kept = storage.tables[room]?.records.last?.version ?? 0
      guard kept >= told.version else {
        throw Violation(
          invariant: .durability, what: "version \(told.version) of \(room) was told, and \(kept) is kept",
          at: now)
      }
    }
    hosts = [:]
    told = [:]
    wasHere = []
    for client in clients.indices where clients[client].isOnline || clients[client].isMissed {
      (clients[client].isOnline, clients[client].isMissed, clients[client].rooms) = (false, false, [])
      agenda.put(.connect(client: client), at: now + Int64(clients[client].dice.roll(100...6000)))
    }
    agenda.put(.powerBack, at: now + Int64(dice.roll(10...5000)))
  }
}
