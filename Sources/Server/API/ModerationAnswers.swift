import HTTP
import JSON
import Logging
import Reactor
import Rooms
import Store

/// What people reported and whom the operator has banned: what is shown of it, and what the operator does. That it is
/// the operator who asks was made sure of.
///
///     a change ── read ── on the lists' thread: looked up, done ── kept by the journal ──→ JSON
final class ModerationAnswers {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let responder: Responder

  private static let hour: Int64 = 3_600_000

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ responder: Responder) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.responder = responder
  }

  // MARK: - Shown

  func list(to head: RequestHead, on connection: Connection) {
    connection.phase = .awaiting(head, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
    let (mailbox, id, bans) = (post.mailbox, connection.id, loop.shared.accounts.bans)
    let isTaken = loop.shared.store.shelf.list { storage in
      let answer: APIAnswer
      do throws(StorageFault) {
        let now = Instant.wallMilliseconds()
        answer = .moderation(try storage.reports(), bans.all(now: now), now: now)
      } catch {
        answer = .unreadable
      }
      mailbox.send(.front(.apiAnswer(id, answer)))
    }
    if !isTaken { responder.heard(APIAnswer.busy, for: connection) }
  }

  // MARK: - Changed

  /// - Parameter head: of the request, which waits for its answer.
  func carryOut(
    _ body: [UInt8], at place: OperatorChange.Place, asked head: RequestHead, on connection: Connection
  ) {
    let change: OperatorChange
    do throws(OperatorChange.Mistake) {
      change = try OperatorChange(body, at: place)
    } catch {
      return responder.heard(.change(error), for: connection)
    }
    let work = Work(
      shared: loop.shared, mailbox: post.mailbox, asker: connection.id, from: network(of: head, connection))
    if !loop.shared.store.shelf.list({ work.carryOut(change, in: $0) }) {
      responder.heard(APIAnswer.busy, for: connection)
    }
  }

  /// Where the operator sits, never the whole address.
  private func network(of head: RequestHead, _ connection: Connection) -> String {
    if let proxy = connection.exchange?.proxy {
      return loop.settings.proxies.client(of: proxy, head.headers).network
    }
    return connection.socket.peer?.network ?? "gone"
  }

  /// A change, on the thread that reads lists.
  private struct Work: Sendable {
    let shared: Shared
    let mailbox: Mailbox<Mail>
    let asker: ConnectionID
    let from: String

    func carryOut(_ change: OperatorChange, in storage: any TableStorage) {
      switch change {
      case .close(let id): close(id, in: storage)
      case .ban(let guest, let bansNetwork, let hours):
        ban(guest, network: bansNetwork, hours: hours, in: storage)
      case .lift(let id): lift(id)
      }
    }

    private func answer(_ answer: APIAnswer) { mailbox.send(.front(.apiAnswer(asker, answer))) }

    /// Once it is kept, or cannot be.
    private func answer(_ done: APIAnswer, when changes: [Moderation]) {
      shared.store.journal.change(.moderation(changes)) { [self] isKept in
        answer(isKept ? done : .changeNotKept)
      }
    }

    private func note(_ what: Logger.Message, _ metadata: Logger.Metadata) {
      shared.log.notice(what, metadata: metadata.merging(["network": "\(from)"]) { $1 })
    }

    private func close(_ id: Int64, in storage: any TableStorage) {
      guard let reports = try? storage.reports() else { return answer(.unreadable) }
      guard let report = reports.first(where: { $0.id == id }) else { return answer(.noSuchReport) }
      note("the operator closed a report", ["report": "\(id)", "about": "\(report.about)"])
      answer(.done, when: [.close(report: id, at: Instant.wallMilliseconds())])
    }

    /// A program is banned with its owner, who would have made another one at once. Networks of a guest are those of
    /// their visits, and of what they said where it was reported: the operator mostly comes later than they went.
    ///
    /// - Parameter named: a guest, or a program.
    private func ban(_ named: GuestID, network: Bool, hours: Int, in storage: any TableStorage) {
      let guest = shared.accounts.people.owner(of: named)
      guard !shared.accounts.people.isErased(guest) else { return answer(.noSuchGuest) }
      let visitors = Set([named, guest]).flatMap(shared.traffic.visits.visitors)
      guard let reports = (try? storage.reports())?.filter({ [named.text, guest.text].contains($0.about) })
      else {
        return answer(.unreadable)
      }
      var who: [Bans.Who] = [.guest(guest)]
      if network {
        let said = reports.compactMap { $0.network.flatMap { UInt32(exactly: $0) } }
        who += Set(visitors.compactMap(\.network) + said).sorted().map { .network($0) }
      }
      let now = Instant.wallMilliseconds()
      let name =
        shared.accounts.people.handle(of: guest)?.shown
        ?? visitors.last { $0.guest == guest }?.name ?? reports.lazy.compactMap(\.nameSaid).first ?? ""
      let bans = who.compactMap {
        shared.accounts.bans.add(
          $0, name: $0.kind == .guest ? name : guest.text,
          until: now + Int64(hours) * ModerationAnswers.hour, now: now)
      }
      guard !bans.isEmpty else { return answer(.bansFull) }
      // They may have been erased while the reports were read.
      guard !shared.accounts.people.isErased(guest) else {
        for ban in bans { _ = shared.accounts.bans.lift(ban.id) }
        return answer(.noSuchGuest)
      }
      for mailbox in shared.mailboxes { mailbox.send(.front(.banned)) }
      note(
        "the operator banned a guest",
        ["about": "\(guest.text)", "hours": "\(hours)", "networks": "\(bans.count - 1)"])
      answer(.bans(bans), when: bans.map(Moderation.ban))
    }

    private func lift(_ id: Int64) {
      guard let ban = shared.accounts.bans.lift(id) else { return answer(.noSuchBan) }
      note(
        "the operator lifted a ban",
        ["ban": "\(id)", "about": "\(ban.kind == .guest ? ban.key : "a network")"])
      answer(.done, when: [.lift(ban: id)])
    }
  }
}

extension APIAnswer {
  fileprivate static var done: APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("done", true)
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }

  fileprivate static func bans(_ bans: [Ban]) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    write(bans, to: &json)
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }

  fileprivate static func moderation(_ reports: [Report], _ bans: [Ban], now: Int64) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("now", Int(now))
    json.key("reports")
    json.beginArray()
    for report in reports {
      json.beginObject()
      json.field("id", Int(report.id))
      json.field("room", report.room.prefix(OperatorView.roomCharactersShown) + Redaction.mask)
      json.field("by", report.by)
      json.field("about", report.about)
      if let name = report.nameSaid { json.field("name", name) }
      json.field("why", report.why)
      json.field("line", report.line)
      json.field("at", Int(report.at))
      json.key("lines")
      json.value(json: Array((report.said == nil ? "[]" : report.lines).utf8))
      json.endObject()
    }
    json.endArray()
    write(bans, to: &json)
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }

  /// A network has the guest for whose sake it is banned, and their name while they are banned themselves.
  private static func write(_ bans: [Ban], to json: inout JSONWriter) {
    let names = bans.filter { $0.kind == .guest }.reduce(into: [:]) { $0[$1.key] = $1.name }
    json.key("bans")
    json.beginArray()
    for ban in bans {
      json.beginObject()
      json.field("id", Int(ban.id))
      json.field("kind", ban.kind.rawValue)
      if !ban.guest.isEmpty { json.field("guest", ban.guest) }
      json.field("name", names[ban.guest] ?? "")
      json.field("madeAt", Int(ban.madeAt))
      json.field("until", Int(ban.until))
      json.endObject()
    }
    json.endArray()
  }
}
