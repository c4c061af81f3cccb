import Rooms

/// When which room is to be looked at to the millisecond: starts of races. What may be late is looked at in ticks.
/// Invariant: the first is the earliest. A room that has asked for another time since is looked at once for nothing.
struct Alarms {
  private struct Alarm {
    let at: Int64
    let room: RoomID
  }

  /// A heap: none is earlier than the one at half of its place.
  private var heap: [Alarm] = []

  /// When the next is due, in milliseconds; nil where there is none.
  var next: Int64? { heap.first?.at }

  /// Asks the room when it wants to be looked at, if that has changed.
  mutating func set(_ host: RoomHost, now: Int64) {
    let at = host.room.alarm(now: now)
    // What is due and was not done just now is looked at in the next tick.
    guard let at, at > now, at != host.alarm else { return }
    host.alarm = at
    heap.append(Alarm(at: at, room: host.id))
    var place = heap.count - 1
    while place > 0, heap[place].at < heap[(place - 1) / 2].at {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// A room whose time has come; nil where there is none.
  mutating func takeDue(at now: Int64) -> RoomID? {
    guard let first = heap.first, first.at <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      let children = [2 * place + 1, 2 * place + 2].filter { $0 < heap.count && heap[$0].at < heap[place].at }
      guard let least = children.min(by: { heap[$0].at < heap[$1].at }) else { return first.room }
      heap.swapAt(place, least)
      place = least
    }
  }
}
