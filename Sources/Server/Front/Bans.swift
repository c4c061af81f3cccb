import Rooms
import Store
import Synchronization

/// Whom the operator lets in no more, and until when: guests by their ids, networks by the numbers that visitors have.
/// Looked at when somebody says hello, so it is held in memory; what is written of it lies in the store.
///
/// Invariant: of each guest and each network one ban at most; never more than `countMax`.
final class Bans: Sendable {
  static let countMax = 10_000
  static let hoursMax = 30 * 24

  /// Who is not let in.
  enum Who: Hashable, Sendable {
    case guest(GuestID)
    case network(UInt32)

    init?(_ ban: Ban) {
      switch ban.kind {
      case .guest:
        guard let guest = GuestID(ban.key) else { return nil }
        self = .guest(guest)
      case .network:
        guard let number = UInt32(ban.key) else { return nil }
        self = .network(number)
      }
    }

    var kind: Ban.Kind { if case .guest = self { .guest } else { .network } }

    var key: String {
      switch self {
      case .guest(let guest): guest.text
      case .network(let number): String(number)
      }
    }
  }

  private struct State {
    var bans: [Who: Ban] = [:]
    var lastID: Int64 = 0
  }

  private let state: Mutex<State>

  /// - Parameter kept: as they were read at the start.
  init(_ kept: [Ban] = []) {
    var state = State()
    for ban in kept {
      if let who = Who(ban) { state.bans[who] = ban }
      state.lastID = max(state.lastID, ban.id)
    }
    self.state = Mutex(state)
  }

  /// Until when somebody is not let in, in milliseconds since 1970; nil for who is. Programs of this machine share no
  /// network that could be banned.
  func end(of guest: GuestID, from network: UInt32?, now: Int64) -> Int64? {
    state.withLock { state in
      if state.bans.isEmpty { return nil }
      let own = state.bans[.guest(guest)]?.until ?? 0
      let all = network.flatMap { state.bans[.network($0)]?.until } ?? 0
      return max(own, all) > now ? max(own, all) : nil
    }
  }

  /// From now on, in place of a ban that was there.
  ///
  /// - Parameter name: as `Ban` has it.
  /// - Returns: nil where there are too many.
  func add(_ who: Who, name: String, until: Int64, now: Int64) -> Ban? {
    state.withLock { state in
      let before = state.bans[who]
      if before == nil, state.bans.count >= Self.countMax {
        state.bans = state.bans.filter { $0.value.until > now }
        guard state.bans.count < Self.countMax else { return nil }
      }
      if before == nil { state.lastID += 1 }
      let ban = Ban(
        id: before?.id ?? state.lastID, kind: who.kind, key: who.key, name: name, until: until, madeAt: now)
      state.bans[who] = ban
      return ban
    }
  }

  /// - Returns: nil where there is none of that number.
  func lift(_ id: Int64) -> Ban? {
    state.withLock { state in
      guard let lifted = state.bans.first(where: { $0.value.id == id }) else { return nil }
      return state.bans.removeValue(forKey: lifted.key)
    }
  }

  /// Guests who were erased are banned no more, and networks that are banned for their sake are nobody's.
  func forget(_ guests: Set<GuestID>) {
    let names = Set(guests.map(\.text))
    state.withLock { state in
      for guest in guests { state.bans[.guest(guest)] = nil }
      for (who, ban) in state.bans where names.contains(ban.guest) {
        state.bans[who] = Ban(
          id: ban.id, kind: ban.kind, key: ban.key, name: "", until: ban.until, madeAt: ban.madeAt)
      }
    }
  }

  /// Those in force, the newest first.
  func all(now: Int64) -> [Ban] {
    state.withLock { $0.bans.values.filter { $0.until > now } }
      .sorted { ($0.madeAt, $0.id) > ($1.madeAt, $1.id) }
  }
}
