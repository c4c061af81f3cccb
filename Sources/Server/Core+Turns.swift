import Reactor
import Rooms
import Wire

/// Reading and working, each for so long a turn (`Scheduler`).
extension Core {
  // MARK: - Reading

  /// Goes on with the requests and messages whose turn has come, before anything newer is read.
  func hearHeld() {
    let waiting = connections.takeHeld()
    guard !waiting.isEmpty else { return }
    var part = PartOfTurn(microseconds: loop.settings.turnMicrosecondsMax)
    for (place, token) in waiting.enumerated() {
      // Who had no turn comes first in the next one.
      guard requestsLeft > 0, !part.isOver else { return connections.holdAgain(waiting[place...]) }
      guard let connection = connections[token] else { continue }
      let key = connection.lane
      if scheduler.isBeyond(key) {
        postpone(connection)
        continue
      }
      hearOn(connection)
      scheduler.charge(key, part.lap(), isPostponed: false)
    }
  }

  /// Hears what is ready.
  func hearReady() {
    if ready.count > Self.orderedMin {
      let leads = ready.map { lead(of: $0) }
      ready = zip(leads, ready).sorted { $0.0 < $1.0 }.map { $0.1 }
    }
    var part = PartOfTurn(microseconds: loop.settings.turnMicrosecondsMax)
    for event in ready {
      guard let connection = connections[event.token] else {
        hear(event, reads: true)
        _ = part.lap()
        continue
      }
      let key = connection.lane
      let isBeyond = scheduler.isBeyond(key)
      if !event.broken, isBeyond || part.isOver {
        if event.writable { hear(event, reads: false) }
        // What is only too much for this turn is ready again in the next one.
        if event.readable, isBeyond { postpone(connection) }
        continue
      }
      hear(event, reads: true)
      scheduler.charge(key, part.lap(), isPostponed: isBeyond)
    }
  }

  /// Nothing is read from it before its turn comes in the line.
  func postpone(_ connection: Connection) {
    guard !connection.isInLine else { return }
    connection.isInLine = true
    line.append(connection.token)
    connections.watch(connection)
  }

  /// Reads from those in the line. Nobody waits for them as for a move: they have to rest as well.
  func readLine() {
    if loop.now > bulkAt { (bulkAt, bulkLeft) = (loop.now, loop.settings.bulkBytesPerMillisecondMax) }
    guard !line.isEmpty, scheduler.mayGoOn else { return }
    var part = PartOfTurn(microseconds: loop.settings.turnMicrosecondsMax)
    var count = 0
    for token in line {
      if part.isOver { break }
      count += 1
      guard let connection = connections[token] else { continue }
      // Another millisecond's.
      if connection.bringsBulk, bulkLeft <= 0 {
        line.append(token)
        continue
      }
      let key = connection.lane
      connection.isInLine = false
      hearOn(connection)
      if connections[token] != nil { read(connection) }
      if connections[token] != nil { connections.watch(connection) }
      scheduler.charge(key, part.lap(), isPostponed: true)
    }
    line.removeFirst(count)
  }

  /// So few are heard in the order in which they came.
  private static var orderedMin: Int { 4 }

  private func lead(of event: Poller.Ready) -> UInt64 {
    connections[event.token].map { scheduler.lead(of: $0.lane) } ?? 0
  }

}
