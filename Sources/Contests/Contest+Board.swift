package import Boards
import Bytes
package import DragDrop
package import Wire

/// A race is hosted as boards are; it has no items.
extension Contest: GameBoard {
  package var name: String { table.game }
  package var title: String { laid.title }
  package var told: GameTold { GameTold(id: name, name: title, kind: .race, of: laid.cards) }
  package var regions: [RegionTold] { [] }
  package func hasPlace(_ name: String) -> Bool { false }
  package func top(of place: String) -> Int? { nil }
  package func dests(for player: PlayerID) -> Dests { .none }

  package var isTimed: Bool { true }

  /// As a table's would be told.
  package var state: GameState {
    switch phase {
    case .open, .starting: .waiting
    case .running: .playing
    case .ended: .over
    }
  }

  package var standing: Boards.Standing {
    var standing = Boards.Standing()
    (standing.moves, standing.of) = (0, laid.cards)
    standing.up = entrants.count { $0.standing?.state == .won }
    return standing
  }

  package var secret: Secret { Secret(reveal: laid.sealed.reveal) }

  // MARK: - Commands

  package mutating func play(
    _ operation: Command.Operation, player: PlayerID, drag: DragSessionID?, tick: Tick
  ) throws(GameRefusal) -> Played {
    let number = Int(player.rawValue)
    guard entrants.indices.contains(number) else { throw GameRefusal(code: .role) }
    switch operation {
    case .ready(let isReady, let commit): try ready(isReady, commit: commit, number)
    // Another window of theirs has opened it.
    case .salt(let salt) where entrants[number].salt == salt.lowercased(): break
    case .salt(let salt):
      guard phase == .starting, entrants[number].room != nil, entrants[number].salt == nil else {
        throw refusal(.notOpen)
      }
      guard let commit = entrants[number].commit, StartText.opens(salt, commit) else {
        throw refusal(.badSalt)
      }
      entrants[number].salt = salt.lowercased()
    case .start:
      guard phase == .open else { throw refusal(.notOpen) }
      guard attendance[number]?.isHost != false else { throw GameRefusal(code: .role, why: "host") }
      let ready = attendance.indices.count { attendance[$0]?.isHere == true && entrants[$0].isReady }
      // Who is here is in no record, so what was accepted once is not asked again.
      guard attendance[number] == nil || ready >= plan.least else { throw refusal(.tooFew) }
      isStartAsked = true
    case .again:
      guard mayGoOn(number) else { throw refusal(.notOpen) }
      entrants[number].wantsAgain = true
    default: throw GameRefusal(BoardRefusal.notAllowedThere)
    }
    return Played()
  }

  private mutating func ready(_ isReady: Bool, commit: String?, _ number: Int) throws(GameRefusal) {
    guard phase == .open else { throw refusal(.notOpen) }
    // As all pages write it.
    let commit = commit?.lowercased()
    // Nobody keeps the others from beginning by changing their mind for ever.
    guard entrants[number].readyCount < Self.readyMax else { throw GameRefusal(code: .full, why: "tooMany") }
    // In the log who commits nothing is a program: so a program that commits something is refused.
    let isProgram = attendance[number].map(\.isProgram) ?? (commit == nil)
    if isReady, isProgram, commit != nil { throw refusal(.badSalt) }
    if isReady, !isProgram {
      guard let commit else { throw refusal(.noSalt) }
      guard bytes(ofHex: commit)?.count == 32 else { throw refusal(.badSalt) }
    }
    let kept = isReady && !isProgram ? commit : nil
    if entrants[number].isReady == isReady, entrants[number].commit == kept { return }
    entrants[number].readyCount += 1
    entrants[number].isReady = isReady
    entrants[number].commit = kept
    entrants[number].salt = nil
  }

  /// Why an entrant's command is refused; each case is a word of the protocol.
  package enum Refusal: String, CaseIterable {
    /// The race is not in the state for it.
    case notOpen
    /// Fewer are ready than it takes.
    case tooFew
    /// It does not open what was committed, or is no commitment.
    case badSalt
    /// A person has to commit a salt.
    case noSalt
  }

  private func refusal(_ why: Refusal) -> GameRefusal { GameRefusal(code: .illegal, why: why.rawValue) }

  // MARK: - What is told

  /// - Parameter now: when it is told, in milliseconds.
  package func raceTold(now: Int64) -> RaceTold {
    let facts = RaceTold.Facts(
      game: name, name: title, plan: plan, commit: commit, of: laid.cards, points: laid.ranking.points,
      low: laid.ranking.low)
    let places = placesTold
    var told = RaceTold(facts: facts, state: phase, start: start, next: nextRoom)
    switch phase {
    case .starting:
      let start = (startingAt ?? now) + Self.countdownMilliseconds
      told.startsInMilliseconds = Int(max(0, start - now))
    case .running:
      // It is bound, and the countdown goes on.
      if let startsAt, now < startsAt { told.startsInMilliseconds = Int(startsAt - now) }
      told.untilMilliseconds = untilMilliseconds
    case .ended: told.reveal = laid.sealed.reveal
    case .open: break
    }
    let isPlaying = Set(unfinished)
    told.entrants = entrants.indices.compactMap { number in
      let entrant = entrants[number]
      guard attendance[number] != nil || entrant.isReady || entrant.room != nil else { return nil }
      // How somebody is getting on is told by `progress`, which takes the place of the one before.
      let standing = entrant.standing ?? (isPlaying.contains(number) ? RaceStanding(state: .playing) : nil)
      return RaceTold.Entrant(
        number, isReady: entrant.isReady, commit: entrant.commit, isSalted: entrant.salt != nil,
        room: entrant.room,
        standing: standing, place: places[number])
    }
    return told
  }

  /// Who won has their place at once, where time decides: nobody comes before them any more.
  private var placesTold: [Int: Int] {
    let numbers = entrants.indices.filter { entrants[$0].standing != nil }
    let places = laid.ranking.places(of: numbers.compactMap { entrants[$0].standing })
    var told: [Int: Int] = [:]
    for (number, place) in zip(numbers, places)
    where phase == .ended || !laid.ranking.points && entrants[number].standing?.state == .won {
      told[number] = place
    }
    return told
  }

  /// How those are getting on who still play.
  package var progress: [RaceProgress] {
    unfinished.compactMap { number in
      latest[number].map { RaceProgress(number, done: $0.done, moves: $0.moves) }
    }
  }

  // MARK: - As it is kept

  package var isKeptAsBase: Bool { false }
  package func writeHead(to coder: inout ByteCoder) { preconditionFailure("a race is kept by its log alone") }
  package func writeBody(to coder: inout ByteCoder) { preconditionFailure("a race is kept by its log alone") }
  package var byteCounts: ByteCounts { ByteCounts(kept: entrants.count * 256, steps: 0) }
}
