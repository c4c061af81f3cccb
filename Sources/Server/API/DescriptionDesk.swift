import Boards
import Descriptions
import Rooms
import Store
import Synchronization
import Wire

/// Reads descriptions of boards and games, on a thread of its own: a long one takes milliseconds, in which a loop would
/// hear nobody. Invariant: of one network no more than `perNetworkMax` wait, so that its descriptions delay others for
/// a moment only.
final class DescriptionDesk: Sendable {
  static let perNetworkMax = 4
  static let waitingMax = 1_024

  /// What shall become of a description.
  enum Purpose: Sendable {
    /// - access: nil: as its seats decide.
    case board(access: AccessLevel?)
    /// - seats: for how many; nil: for as few as the game allows.
    case game(seats: Int?, access: AccessLevel?)
    /// It shall only be looked at.
    case check
  }

  /// What came of reading it.
  enum Outcome: Sendable {
    case opening(RoomOpening)
    case checked(GameDescription)
    case mistaken(DescriptionError)
  }

  private let desk = WorkDesk(waitingMax: DescriptionDesk.waitingMax)
  private let waiting = Mutex<[UInt32: Int]>([:])

  /// The body of its thread; it returns after `end`.
  func run() { desk.run() }
  func end() { desk.end() }

  /// Reads a description when its turn has come.
  ///
  /// - Parameters:
  ///   - names: of games that the host offers, which no described one may have.
  ///   - network: of who sent it; nil: of this machine, whose programs share nothing.
  ///   - told: called once, on the desk's thread.
  /// - Returns: false when too many wait already, or too many of that network; then nothing is told.
  func read(
    _ text: [UInt8], as purpose: Purpose, by guest: GuestID, beside names: Set<String>, of network: UInt32?,
    told: @escaping @Sendable (Outcome) -> Void
  ) -> Bool {
    guard enter(network) else { return false }
    let isTaken = desk.put { [self] in
      let outcome = Self.outcome(of: text, as: purpose, by: guest, beside: names)
      leave(network)
      told(outcome)
    }
    if !isTaken { leave(network) }
    return isTaken
  }

  private func enter(_ network: UInt32?) -> Bool {
    guard let network else { return true }
    return waiting.withLock { waiting in
      let count = waiting[network] ?? 0
      if count < Self.perNetworkMax { waiting[network] = count + 1 }
      return count < Self.perNetworkMax
    }
  }

  private func leave(_ network: UInt32?) {
    guard let network else { return }
    waiting.withLock { waiting in
      let count = waiting[network] ?? 0
      waiting[network] = count > 1 ? count - 1 : nil
    }
  }

  private static func outcome(
    of text: [UInt8], as purpose: Purpose, by guest: GuestID, beside names: Set<String>
  ) -> Outcome {
    do throws(DescriptionError) {
      switch purpose {
      case .board(let access):
        let board = try BoardDescription.read(text)
        return .opening(
          RoomOpening(
            table: .init(game: board.name, deal: nil, seats: board.seats, access: access), opener: guest,
            described: .board(board.kind, text: board.bytes)))
      case .game(let seats, let access):
        let game = try GameDescription.read(text, offered: names)
        let ruleset = game.game.ruleset
        return .opening(
          RoomOpening(
            table: .init(
              game: ruleset.id.text, deal: .sealed, seats: seats ?? ruleset.seatsAllowed.lowerBound,
              access: access),
            opener: guest, described: .game(game.game, text: game.bytes)))
      case .check: return .checked(try GameDescription.read(text, offered: names))
      }
    } catch {
      return .mistaken(error)
    }
  }
}
