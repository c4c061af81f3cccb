import JSON

extension AccessLevel {
  /// A field with one of the levels.
  static var form: Choice<AccessLevel> {
    Choice { _ in "\"access\" must be \"public\", \"link\" or \"knock\"" }
  }
}

extension TableKeys: Coded {
  static func coded<C: Coder>(_ keys: Self?, by c: inout C) throws(C.Failure) -> Self {
    TableKeys(
      play: try c.optional("play", Text(), keys?.play), watch: try c.optional("watch", Text(), keys?.watch),
      host: try c.optional("host", Text(), keys?.host))
  }
}

extension AccessTold: Coded {
  static func coded<C: Coder>(_ told: Self?, by c: inout C) throws(C.Failure) -> Self {
    AccessTold(
      level: try c.optional("access", AccessLevel.form, told?.level),
      host: try c.optional("host", Whole(), told?.host), isLocked: try c.flag("locked", told?.isLocked),
      isChatOn: try c.flag("chat", told?.isChatOn))
  }
}

extension Rights: Coded {
  static func coded<C: Coder>(_ rights: Self?, by c: inout C) throws(C.Failure) -> Self {
    Rights(
      isHost: try c.flag("host", rights?.isHost),
      keys: try c.field("keys", Object<TableKeys>(), rights?.keys),
      knocks: try c.field("knocks", List(of: NamedRow(), 0...64), rights?.knocks, unless: []),
      bans: try c.field("bans", List(of: NamedRow(), 0...64), rights?.bans, unless: []),
      muted: try c.field("muted", List(of: Whole(), 0...WireLimits.entrantsMax), rights?.muted, unless: []))
  }

  /// `[number, name]`
  private struct NamedRow: Row {
    typealias Value = Named

    func coded<C: RowCoder>(_ named: Named?, by c: inout C) throws(C.Failure) -> Named {
      Named(
        try c.element(Whole(), named?.number),
        try c.element(Text(upTo: WireLimits.nameBytesMax), named?.name))
    }
  }
}

extension HostCommand: Coded {
  private enum Kind: String, CaseIterable {
    case kick, ban, unban, lock, unlock, pass, keys
    case letIn = "let"
    case refuse, access, chat, mute, unmute
  }

  static func coded<C: Coder>(_ command: Self?, by c: inout C) throws(C.Failure) -> Self {
    switch try c.tag("do", command?.kind, { "a host cannot do \"\($0)\"" }) {
    case .kick: return .kick(seat: try seat(command, &c))
    case .ban:
      if c.has("knock", command?.isOfKnock) { return .banKnock(try number("knock", command, &c)) }
      return .ban(seat: try seat(command, &c))
    case .unban: return .unban(try number("ban", command, &c))
    case .lock: return .lock
    case .unlock: return .unlock
    case .pass: return .pass(seat: try seat(command, &c))
    case .keys: return .keys
    case .letIn: return .letIn(knock: try number("knock", command, &c))
    case .refuse: return .refuse(knock: try number("knock", command, &c))
    case .access: return .access(try c.field("access", AccessLevel.form, command?.level))
    case .chat: return .chat(try c.field("on", Truth(), command?.on))
    case .mute: return .mute(seat: try seat(command, &c))
    case .unmute: return .unmute(seat: try seat(command, &c))
    }
  }

  private static func seat<C: Coder>(_ command: Self?, _ c: inout C) throws(C.Failure) -> Int {
    try c.field("seat", Whole(0...WireLimits.entrantsMax - 1), command?.number)
  }

  private static func number<C: Coder>(_ key: String, _ command: Self?, _ c: inout C) throws(C.Failure) -> Int
  {
    try c.field(key, Whole(.ordinals), command?.number)
  }

  private var kind: Kind {
    switch self {
    case .kick: .kick
    case .ban, .banKnock: .ban
    case .unban: .unban
    case .lock: .lock
    case .unlock: .unlock
    case .pass: .pass
    case .keys: .keys
    case .letIn: .letIn
    case .refuse: .refuse
    case .access: .access
    case .chat: .chat
    case .mute: .mute
    case .unmute: .unmute
    }
  }

  private var isOfKnock: Bool { if case .banKnock = self { true } else { false } }
  private var level: AccessLevel? { if case .access(let level) = self { level } else { nil } }
  private var on: Bool? { if case .chat(let on) = self { on } else { nil } }

  private var number: Int? {
    switch self {
    case .kick(let number), .ban(let number), .banKnock(let number), .unban(let number), .pass(let number),
      .letIn(let number), .refuse(let number), .mute(let number), .unmute(let number):
      number
    case .lock, .unlock, .keys, .access, .chat: nil
    }
  }
}

extension QuestionTold: Coded {
  static func coded<C: Coder>(_ question: Self?, by c: inout C) throws(C.Failure) -> Self {
    let seats = List(of: Whole(), 0...WireLimits.entrantsMax)
    return QuestionTold(
      number: try c.field("n", Whole(), question?.number), by: try c.field("by", Whole(), question?.by),
      game: try c.optional("game", Text(upTo: WireLimits.gameBytesMax), question?.game),
      deal: try c.optional("deal", Object<DealChoice>(), question?.deal),
      resigns: try c.flag("resign", question?.resigns),
      milliseconds: try c.field("ms", Whole(), question?.milliseconds),
      of: try c.field("of", seats, question?.of), yes: try c.field("yes", seats, question?.yes))
  }
}
