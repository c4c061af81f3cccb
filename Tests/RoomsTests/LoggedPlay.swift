import Patience
import TestDice
import Testing
import Wire

@testable import Boards
@testable import Rooms

/// A game that three people play at random, with all that a log would hold of it: what was accepted, and nothing else.
struct LoggedPlay {
  /// What was done; the hands that stood empty before and after are not told.
  enum Deed {
    case command(Command.Operation)
    /// A drag that was dropped: what was under the pointer, and where.
    case carry(item: Int, to: Landing)
    /// Somebody else sits here now.
    case disown
    case pause, proceed
  }

  struct Entry {
    let deed: Deed
    let seat: SeatNumber
    let now: Int64
  }

  static let seats = 3

  var game: Game
  var dice: Dice
  private(set) var log: [Entry] = []
  private(set) var now: Int64
  private(set) var refused = 0
  private(set) var undone = 0
  private var drags = Drags()
  private var player: RandomPlayer
  /// In percent: how much is taken back and played again.
  var undoes = 15

  init(_ game: Game, seed: UInt64, now: Int64 = 1_000) {
    self.game = game
    self.now = now
    dice = Dice(seed: seed)
    player = RandomPlayer(seed: seed)
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &dice) }

  /// Something random by somebody. What was accepted is in the log then.
  mutating func step() {
    now += Int64(number(0..<900))
    let seat = SeatNumber(number(0..<Self.seats))
    switch number(0..<40) {
    case 0: accept(.disown, by: seat) { $0.steps.disown(seat) }
    case 1: leave(seat)
    case 2:
      let now = now
      accept(.pause, by: seat) { $0.clock.pause(now: now) }
    case 3, 4:
      let now = now
      accept(.proceed, by: seat) { $0.clock.proceed(now: now) }
    case 5...8: lift(by: seat)
    case 9...12: rest(by: seat)
    case 13...16: drop(by: seat)
    default: command(operation(of: seat), by: seat)
    }
  }

  private mutating func accept(_ deed: Deed, by seat: SeatNumber, _ change: (inout Game) -> Void) {
    change(&game)
    log.append(Entry(deed: deed, seat: seat, now: now))
  }

  private mutating func command(_ operation: Command.Operation, by seat: SeatNumber, held: Drags.Drag? = nil)
  {
    // On a copy, as rooms do it.
    var next = game
    do {
      try next.perform(operation, seat: seat, held: held, now: now)
    } catch {
      refused += 1
      return
    }
    if case .undo = operation { undone += 1 }
    var deed = Deed.command(operation)
    if case .drop(_, let landing) = operation, let held { deed = .carry(item: held.lifted, to: landing) }
    accept(deed, by: seat) { $0 = next }
  }

  private mutating func leave(_ seat: SeatNumber) {
    var next = game
    let ended = next.leave(seat)
    if let drag = drags.drag(of: seat) { drags.end(drag.number) }
    game = next
    for operation in ended { accept(.command(operation), by: seat) { _ in } }
  }

  // MARK: hands

  private mutating func lift(by seat: SeatNumber) {
    if let drag = drags.drag(of: seat) {
      game.cancel(drag.session, seat: seat)
      drags.end(drag.number)
    }
    guard let source = dests(of: seat).sources.randomElement(using: &dice),
      let item = source.items.randomElement(using: &dice),
      let held = try? game.lift(item, seat: seat, now: now)
    else { return }
    _ = drags.begin(held, seat: seat, visit: nil, version: 1, now: now)
  }

  private mutating func rest(by seat: SeatNumber) {
    if let drag = drags.drag(of: seat), let landing = landing(for: drag.lifted, of: seat) {
      let hover = Hover(
        drag: drag.number, x: number(0..<10_000), y: number(0..<10_000), over: landing.place,
        before: landing.before, onto: items(in: landing.place).randomElement(using: &dice))
      _ = game.hover(hover, session: drag.session, seat: seat, now: now)
      now += Int64(number(0..<900))
    }
    game.wait(now: now)
    for sprung in game.takeSprung() {
      game.note(sprung)
      accept(.command(sprung.operation), by: SeatNumber(Int(sprung.player.rawValue))) { _ in }
    }
  }

  private mutating func drop(by seat: SeatNumber) {
    // What it holds is as it was when it was lifted; so that a carry does the same it is lifted anew.
    lift(by: seat)
    guard let drag = drags.drag(of: seat), let landing = landing(for: drag.lifted, of: seat) else { return }
    drags.end(drag.number)
    command(.drop(drag: drag.number, to: landing), by: seat, held: drag)
    game.cancel(drag.session, seat: seat)
  }

  // MARK: what could be said

  private func dests(of seat: SeatNumber) -> Dests { game.dests(room: "r", version: 1, seat: seat) }

  private func items(in place: String) -> [Int] {
    game.board.regions.flatMap { region in
      region.runs.filter { $0.collection == place || region.name == place }.flatMap { $0.items.map(\.handle) }
    }
  }

  private mutating func landing(for item: Int, of seat: SeatNumber) -> Landing? {
    let sources = dests(of: seat).sources.filter { $0.items.contains(item) }
    guard let place = sources.flatMap(\.destinations).randomElement(using: &dice)?.collection else {
      return nil
    }
    let isPatience = game.patience != nil
    let before = isPatience || number(0..<3) == 0 ? nil : items(in: place).randomElement(using: &dice)
    return Landing(place, before: before)
  }

  private mutating func operation(of seat: SeatNumber) -> Command.Operation {
    if number(0..<100) < undoes {
      switch number(0..<6) {
      case 0, 1: return .redo
      case 2: return .go(ply: number(0..<game.steps.plies + 1))
      default: return .undo
      }
    }
    if game.patience != nil {
      let operation = player.operation(knowing: dests(of: seat), deals: false)
      if case .undo = operation { return .tap(place: "stock", item: nil) }
      return operation
    }
    let region = game.board.regions.randomElement(using: &dice)
    let item = region?.runs.flatMap(\.items).randomElement(using: &dice)?.handle
    switch number(0..<10) {
    case 0 where region?.taps ?? false: return .tap(place: region?.name ?? "", item: item ?? 0)
    case 0: return .tap(place: dests(of: seat).taps.randomElement(using: &dice) ?? "", item: nil)
    case 1 where region?.edit != nil: return .edit(place: region?.name ?? "", on: number(0..<5) > 0)
    case 1, 2:
      let place = region?.runs.randomElement(using: &dice)?.collection ?? region?.name ?? ""
      return .put([[offer(to: region)]], to: Landing(place))
    default:
      let any = dests(of: seat).sources.flatMap(\.items).randomElement(using: &dice) ?? item ?? 0
      return .move(item: any, to: landing(for: any, of: seat) ?? Landing(region?.name ?? ""))
    }
  }

  private mutating func offer(to region: RegionTold?) -> Offer {
    if region?.takes.contains("image/png") ?? false {
      let blob = String(repeating: "0123456789abcdef".randomElement(using: &dice) ?? "a", count: 64)
      return Offer(type: "image/png", body: .blob(blob), fileName: "cat.png")
    }
    let words = ["Banana", "Apple", "Ann Long", "🍇 Grape", ""]
    return Offer(type: "text/plain", body: .text(words.randomElement(using: &dice) ?? ""))
  }
}

extension LoggedPlay.Entry {
  /// Does it again, as a reader of a log does. It was accepted once.
  func carryOut(on game: inout Game) throws {
    switch deed {
    case .command(let operation): try game.perform(operation, seat: seat, held: nil, now: now)
    case .carry(let item, let landing):
      var drags = Drags()
      let held = try game.lift(item, seat: seat, now: now)
      let drag = drags.begin(held, seat: seat, visit: nil, version: 1, now: now)
      try game.perform(.drop(drag: drag.number, to: landing), seat: seat, held: drag, now: now)
    case .disown: game.steps.disown(seat)
    case .pause: game.clock.pause(now: now)
    case .proceed: game.clock.proceed(now: now)
    }
  }
}
