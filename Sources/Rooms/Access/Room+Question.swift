import Boards
import Patience
import Wire

/// A new deal, or a new start, at a table where others play needs their yes. See "A question to the others" in
/// docs/PROTOCOL.md.
extension Room {
  /// Deals at once where nobody else plays, and asks the others where somebody does.
  func askOrDeal(
    _ choice: DealChoice, game gameID: String?, c: Int, command: Command, by seat: SeatNumber,
    from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    // A picked deal leaves the bank, so none is picked for somebody who cannot ask for one now.
    guard whoIsAsked(c: c, by: seat, from: connection, now: now, into: &effects) != nil else { return }
    let (next, picked): (Game, PickedDeal?)
    do throws(GameRefusal) {
      picked = try pick(choice, of: gameID)
      next = try dealt(choice, picked, of: gameID)
    } catch {
      if error.why == PickRefusal.noDealYet.rawValue {
        return refuse(
          c, waiting: PickRefusal.waitMilliseconds, error.why, to: connection, into: &effects)
      }
      return refuse(c, error.code, error.why, to: connection, into: &effects)
    }
    let wish = Question.Wish.deal(choice, picked, game: gameID)
    if asks(wish, c: c, by: seat, from: connection, now: now, into: &effects) { return }
    var command = command
    command.operation = .deal(next.patience?.choiceLogged ?? choice, game: gameID)
    let accepted = Accepted(command, by: seat, author: author(c, connection))
    lay(next, accepted, now: now, into: &effects) { agree(c, connection, into: &$0) }
  }

  /// Asks the others, where somebody else plays. A question that a program has asked before ends where nobody is asked.
  ///
  /// - Returns: whether the command is answered: it waits for a yes, or is refused.
  func asks(
    _ wish: Question.Wish, c: Int, by seat: SeatNumber, from connection: ConnectionID, now: Int64,
    into effects: inout [Effect]
  ) -> Bool {
    guard let others = whoIsAsked(c: c, by: seat, from: connection, now: now, into: &effects) else {
      return true
    }
    guard !others.isEmpty else {
      endQuestion(.refused, by: seat, into: &effects)
      return false
    }
    let number = questions.ask(wish, by: seat, of: others, now: now)
    let agreement = Agreement(room: id.text, version: version, question: number)
    answer(c, Reply(.ok(c: c, agreement)), connection, into: &effects)
    tellQuestion(now: now, into: &effects)
    return true
  }

  /// The seats whose yes is needed now; nil where the wish is refused, which is told.
  private func whoIsAsked(
    c: Int, by seat: SeatNumber, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) -> Set<SeatNumber>? {
    do throws(GameRefusal) {
      let others = try whoIsAsked(besides: seat, now: now)
      if others.isEmpty { return others }
      guard questions.open == nil else { throw GameRefusal(code: .leased, why: "question") }
      guard let wait = questions.wait(of: seat, now: now) else { return others }
      refuse(c, waiting: wait, to: connection, into: &effects)
    } catch {
      refuse(c, error.code, error.why, to: connection, into: &effects)
    }
    return nil
  }

  /// The deal, where one that can be won is asked for.
  private func pick(_ choice: DealChoice, of gameID: String?) throws(GameRefusal) -> PickedDeal? {
    guard case .winnable(let terms, let isSealed, _) = choice else { return nil }
    let ruleset: Ruleset
    do throws(BadMessage) {
      ruleset = try game.ruleset(dealtAnew: gameID).1
    } catch {
      throw GameRefusal(code: .bad, why: error.why)
    }
    switch surroundings.pick(ruleset, terms, isSealed) {
    case .picked(let picked): return picked
    case .later: throw GameRefusal(code: .rate, why: PickRefusal.noDealYet.rawValue)
    case .never: throw GameRefusal(code: .illegal, why: PickRefusal.noWinnableDeals.rawValue)
    }
  }

  private func dealt(
    _ choice: DealChoice, _ picked: PickedDeal?, of gameID: String?
  ) throws(GameRefusal) -> Game {
    do throws(BadMessage) {
      return try game.dealtAnew(
        choice, picked, of: gameID, seats: seats.count, openedAt: use.openedAt, entropy: surroundings.entropy)
    } catch {
      throw GameRefusal(code: .bad, why: error.why)
    }
  }

  /// Whose yes a new deal needs: people who sit here, or have been away for a short while. Who opened the table is
  /// asked, and cannot be passed over, for as long as their game goes on.
  ///
  /// - Throws: a refusal where they are away for long.
  private func whoIsAsked(besides seat: SeatNumber, now: Int64) throws(GameRefusal) -> Set<SeatNumber> {
    var asked: Set<SeatNumber> = []
    for other in seats.people where other != seat {
      if let since = seats.awaySince(other), now - since > Seats.awayMillisecondsMax {
        guard !game.isOver, game.isBegun, seats.holder(of: other)?.guest == seats.opener else { continue }
        throw GameRefusal(code: .role, why: "openerAway")
      }
      asked.insert(other)
    }
    return asked
  }

  // MARK: - Answers

  func answer(
    _ number: Int, yes: Bool, c: Int, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let seat = seated(connection, c: c, into: &effects) else { return }
    guard let question = questions.open, question.number == number else {
      return refuse(c, .gone, to: connection, into: &effects)
    }
    guard question.of.contains(seat) || seat == question.by && !yes else {
      return refuse(c, .role, to: connection, into: &effects)
    }
    agree(c, connection, into: &effects)
    guard yes else {
      return endQuestion(seat == question.by ? .withdrawn : .refused, by: seat, into: &effects)
    }
    questions.open?.agree(seat)
    tellQuestion(now: now, into: &effects)
    dealIfAgreed(now: now, into: &effects)
  }

  /// Nobody sits there any more, so nobody there has to say yes.
  func leaveOut(_ seat: SeatNumber, now: Int64, into effects: inout [Effect]) {
    if questions.open?.by == seat { return endQuestion(.withdrawn, into: &effects) }
    guard questions.open?.leaveOut(seat) ?? false else { return }
    tellQuestion(now: now, into: &effects)
    dealIfAgreed(now: now, into: &effects)
  }

  private func dealIfAgreed(now: Int64, into effects: inout [Effect]) {
    guard let agreed = questions.open, agreed.isAgreed else { return }
    endQuestion(.agreed, into: &effects)
    switch agreed.wish {
    case .restart: carryOutAgreed(.restart, by: agreed.by, now: now, into: &effects)
    case .resign: carryOutAgreed(.resign, by: agreed.by, now: now, into: &effects)
    case .deal(let choice, let picked, let game):
      // It could be dealt when it was asked for, and depends on nothing that changed.
      guard let next = try? dealt(choice, picked, of: game) else { return }
      let dealt = next.patience?.choiceLogged ?? choice
      lay(next, Accepted(Command(.deal(dealt, game: game)), by: agreed.by), now: now, into: &effects)
    }
  }

  func tickQuestion(now: Int64, into effects: inout [Effect]) {
    if let question = questions.open, now >= question.until { endQuestion(.late, into: &effects) }
  }

  /// - Parameter seat: who has refused it.
  func endQuestion(_ end: QuestionTold.End, by seat: SeatNumber? = nil, into effects: inout [Effect]) {
    guard let ended = questions.open else { return }
    questions.open = nil
    let line = ServerMessage.questionEnded(
      room: id.text, question: ended.number, end, by: end == .refused ? seat?.index : nil
    ).line()
    for connection in members.seated { effects.append(.tell(connection, line: line)) }
  }

  private func tellQuestion(now: Int64, into effects: inout [Effect]) {
    for connection in members.seated { tellQuestion(to: connection, now: now, into: &effects) }
  }

  func tellQuestion(to connection: ConnectionID, now: Int64, into effects: inout [Effect]) {
    guard let question = questions.open, members[connection]?.seat != nil else { return }
    let line = ServerMessage.question(room: id.text, question.told(now: now)).line()
    effects.append(.tell(connection, line: line))
  }
}
