import JSON
import Reactor
import Rooms
import Store
import Wire

/// Where an export goes on: the guest, for somebody's programs are guests of their own, and the table that was told
/// last.
///
///     0.0        the first page
///     1.4711     of the second guest, behind that table
struct ExportPlace: Equatable, Sendable {
  let guest: Int
  let table: Int64

  static let start = ExportPlace(guest: 0, table: 0)

  init(guest: Int, table: Int64) { (self.guest, self.table) = (guest, table) }

  /// - Parameter query: of a request; nil for one that says something else.
  init?(query: String) {
    if query.isEmpty {
      self = .start
      return
    }
    guard query.hasPrefix("after=") else { return nil }
    let parts = query.dropFirst("after=".count).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let guest = Int(parts[0]), let table = Int64(parts[1]), guest >= 0, table >= 0
    else { return nil }
    self.init(guest: guest, table: table)
    guard query == "after=\(text)" else { return nil }
  }

  var text: String { "\(guest).\(table)" }
}

/// All that is kept of somebody, page by page: who they are, their tables, and what they did there. It is read on the
/// thread for lists, which nobody waits for as for a table.
///
/// Promise: what a deal is made of is not in it, for it may be under way; nor what only a host is told, or others
/// alone: whom they banned or let in, and their visits.
enum PersonExport {
  static func begin(of identity: Identity, _ place: ExportPlace, for asker: ConnectionID, _ shared: Shared) {
    let mailbox = shared.mailboxes[Int(asker.loop)]
    let person = shared.accounts.people.told(identity)
    let guests = shared.accounts.people.guests(of: identity)
    let uploads = guests.flatMap { shared.store.blobs.owned(by: $0.text) }
    let ban = shared.accounts.bans.all(now: Instant.wallMilliseconds()).first {
      $0.key == identity.guest.text
    }
    let isTaken = shared.store.shelf.list { storage in
      do throws(StorageFault) {
        guard guests.indices.contains(place.guest) else {
          return mailbox.send(.front(.apiAnswer(asker, .exportEnd)))
        }
        let guest = guests[place.guest]
        let kept = try storage.kept(of: guest.text, after: place.table)
        let next = place.guest + 1
        let more =
          kept.last.map { ExportPlace(guest: place.guest, table: $0) }
          ?? (next < guests.count ? ExportPlace(guest: next, table: 0) : nil)
        var json = JSONWriter()
        json.beginObject()
        if place == .start { write(person, uploads, ban, into: &json) }
        write(kept, of: guest, into: &json)
        if let more { json.field("more", more.text) }
        json.endObject()
        json.newline()
        mailbox.send(.front(.apiAnswer(asker, APIAnswer(.ok, json))))
      } catch {
        shared.log.error("what is kept of a guest cannot be read: \(error)")
        mailbox.send(.front(.apiAnswer(asker, .unreadable)))
      }
    }
    if !isTaken { mailbox.send(.front(.apiAnswer(asker, .busy))) }
  }

  private static func write(
    _ person: PersonTold, _ uploads: [(id: BlobID, facts: Blobs.Facts)], _ ban: Ban?,
    into json: inout JSONWriter
  ) {
    json.key("me")
    person.write(into: &json)
    json.key("uploads")
    json.beginArray()
    for upload in uploads {
      json.beginObject()
      json.field("blob", upload.id.text)
      json.field("type", upload.facts.type.name)
      json.field("bytes", upload.facts.byteCount)
      json.endObject()
    }
    json.endArray()
    if let ban {
      json.key("ban")
      json.beginObject()
      json.field("name", ban.name)
      json.field("madeAt", Int(ban.madeAt))
      json.field("until", Int(ban.until))
      json.endObject()
    }
  }

  private static func write(_ kept: Kept, of guest: GuestID, into json: inout JSONWriter) {
    json.key("tables")
    json.beginArray()
    for table in kept.tables { write(table, of: guest, into: &json) }
    json.endArray()
    if !kept.reports.isEmpty {
      json.key("reports")
      json.beginArray()
      for report in kept.reports { write(report, into: &json) }
      json.endArray()
    }
  }

  private static func write(_ report: Kept.Reported, into json: inout JSONWriter) {
    json.beginObject()
    json.field("room", report.room)
    json.field("reported", report.isTheirs)
    json.field("why", report.why)
    json.field("at", Int(report.at))
    json.key("lines")
    json.value(json: Array(report.lines.utf8))
    json.endObject()
  }

  private static func write(_ table: Kept.Table, of guest: GuestID, into json: inout JSONWriter) {
    json.beginObject()
    json.field("room", table.room)
    json.field("opened", table.isOwn)
    json.field("openedAt", Int(table.openedAt))
    json.field("usedAt", Int(table.usedAt))
    json.key("records")
    json.beginArray()
    for record in table.records {
      guard let told = LogRecord.told(record.bytes, to: guest.text) else { continue }
      json.beginObject()
      json.field("n", Int(record.sequence))
      json.field("at", Int(record.at))
      if let author = record.author, author.guest == guest.text {
        if let visit = author.visit { json.field("visit", visit) }
        if let c = author.c { json.field("c", c) }
      }
      json.key("record")
      json.value(json: told)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}

extension APIAnswer {
  /// Behind the last table.
  fileprivate static var exportEnd: APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.key("tables")
    json.beginArray()
    json.endArray()
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }
}

extension LogRecord {
  /// A record as somebody whom it names may read it, without its newline: what a deal was made of is left out, and of
  /// who may come all that is about others.
  ///
  /// - Returns: nil for what this program does not understand.
  fileprivate static func told(_ bytes: [UInt8], to guest: String) -> [UInt8]? {
    guard var record = try? LogRecord.read(bytes) else { return nil }
    switch record {
    case .opening(var opening):
      opening.secret = Secret(description: opening.secret.description)
      record = .opening(opening)
    case .command(var command):
      command.secret = Secret(description: command.secret.description)
      record = .command(command)
    case .access(var access):
      if access.host != guest { access.host = "" }
      access.bans.removeAll { $0.first != guest }
      access.guests.removeAll { $0.first != guest }
      access.coHosts.removeAll { $0 != guest }
      record = .access(access)
    case .race(var race):
      // Others may still play the same cards.
      if case .dealt = race.step { race.step = .dealt(Reveal(seed: "", salt: "")) }
      record = .race(race)
    case .seats, .answered, .forgotten: break
    }
    return Array(record.line().dropLast())
  }
}
