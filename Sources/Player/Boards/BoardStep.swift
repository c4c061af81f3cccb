import Wire

/// One thing that a bot tries on a board, with what it expects.
struct BoardStep: Equatable, Sendable {
  enum Request: Equatable, Sendable {
    case command(Command)
    case lift(Int)
    case cancel(drag: Int)
    case export(Int)
  }

  enum Expectation: Equatable, Sendable {
    /// Agreed, unless somebody was faster.
    case agreed
    /// Refused, whatever others do in between.
    case refused
    /// Refused, as long as the table is what it was when this was decided.
    case refusedAsThingsStand
    /// Agreed or refused: it depends on who is first.
    case either
  }

  var request: Request
  var expectation: Expectation
  /// In words, for the developer who has to find out why the server carried it out.
  var what: String

  init(_ request: Request, _ expectation: Expectation, _ what: String) {
    self.request = request
    self.expectation = expectation
    self.what = what
  }

  init(_ operation: Command.Operation, _ expectation: Expectation, _ what: String) {
    self.init(.command(Command(operation)), expectation, what)
  }

  func message(c: Int, room: String) -> ClientMessage {
    switch request {
    case .command(let command): .command(c: c, room: room, command)
    case .lift(let item): .lift(c: c, room: room, item: item)
    case .cancel(let drag): .cancel(c: c, room: room, drag: drag)
    case .export(let item): .query(c: c, room: room, .export(item: item))
    }
  }
}

/// A drag once its items are in hand: where it goes, and how it ends.
struct BoardDrag: Equatable, Sendable {
  /// The next one last.
  var hovers: [Hover]
  var end: BoardStep
}
