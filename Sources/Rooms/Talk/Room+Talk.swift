import Wire

/// What is said at a table. See "Talking" in docs/PROTOCOL.md.
extension Room {
  /// Why somebody may not talk: the word that they are told.
  enum Silence: String {
    /// Only those who have a seat talk.
    case seat
    case chatOff, muted
    /// Where anybody may come, newcomers only react.
    case newcomer
  }

  var isChatOn: Bool { access?.isChatOn(seats: seats.count) ?? false }

  /// - Parameter isKnown: they have a handle, or won a game of late.
  func say(
    _ given: String, isKnown: Bool, c: Int, from connection: ConnectionID, now: Int64,
    into effects: inout [Effect]
  ) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let member = members[connection], let seat = member.seat else {
      return refuse(c, .seat, to: connection, into: &effects)
    }
    let visitor = member.visitor
    guard isChatOn else { return refuse(c, .chatOff, to: connection, into: &effects) }
    guard !talk.isMuted(visitor) else { return refuse(c, .muted, to: connection, into: &effects) }
    guard isKnown || access?.level == .link else {
      return refuse(c, .newcomer, to: connection, into: &effects)
    }
    let text: TalkText
    do throws(TalkText.Fault) {
      text = try TalkText(given)
    } catch {
      return refuse(c, .bad, error.rawValue, to: connection, into: &effects)
    }
    guard !talk.saidLast(text.text, visitor.guest) else {
      return refuse(c, .bad, "you have just said that", to: connection, into: &effects)
    }
    if let wait = talk.say(text, at: seat, by: visitor, now: now) {
      return refuse(c, waiting: wait, to: connection, into: &effects)
    }
    agreeForSure(c, connection, into: &effects)
    let lines = talk.lines.suffix(1).map(\.told)
    effects.append(.talk(line: ServerMessage.said(room: id.text, lines).line()))
  }

  func react(
    _ what: Reaction, c: Int, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let member = members[connection], !member.isMini else {
      return refuseForSure(c, .role, to: connection, into: &effects)
    }
    let guest = member.visitor.guest
    guard !talk.isMuted(member.visitor) else { return refuse(c, .muted, to: connection, into: &effects) }
    if let wait = talk.react(what, at: member.seat, by: guest, now: now) {
      return refuse(c, waiting: wait, to: connection, into: &effects)
    }
    agreeForSure(c, connection, into: &effects)
    tickTalk(now: now, into: &effects)
  }

  func report(
    _ number: Int, why: ReportReason, c: Int, from connection: ConnectionID, into effects: inout [Effect]
  ) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let member = members[connection], !member.isMini else {
      return refuseForSure(c, .role, to: connection, into: &effects)
    }
    let guest = member.visitor.guest
    guard let line = talk.line(number) else { return refuse(c, .gone, to: connection, into: &effects) }
    guard line.guest != guest else {
      return refuse(c, .bad, "that line is your own", to: connection, into: &effects)
    }
    agreeForSure(c, connection, into: &effects)
    guard talk.report(number, by: guest) else { return }
    effects.append(
      .report(
        TalkReport(
          room: id, by: guest, about: line.guest, network: line.network, why: why, line: number,
          lines: talk.lines.map(\.told))))
  }

  /// Reactions wait for a moment, so that many are told as one.
  func tickTalk(now: Int64, into effects: inout [Effect]) {
    guard let told = talk.reactions.take(now: now) else { return }
    effects.append(.talk(line: ServerMessage.reacts(room: id.text, told).line()))
  }

  /// Who joins is told what was said last.
  func tellTalk(to connection: ConnectionID, into effects: inout [Effect]) {
    guard isChatOn, !talk.lines.isEmpty, members[connection]?.isMini == false else { return }
    let lines = ServerMessage.said(room: id.text, talk.lines.map(\.told))
    effects.append(.tell(connection, line: lines.line()))
  }

  /// Seats whose holders are muted.
  var seatsMuted: [Int] {
    if talk.muted.isEmpty { return [] }
    return talk.muted.compactMap { seats.seat(of: $0)?.index }.sorted()
  }

  /// What was said is said, whatever becomes of the journal: nothing of it is there.
  private func agreeForSure(_ c: Int, _ connection: ConnectionID, into effects: inout [Effect]) {
    if let member = members[connection], member.seat != nil {
      answers.give(nil, to: c, of: member.visitor.visit, at: version)
    }
    answerForSure(to: connection, into: &effects) { .ok(c: c, Agreement(room: id.text, version: $0)) }
  }

  private func refuse(_ c: Int, _ why: Silence, to connection: ConnectionID, into effects: inout [Effect]) {
    refuseForSure(c, .role, why: why.rawValue, to: connection, into: &effects)
  }
}
