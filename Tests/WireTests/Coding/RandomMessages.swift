import TestDice

@testable import Wire

/// Messages that could be sent, with every optional part there or not.
extension Dice {
  mutating func word(bytesMax: Int = 64) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "0", "\"", "\\", "/", " ", "\n", "\u{1}", "é", "♠", "😀", "\u{7F}", "!",
    ]
    var word = ""
    for _ in 0..<number(0...16) {
      let scalar = scalars[number(0...scalars.count - 1)]
      if word.utf8.count + scalar.utf8.count <= bytesMax { word.unicodeScalars.append(scalar) }
    }
    return word
  }

  mutating func maybe<Value>(_ make: (inout Dice) -> Value) -> Value? { chance(50) ? make(&self) : nil }

  mutating func list<Value>(_ counts: ClosedRange<Int> = 0...4, _ make: (inout Dice) -> Value) -> [Value] {
    (0..<number(counts)).map { _ in make(&self) }
  }

  mutating func truth() -> Bool { chance(50) }
  mutating func ply() -> Int { chance(50) ? 0 : number(0...WireLimits.pliesMax) }
  mutating func whole() -> Int { number(Int.min...Int.max) >> number(0...63) }
  mutating func handle() -> Int { number(0...65_535) }
  mutating func ordinal() -> Int { number(0...WireLimits.dealNumberMax) }

  // MARK: - Client

  mutating func clientMessage() -> ClientMessage {
    let c = number(1...WireLimits.dealNumberMax)
    let room = word()
    switch number(0...18) {
    case 0: return .hello(hello())
    case 14: return .host(c: c, room: room, hostCommand())
    case 16: return .say(c: c, room: room, word())
    case 17: return .react(c: c, room: room, reaction())
    case 18:
      return .report(
        c: c, room: room, line: ordinal(),
        why: ReportReason.allCases[number(0...ReportReason.allCases.count - 1)])
    case 15: return .answer(c: c, room: room, question: ordinal(), yes: truth())
    case 1:
      return .open(
        c: c,
        OpenTable(
          game: word(), deal: choice(), auto: auto(), timed: truth(), seats: number(1...WireLimits.seatsMax),
          access: maybe { $0.level() }))
    case 12 where chance(30):
      let least = number(2...WireLimits.entrantsMax)
      let plan = RacePlan(
        least: least, most: number(least...WireLimits.entrantsMax), seconds: number(WireLimits.raceSeconds),
        undo: truth(), hint: truth(), expected: number(0...WireLimits.entrantsMax))
      return .open(c: c, OpenTable(game: word(), deal: maybe { _ in .sealed }, seats: plan.most, race: plan))
    case 12: return .open(c: c, OpenTable(game: word(), deal: nil, seats: number(1...WireLimits.seatsMax)))
    case 13:
      return .query(
        c: c, room: room, chance(33) ? .lines(after: ply()) : chance(50) ? .hint : .export(item: handle()))
    case 11:
      let details = ClientMessage.Query.Detail.allCases
      return .query(c: c, room: room, .verdict(details[number(0...details.count - 1)]))
    case 2: return .lobby(c: c, on: truth())
    case 3:
      return .subscribe(
        c: c, room: room, as: ClientMessage.Presence.allCases[number(0...2)], key: maybe { $0.word() })
    case 4: return .unsubscribe(c: c, room: room)
    case 5: return .query(c: c, room: room, .dests)
    case 6: return .lift(c: c, room: room, item: handle())
    case 7:
      let hover = Hover(
        drag: ordinal(), x: number(0...10_000), y: number(0...10_000), over: maybe { $0.word() },
        before: maybe { $0.handle() }, onto: maybe { $0.handle() })
      return .hover(room: room, hover)
    case 8: return .cancel(c: c, room: room, drag: ordinal())
    case 9: return .heartbeat
    case 10: return .sync(room: room, why: word())
    default: return .command(c: c, room: room, command())
    }
  }

  private mutating func reaction() -> Reaction { Reaction.allCases[number(0...Reaction.allCases.count - 1)] }

  private mutating func level() -> AccessLevel { AccessLevel.allCases[number(0...2)] }

  private mutating func hostCommand() -> HostCommand {
    let seat = number(0...WireLimits.seatsMax - 1)
    let commands: [HostCommand] = [
      .kick(seat: seat), .ban(seat: seat), .banKnock(ordinal()), .unban(ordinal()), .lock, .unlock,
      .pass(seat: seat), .keys, .letIn(knock: ordinal()), .refuse(knock: ordinal()), .access(level()),
      .chat(truth()), .mute(seat: seat), .unmute(seat: seat),
    ]
    return commands[number(0...commands.count - 1)]
  }

  private mutating func hello() -> Hello {
    var hello = Hello()
    hello.token = maybe { $0.word() }
    hello.name = String(word().prefix(WireLimits.nameCharactersMax))
    hello.role = chance(50) ? .player : .bot
    hello.app = word()
    hello.wantsDests = truth()
    hello.wantsDrag = truth()
    hello.resume = maybe { dice in
      let rooms = dice.list {
        Hello.Position(room: $0.word(), epoch: $0.word(), version: $0.ordinal())
      }
      return Hello.Resume(visit: dice.word(), rooms: rooms)
    }
    return hello
  }

  private mutating func choice() -> DealChoice {
    if chance(30) {
      return chance(50)
        ? .winnable(terms(), isSealed: true)
        : .winnable(terms(), isSealed: false, number: maybe { $0.dealNumber() })
    }
    return chance(50) ? .sealed : .open(dealNumber())
  }

  private mutating func terms() -> DealTerms {
    DealTerms(level: maybe { DealTerms.Level.allCases[$0.number(0...2)] })
  }

  private mutating func step() -> StepTold { StepTold(item: maybe { $0.handle() }, place: word()) }

  private mutating func verdict() -> VerdictTold {
    var verdict = VerdictTold(VerdictTold.Answer.allCases[number(0...2)])
    verdict.shortage = maybe { VerdictTold.Shortage.allCases[$0.number(0...1)] }
    verdict.moves = maybe { $0.whole() }
    verdict.next = maybe { $0.step() }
    verdict.needsAutoOff = truth()
    verdict.line = maybe { $0.list { $0.step() } }
    verdict.won = maybe { PlaceInGame(ply: $0.ply(), moves: $0.whole()) }
    verdict.lost = maybe { PlaceInGame(ply: $0.ply(), moves: $0.whole()) }
    return verdict
  }

  /// Any of 64 bits, and those more often that are told as numbers.
  private mutating func dealNumber() -> UInt64 { chance(30) ? next() : UInt64(ordinal()) }

  private mutating func auto() -> AutoMoves { AutoMoves.allCases[number(0...2)] }

  private mutating func command() -> Command {
    let operation: Command.Operation
    switch number(0...17) {
    case 0: operation = .move(item: handle(), to: landing())
    case 1: operation = .drop(drag: ordinal(), to: landing())
    case 2: operation = .tap(place: word(), item: maybe { $0.handle() })
    case 9: operation = .edit(place: word(), on: truth())
    case 10: operation = .put(list(1...3) { $0.list(1...3) { $0.offer() } }, to: landing())
    case 3: operation = .send(item: handle())
    case 4: operation = .finish
    case 5: operation = .undo
    case 6: operation = .redo
    case 7: operation = .restart
    case 8: operation = .deal(choice(), game: maybe { $0.word() })
    case 11: operation = .go(ply: number(0...WireLimits.pliesMax))
    case 12: operation = .resign
    case 13: operation = .ready(truth(), commit: maybe { $0.word() })
    case 14: operation = .salt(word())
    case 15: operation = .start
    case 16: operation = .again
    default: operation = .set(auto: truth() ? .safe : .all)
    }
    var tops: [Command.Top] = []
    for index in 0..<number(0...5) {
      tops.append(Command.Top(collection: "\(index)" + word(bytesMax: 30), item: maybe { $0.handle() }))
    }
    return Command(operation, if: tops)
  }

  private mutating func landing() -> Landing {
    Landing(
      word(), before: maybe { $0.handle() }, onto: maybe { $0.handle() },
      preferring: maybe { $0.chance(50) ? .copy : .move })
  }

  private mutating func offer() -> Offer {
    Offer(type: word(), body: chance(50) ? .text(word()) : .blob(word()), fileName: maybe { $0.word() })
  }

  // MARK: - Server

  mutating func serverMessage() -> ServerMessage {
    switch number(0...22) {
    case 0: return .welcome(welcome())
    case 22:
      return .progress(
        room: word(), clockMilliseconds: whole(),
        list { RaceProgress($0.whole(), done: $0.whole(), moves: $0.whole()) })
    case 16: return .rights(room: word(), rights())
    case 20:
      return .said(
        room: word(),
        list {
          LineTold(number: $0.whole(), seat: $0.whole(), id: $0.word(), name: $0.word(), text: $0.word())
        })
    case 21: return .reacts(room: word(), reactions())
    case 17: return .knock(room: word(), KnockEnd.allCases[number(0...2)])
    case 18:
      return .question(
        room: word(),
        QuestionTold(
          number: whole(), by: whole(), game: maybe { $0.word() }, deal: choice(), milliseconds: whole(),
          of: list { $0.whole() }, yes: list { $0.whole() }))
    case 19:
      return .questionEnded(
        room: word(), question: whole(), QuestionTold.End.allCases[number(0...3)], by: maybe { $0.whole() })
    case 1:
      let agreement = Agreement(
        opened: maybe { $0.word() }, room: maybe { $0.word() }, seat: maybe { $0.whole() },
        version: maybe { $0.whole() }, keys: maybe { $0.keys() }, isKnocking: truth(),
        question: maybe { $0.whole() })
      return .ok(c: whole(), agreement)
    case 2:
      let code = RefusalCode.allCases[number(0...RefusalCode.allCases.count - 1)]
      return .no(
        Refusal(
          c: maybe { $0.whole() }, room: maybe { $0.word() }, version: maybe { $0.whole() }, code: code,
          why: maybe { $0.word() + $0.word() + $0.word() }, resetMilliseconds: maybe { $0.whole() }))
    case 3:
      return .lease(
        c: whole(),
        Lease(
          room: word(), version: whole(), drag: whole(), items: list { $0.whole() }, index: whole(),
          formation: word(), destinations: list { $0.word() }, onto: list { $0.whole() },
          silenceMillisecondsMax: whole()))
    case 4: return .snapshot(snapshot())
    case 5: return .event(event())
    case 6: return .dests(dests())
    case 7: return .drag(room: word(), live: list { $0.liveDrag() }, regions: list { $0.regionChange() })
    case 14:
      return .hints(
        c: whole(), room: word(), version: whole(),
        list { dice in
          let actions: [HintTold.Action] = [
            .move(item: dice.whole(), into: dice.word()), .tap(dice.word()), .finish,
          ]
          return HintTold(actions[dice.number(0...2)], why: dice.word())
        })
    case 24: return .verdict(c: whole(), room: word(), version: whole(), verdict())
    case 13: return .data(c: whole(), room: word(), list { $0.itemData() })
    case 15:
      return .lines(
        c: whole(), room: word(), version: whole(),
        LinesTold(
          from: whole(), at: whole(),
          plies: list { dice in
            LinesTold.Ply(
              dice.whole(), after: dice.whole(), dice.word(), item: dice.maybe { $0.whole() },
              place: dice.maybe { $0.word() })
          }))
    case 8:
      return .crowd(
        room: word(), seats: list { $0.seat() }, watching: whole(), clockMilliseconds: whole(),
        clockRuns: truth(), access: access())
    case 9: return .tables(list { $0.table() })
    case 10:
      return .heartbeat(now: whole(), versions: list { RoomVersion(room: $0.word(), version: $0.whole()) })
    case 11: return .gone(room: word(), why: word())
    default: return .bye(code: word(), fromMilliseconds: whole(), toMilliseconds: whole())
    }
  }

  private mutating func keys() -> TableKeys {
    TableKeys(play: maybe { $0.word() }, watch: maybe { $0.word() }, host: maybe { $0.word() })
  }

  private mutating func reactions() -> ReactionsTold {
    var told = ReactionsTold(list: list { .init(seat: $0.whole(), what: $0.reaction()) })
    for _ in 0..<number(0...3) { told[reaction()] = whole() }
    return told
  }

  private mutating func access() -> AccessTold {
    AccessTold(
      level: maybe { $0.level() }, host: maybe { $0.whole() }, isLocked: truth(), isChatOn: truth())
  }

  private mutating func rights() -> Rights {
    Rights(
      isHost: truth(), keys: keys(), knocks: list { Rights.Named($0.whole(), $0.word()) },
      bans: list { Rights.Named($0.whole(), $0.word()) }, muted: list { $0.whole() })
  }

  private mutating func welcome() -> Welcome {
    var welcome = Welcome(
      visit: word(), token: word(), you: person(), server: word(), boot: word(), now: whole(),
      heartbeatMilliseconds: whole(), keepsTables: truth(), resumed: truth(),
      rooms: list { Welcome.RoomSeat(room: $0.word(), seat: $0.whole()) },
      limits: PublishedLimits(
        commandsPerSecond: whole(), commandsBurst: whole(), hoversPerSecond: whole(), hoversBurst: whole(),
        messageBytesMax: whole(), roomsMax: whole()))
    welcome.solves = truth()
    return welcome
  }

  private mutating func rules() -> [UInt8] {
    list { UInt8(truncatingIfNeeded: $0.number(0...255)) }
  }

  private mutating func snapshot() -> Snapshot {
    let reasons: [Snapshot.Reason] = [.join, .sync, .resume, .deal, .fallback, .behind, .start]
    return Snapshot(
      room: word(), epoch: word(), version: whole(), hash: word(), why: reasons[number(0...6)],
      game: chance(50)
        ? GameTold(
          id: word(), name: word(), draw: whole(), passes: whole(), rules: rules(), of: whole(),
          pairs: maybe { $0.whole() }, score: GameTold.ScoreTold.allCases[number(0...2)],
          zones: list { $0.zone() })
        : GameTold(id: word(), name: word(), kind: chance(50) ? .board : .race),
      deal: maybe { $0.deal() }, regions: list { $0.region() }, selections: list { $0.selection() },
      status: status(), seats: list { $0.seat() }, watching: whole(),
      live: list { $0.liveDrag() }, access: access(), race: maybe { $0.race() }, entry: maybe { $0.entry() })
  }

  private mutating func event() -> Event {
    Event(
      room: word(), from: whole(), to: whole(), seat: whole(), operation: word(),
      moves: list { dice in
        ItemsMoved(
          items: dice.list { $0.whole() }, collection: dice.word(), before: dice.maybe { $0.whole() })
      },
      up: list { $0.item() }, down: list { $0.whole() }, gone: list { $0.whole() },
      regions: list { $0.regionChange() }, selections: maybe { $0.list { $0.selection() } }, hash: word(),
      status: status(),
      reveal: maybe { $0.reveal() }, race: maybe { $0.race() })
  }

  private mutating func entry() -> RaceEntry {
    RaceEntry(
      race: word(), number: number(0...WireLimits.entrantsMax - 1), commit: word(), undo: truth(),
      hint: truth())
  }

  private mutating func race() -> RaceTold {
    let plan = RacePlan(
      least: whole(), most: whole(), seconds: whole(), undo: truth(), hint: truth(), expected: whole())
    let facts = RaceTold.Facts(
      game: word(), name: word(), plan: plan, commit: word(), of: whole(), points: truth(), low: truth())
    return RaceTold(
      facts: chance(50) ? facts : nil, state: RaceState.allCases[number(0...3)],
      startsInMilliseconds: maybe { $0.whole() }, untilMilliseconds: maybe { $0.whole() },
      entrants: list { $0.entrant() }, start: maybe { $0.word() }, next: maybe { $0.word() },
      reveal: maybe { Reveal(seed: $0.word(), salt: $0.word()) })
  }

  private mutating func entrant() -> RaceTold.Entrant {
    let standing = RaceStanding(
      state: RaceStanding.State.allCases[number(0...3)], milliseconds: whole(), done: whole(), since: whole(),
      moves: whole(), score: whole())
    return RaceTold.Entrant(
      whole(), isReady: truth(), commit: maybe { $0.word() }, isSalted: truth(), room: maybe { $0.word() },
      standing: chance(50) ? standing : nil, place: maybe { $0.whole() })
  }

  private mutating func dests() -> Dests {
    Dests(
      room: word(), version: whole(),
      sources: list { dice in
        let item = dice.whole()
        // A name that ends in the mark itself could not be told from a marked one.
        let places = dice.list {
          Dests.Destination(collection: $0.word(bytesMax: 60) + "t", reveals: $0.truth())
        }
        // One handle stands alone, several in an array.
        let items = dice.chance(50) ? [item] : dice.list(2...4) { $0.whole() }
        return Dests.Source(items: items, destinations: places, onto: dice.list { $0.whole() })
      },
      taps: list { $0.word() }, sends: list { Dests.Send(item: $0.whole(), collection: $0.word()) },
      canFinish: truth(), canUndo: truth(), canRedo: truth())
  }

  private mutating func person() -> Person {
    Person(id: word(), name: word(), kind: chance(50) ? .guest : .bot)
  }

  private mutating func seat() -> Seat {
    guard chance(70) else { return Seat(number: whole(), person: nil, isConnected: false) }
    return Seat(number: whole(), person: person(), isConnected: truth())
  }

  private mutating func item() -> ItemTold {
    if chance(50) { return ItemTold(handle: whole(), content: content()) }
    return ItemTold(handle: whole(), face: maybe { $0.word() })
  }

  private mutating func content() -> ItemContent {
    ItemContent(
      text: word(), detail: word(), symbol: word(), color: word(), face: word(), image: word(),
      fields: list { ItemContent.Field($0.word(), $0.word()) }, label: word())
  }

  private mutating func selection() -> SelectionTold {
    SelectionTold(seat: whole(), items: list { $0.whole() })
  }

  private mutating func button() -> ButtonTold { ButtonTold(label: word(), isEnabled: truth()) }

  private mutating func regionChange() -> RegionChange {
    RegionChange(
      name: word(), title: maybe { $0.word() }, label: maybe { $0.word() }, formation: maybe { $0.word() },
      button: maybe { $0.button() }, editing: maybe { $0.list { $0.whole() } })
  }

  private mutating func itemData() -> ItemData {
    ItemData(
      handle: whole(),
      ways: list { dice in
        ItemData.Way(
          type: dice.word(), fileName: dice.maybe { $0.word() },
          body: dice.chance(50) ? .text(dice.word()) : .url(dice.word()))
      })
  }

  private mutating func reveal() -> Reveal {
    Reveal(seed: word(), salt: word(), line: maybe { $0.list { $0.step() } })
  }

  private mutating func deal() -> DealTold {
    let cards: DealTold.Cards =
      chance(50) ? .open(dealNumber()) : .sealed(commit: word(), reveal: maybe { $0.reveal() })
    return DealTold(cards, terms: maybe { $0.terms() })
  }

  private mutating func zone() -> ZoneTold {
    var zone = ZoneTold(role: word(), count: whole())
    zone.dealt = chance(50) ? 0 : number(1...50)
    (zone.isSpread, zone.hasSuits, zone.takesRuns, zone.isRow) = (truth(), truth(), truth(), truth())
    zone.empty = chance(50) ? "any" : "king"
    zone.places = list { [$0.whole(), $0.whole()] }
    return zone
  }

  private mutating func region() -> RegionTold {
    var region = RegionTold(
      name: word(),
      runs: list { dice in
        RunTold(
          collection: dice.word(), drag: dice.truth(), title: dice.word(), reorder: dice.truth(),
          capacity: dice.maybe { $0.whole() }, items: dice.list { $0.item() })
      })
    region.title = word()
    region.label = word()
    region.layout = maybe { $0.word() }
    region.empty = word()
    region.formation = maybe { $0.word() }
    region.dropFormation = maybe { $0.word() }
    region.button = maybe { $0.button() }
    region.edit = maybe { $0.word() }
    region.editing = list { $0.whole() }
    region.taps = truth()
    region.takes = list { $0.word() }
    region.gives = truth()
    region.preview = word()
    region.scrolls = truth()
    return region
  }

  private mutating func liveDrag() -> LiveDrag {
    let isPlaced = truth()
    return LiveDrag(
      drag: whole(), seat: whole(), items: list { $0.whole() }, x: isPlaced ? whole() : nil,
      y: isPlaced ? whole() : nil, over: maybe { $0.word() }, before: maybe { $0.whole() },
      onto: maybe { $0.whole() }, formation: maybe { $0.word() })
  }

  private mutating func status() -> Status {
    Status(
      score: whole(), moves: whole(), pass: whole(), redeal: truth(), up: whole(), clockMilliseconds: whole(),
      clockRuns: truth(), ticks: whole(), status: state(), undo: whole(), redo: whole(), auto: auto(),
      timed: truth(), bonus: maybe { $0.whole() }, streak: chance(50) ? 0 : number(1...300))
  }

  private mutating func state() -> GameState {
    GameState.allCases[number(0...GameState.allCases.count - 1)]
  }

  private mutating func table() -> TableSummary {
    TableSummary(
      id: word(), game: word(), name: word(), deal: maybe { $0.deal() }, players: list { $0.word() },
      seats: whole(), watching: whole(),
      moves: whole(), score: whole(), up: whole(), status: state(),
      race: maybe { RaceState.allCases[$0.number(0...3)] }, bots: list { $0.whole() })
  }
}
