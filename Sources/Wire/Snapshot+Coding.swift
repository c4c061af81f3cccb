import JSON

extension Snapshot: Coded {
  static func coded<C: Coder>(_ snapshot: Snapshot?, by c: inout C) throws(C.Failure) -> Snapshot {
    Snapshot(
      room: try c.field("r", Text(), snapshot?.room), epoch: try c.field("e", Text(), snapshot?.epoch),
      version: try c.field("v", Whole(), snapshot?.version), hash: try c.field("h", Text(), snapshot?.hash),
      why: try c.field("why", Choice { _ in "unknown \"why\"" }, snapshot?.why),
      game: try c.field("game", Object<GameTold>(), snapshot?.game),
      deal: try c.optional("deal", Object<DealTold>(), snapshot?.deal),
      regions: try c.field("regions", Objects<RegionTold>(), snapshot?.regions),
      selections: try c.field("sel", SelectionTold.list, snapshot?.selections, unless: []),
      status: try c.field("s", Object<Status>(), snapshot?.status),
      seats: try c.field("seats", Objects<Seat>(), snapshot?.seats),
      watching: try c.field("watching", Whole(), snapshot?.watching),
      live: try c.field("live", Objects<LiveDrag>(), snapshot?.live),
      access: try AccessTold.coded(snapshot?.access, by: &c),
      race: try c.optional("race", Object<RaceTold>(), snapshot?.race),
      entry: try c.optional("entry", Object<RaceEntry>(), snapshot?.entry))
  }
}

extension GameTold: Coded {
  static func coded<C: Coder>(_ game: GameTold?, by c: inout C) throws(C.Failure) -> GameTold {
    let id = try c.field("id", Text(upTo: WireLimits.gameBytesMax), game?.id)
    let name = try c.field("name", Text(upTo: WireLimits.contentBytesMax), game?.name)
    let kind = try c.tag("kind", game?.kind, or: .patience) { _ in "unknown \"kind\" of game" }
    let isBoard = kind != .patience
    let rules = Base64Bytes(charactersMax: WireLimits.rulesCharactersMax, mistake: "\"rules\" is not base64")
    return GameTold(
      id: id, name: name, kind: kind, draw: isBoard ? 0 : try c.field("draw", Whole(), game?.draw),
      passes: isBoard ? -1 : try c.field("passes", Whole(), game?.passes),
      rules: try c.field("rules", rules, game?.rules, unless: []),
      of: try c.field("of", Whole(), game?.of, unless: 52),
      pairs: try c.optional("pairs", Whole(), game?.pairs),
      // A word that is not known is a score like any other.
      score: ScoreTold(
        rawValue: try c.field("score", Text(), game?.score.rawValue, unless: ScoreTold.points.rawValue))
        ?? .points,
      zones: try c.field("zones", Objects<ZoneTold>(), game?.zones, unless: []))
  }
}

extension RegionTold: Coded {
  @inline(__always)
  static func coded<C: Coder>(_ told: RegionTold?, by c: inout C) throws(C.Failure) -> RegionTold {
    RegionTold(
      name: try c.field("name", Text(), told?.name), title: try c.content("title", told?.title),
      label: try c.content("label", told?.label), layout: try c.optional("layout", Text(), told?.layout),
      empty: try c.content("empty", told?.empty),
      formation: try c.optional("formation", Text(), told?.formation),
      dropFormation: try c.optional("drop", Text(), told?.dropFormation),
      button: try c.optional("button", Object<ButtonTold>(), told?.button),
      edit: try c.optional("edit", Text(), told?.edit),
      editing: try c.field("editing", List(of: Whole()), told?.editing, unless: []),
      taps: try c.flag("taps", told?.taps),
      takes: try c.field("takes", List(of: Text()), told?.takes, unless: []),
      gives: try c.flag("gives", told?.gives),
      preview: try c.field("preview", Text(), told?.preview, unless: ""),
      scrolls: try c.flag("scroll", told?.scrolls), runs: try c.field("runs", Objects<RunTold>(), told?.runs))
  }
}

extension RunTold: Coded {
  @inline(__always)
  static func coded<C: Coder>(_ run: RunTold?, by c: inout C) throws(C.Failure) -> RunTold {
    RunTold(
      collection: try c.field("in", Text(), run?.collection), drag: try c.flag("drag", run?.drag),
      title: try c.content("title", run?.title), reorder: try c.flag("reorder", run?.reorder),
      capacity: try c.optional("capacity", Whole(), run?.capacity),
      items: try c.field("items", List(of: ItemRow()), run?.items))
  }
}

/// `[handle]`, `[handle, face]` or `[handle, content]`
struct ItemRow: Row {
  typealias Value = ItemTold

  @inline(__always)
  func coded<C: RowCoder>(_ item: ItemTold?, by c: inout C) throws(C.Failure) -> ItemTold {
    let handle = try c.element(Whole(), item?.handle)
    let content = try c.optional(ContentForm(), ifNext: .object, item?.face == nil ? item?.content : nil)
    return ItemTold(
      handle: handle, face: content == nil ? try c.optional(Text(), item?.face) : nil, content: content)
  }
}

extension GameState {
  static let form = Choice<GameState> { _ in "unknown \"status\"" }
}

extension Status: Coded {
  static func coded<C: Coder>(_ status: Status?, by c: inout C) throws(C.Failure) -> Status {
    Status(
      score: try c.field("score", Whole(), status?.score),
      moves: try c.field("moves", Whole(), status?.moves),
      pass: try c.field("pass", Whole(), status?.pass),
      redeal: try c.field("redeal", Truth(), status?.redeal),
      up: try c.field("up", Whole(), status?.up),
      clockMilliseconds: try c.field("clock", Whole(), status?.clockMilliseconds),
      clockRuns: try c.field("run", Truth(), status?.clockRuns),
      ticks: try c.field("ticks", Whole(), status?.ticks),
      status: try c.field("status", GameState.form, status?.status),
      undo: try c.field("undo", Whole(), status?.undo), redo: try c.field("redo", Whole(), status?.redo),
      auto: try AutoMoves.coded(status?.auto, isNeeded: true, by: &c),
      timed: try c.field("timed", Truth(), status?.timed),
      bonus: try c.optional("bonus", Whole(), status?.bonus),
      streak: try c.field("streak", Whole(), status?.streak, unless: 0))
  }
}
