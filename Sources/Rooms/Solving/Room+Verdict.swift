import Boards
import Patience
import Wire

/// A question to the solver that is not answered yet, and who wants to know.
struct Asking {
  struct Asker {
    let c: Int
    let connection: ConnectionID
    let detail: ClientMessage.Query.Detail
  }

  let number: Int
  /// What it is about. An answer is told of no other version.
  let version: Int
  var askers: [Asker]

  /// More askers than people at a table have pages open.
  static let askersMax = 32
}

/// What the solver is being asked, one question of each subject at a time.
struct Askings {
  var open: [SolverQuestion.Subject: Asking] = [:]
  private var lastNumber = 0

  /// Takes the place of the question that was open.
  ///
  /// - Returns: its number.
  mutating func begin(about subject: SolverQuestion.Subject, at version: Int, by asker: Asking.Asker) -> Int {
    lastNumber += 1
    open[subject] = Asking(number: lastNumber, version: version, askers: [asker])
    return lastNumber
  }
}

/// Whether what lies there can be won. The solver answers later. If the table has changed by then, the askers are told
/// `stale`.
extension Room {
  func askSolver(
    _ detail: ClientMessage.Query.Detail, c: Int, from connection: ConnectionID, into effects: inout [Effect]
  ) {
    guard seated(connection, c: c, into: &effects) != nil else { return }
    guard let board = game.patience else {
      let refusal = GameRefusal(VerdictRefusal.notSolvable)
      return refuse(c, refusal.code, refusal.why, to: connection, into: &effects)
    }
    if let refusal = board.whyNoVerdict() {
      return refuse(c, refusal.code, refusal.why, to: connection, into: &effects)
    }
    let asker = Asking.Asker(c: c, connection: connection, detail: detail)
    let subject: SolverQuestion.Subject = detail == .past ? .past : .position
    if let asked = askings.open[subject], asked.version == version {
      guard asked.askers.count < Asking.askersMax else {
        return refuse(c, .full, "asked", to: connection, into: &effects)
      }
      askings.open[subject]?.askers.append(asker)
      return
    }
    refuseOutdated(into: &effects)
    let number = askings.begin(about: subject, at: version, by: asker)
    effects.append(.ask(game.question(number, about: subject, of: board)))
  }

  func tell(_ answer: SolverAnswer, into effects: inout [Effect]) {
    guard let asked = askings.open[answer.subject], asked.number == answer.number, asked.version == version
    else {
      return
    }
    askings.open[answer.subject] = nil
    for asker in asked.askers {
      var told = answer.verdict
      if asker.detail != .line { told.line = nil }
      let reply = Reply(.verdict(c: asker.c, room: id.text, version: version, told))
      effects.append(.answer(asker.connection, reply, ifLost: lostAnswer(asker.c)))
    }
  }

  /// Nobody is told of a version that is past.
  func refuseOutdated(into effects: inout [Effect]) {
    if askings.open.contains(where: { $0.value.version != version }) {
      refuseAsking(.stale, into: &effects) { $0.version != version }
    }
  }

  func refuseAsking(
    _ code: RefusalCode, into effects: inout [Effect], where isToGo: (Asking) -> Bool = { _ in true }
  ) {
    for (subject, asked) in askings.open where isToGo(asked) {
      askings.open[subject] = nil
      for asker in asked.askers {
        effects.append(.answer(asker.connection, no(asker.c, code), ifLost: lostAnswer(asker.c)))
      }
    }
  }
}

extension Game {
  /// So many of the newest steps are looked through.
  private static let pastMax = 2048

  func question(
    _ number: Int, about subject: SolverQuestion.Subject, of board: PatienceBoard
  ) -> SolverQuestion {
    let past = subject == .past ? past(of: board) : []
    let at = PlaceInGame(ply: steps.at, moves: past.last.map { $0.place.moves + 1 } ?? 0)
    return SolverQuestion(
      number: number, subject: subject, table: board.engine.model, at: at, past: past, isAfterGame: isOver)
  }

  /// What lay there before each step since the deal, or since the last new start.
  private func past(of board: PatienceBoard) -> [SolverQuestion.Place] {
    let tables = board.engine.packedEarlierModels(Self.pastMax)
    let newest = steps.past.newest(tables.count)
    let before = steps.past.count - newest.count
    var ply = before > 0 ? steps.past[before - 1].ply : steps.root
    var (places, moves) = ([SolverQuestion.Place](), before)
    for (step, table) in zip(newest, tables) {
      if case .restart? = step.operation {
        // A game that is begun anew can be won again.
        (places, moves) = ([], 0)
      } else {
        places.append(SolverQuestion.Place(place: PlaceInGame(ply: ply, moves: moves), table: table))
        moves += 1
      }
      ply = step.ply
    }
    return places
  }
}
