import Bytes
import Hashes
package import Wire

/// Somebody who takes part in a race: enters it, says that they are ready, plays at their table, and stays until all
/// are done. It does no I/O.
///
///     entering ─→ waiting (ready) ─→ playing ─→ done ─→ over
///                    ↑ too few opened their salts │
///                    └────────────────────────────┘
package struct RaceBot: Bot {
  private var seat: BotSeat
  package private(set) var race: RaceTold?
  private let strategy: BotStrategy
  /// Of somebody who brings one, in hex; nil for a program, whose salt does not count.
  private let salt: String?
  /// Whether it wants another race when it is done with this one.
  private var isAgain: Bool
  private var game: BotGame?
  /// The request by which it said that it is ready, or gave up; nil when none is on its way.
  private var asked: Int?
  /// How often its table could not be played at.
  private var losses = 0
  private var isHolding = false
  private var hasGivenUp = false
  package private(set) var isOver = false

  /// - Parameters:
  ///   - salt: 16 bytes in hex, of somebody whose salt counts.
  ///   - isAgain: it takes part in the next race as well.
  package init(_ invitation: Invitation, strategy: BotStrategy, salt: String? = nil, isAgain: Bool = false) {
    seat = BotSeat(.at(invitation))
    self.strategy = strategy
    self.salt = salt
    self.isAgain = isAgain
  }

  package var tableMirror: TableMirror? { game?.mirror }
  package var tableRoom: String? { game?.room }

  package var mirror: TableMirror? { seat.mirror }
  package var positions: [Hello.Position] { seat.positions + (game?.positions ?? []) }

  /// How it came out; nil before the end, and for who did not take part.
  package var outcome: RaceTold.Entrant? {
    guard isOver, let number = seat.number else { return nil }
    return race?.entrants.first { $0.number == number }
  }
  /// So many took part.
  package var entrantCount: Int { race?.entrants.count { $0.standing != nil } ?? 0 }

  // MARK: - The life of a race

  package mutating func begin(_ numbers: inout RequestNumbers) -> [BotAct] { seat.ask(&numbers) }

  package mutating func hear(
    _ message: ServerMessage, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    var acts = try seat.hearAnswer(message, &numbers) ?? []
    if let number = seat.number, number < 0 {
      throw .refused(.full, why: "the race has begun, or is full", what: "us a seat")
    }
    if let asked, asked == message.c {
      self.asked = nil
      if case .no(let refusal) = message { acts += try refused(refusal) }
    }
    note(message)
    if case .wantsSync(let why) = try seat.hear(message) { acts.append(seat.sync(why)) }
    if seat.mirror?.game.map({ $0.kind != .race }) ?? false {
      throw .otherBoard(seat.room, there: seat.mirror?.game?.id ?? "", wanted: nil)
    }
    do throws(PlayerFailure) {
      if let heard = try game?.hear(message, &numbers) { acts += heard }
    } catch {
      acts += try lost(error)
    }
    return acts + decide(&numbers)
  }

  package mutating func missed() -> [BotAct] { seat.missed() + (game?.missed() ?? []) }

  package mutating func proceed(_ numbers: inout RequestNumbers) -> [BotAct] {
    isHolding = false
    return seat.proceed(&numbers) + (game?.proceed(&numbers) ?? []) + decide(&numbers)
  }

  /// Others may take their time; only at its own table silence means that something is wrong.
  package mutating func quiet(_ numbers: inout RequestNumbers) throws(PlayerFailure) -> [BotAct] {
    guard let state = race?.state, state == .running, game?.isOver == false else {
      return race == nil ? try seat.quiet(decides: false, &numbers) : []
    }
    return try game?.quiet(&numbers) ?? []
  }

  /// Its own table cannot be played at: it may be opened in a moment, or the race goes on without it.
  private mutating func lost(_ failure: PlayerFailure) throws(PlayerFailure) -> [BotAct] {
    switch failure {
    case .refused, .roomEnded: break
    default: throw failure
    }
    game = nil
    losses += 1
    isHolding = true
    return [.hold(milliseconds: BotSeat.holdMilliseconds)]
  }

  private static let lossesMax = 20

  /// The race has gone on meanwhile, or wants patience.
  private mutating func refused(_ refusal: Wire.Refusal) throws(PlayerFailure) -> [BotAct] {
    guard refusal.code == .illegal else { return [try seat.wait(refusal, "us to take part")] }
    try seat.refused(refusal, "us to take part")
    return []
  }

  private mutating func note(_ message: ServerMessage) {
    switch message {
    case .snapshot(let snapshot) where snapshot.room == seat.room: race = snapshot.race
    case .event(let event) where event.room == seat.room:
      if let change = event.race { race?.merge(change) }
    default: break
    }
  }

  // MARK: - Deciding

  private mutating func decide(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard seat.isTaken, let race, let number = seat.number else { return [] }
    let own = race.entrants.first { $0.number == number }
    switch race.state {
    case .open:
      (game, losses, hasGivenUp) = (nil, 0, false)
      guard own?.isReady != true, asked == nil else { return [] }
      return [command(.ready(true, commit: salt.flatMap(Self.commitment)), in: seat.room, &numbers)]
    case .starting, .running:
      if race.state == .starting, let salt, own?.room != nil, own?.isSalted == false, asked == nil {
        return [command(.salt(salt), in: seat.room, &numbers)]
      }
      if game == nil, !isHolding, losses < Self.lossesMax, let room = own?.room,
        own?.standing?.isFinal != true
      {
        var game = BotGame(.at(Invitation(room: room)), strategy: strategy)
        let acts = game.begin(&numbers)
        self.game = game
        return acts
      }
      // Who wants another race does not wait for the slowest.
      if isAgain, race.state == .running, own?.standing?.isFinal == true { return goOn(race, &numbers) }
      return giveUpIfDone(&numbers)
    case .ended: return goOn(race, &numbers)
    }
  }

  /// Another race, if one is wanted; else that was all.
  private mutating func goOn(_ race: RaceTold, _ numbers: inout RequestNumbers) -> [BotAct] {
    guard isAgain else {
      isOver = true
      return []
    }
    guard let next = race.next else {
      return asked == nil ? [command(.again, in: seat.room, &numbers)] : []
    }
    (isAgain, hasGivenUp) = (false, false)
    (self.race, game, asked) = (nil, nil, nil)
    seat = BotSeat(.at(Invitation(room: next)))
    return seat.ask(&numbers)
  }

  private static func commitment(of salt: String) -> String? {
    bytes(ofHex: salt).map { hex(SHA256.digest(of: $0)) }
  }

  /// Who sees no way on does not keep the others waiting.
  private mutating func giveUpIfDone(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard let game, let result = game.result, result != .won, game.status?.status.isEnd == false,
      asked == nil, !hasGivenUp, let room = game.room
    else { return [] }
    hasGivenUp = true
    return [command(.resign, in: room, &numbers)]
  }

  private mutating func command(
    _ operation: Command.Operation, in room: String, _ numbers: inout RequestNumbers
  ) -> BotAct {
    let c = numbers.next()
    asked = c
    return .tell(.command(c: c, room: room, Command(operation)))
  }
}
