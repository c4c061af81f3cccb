import HTTP
import JSON
import Reactor
import Rooms
import Wire

/// A guest's own tables, running and finished, for who has their token.
final class TableAnswers {
  private let loop: LoopContext
  private let connections: Connections
  private let responder: Responder

  init(_ loop: LoopContext, _ connections: Connections, _ responder: Responder) {
    self.loop = loop
    self.connections = connections
    self.responder = responder
  }

  /// The answer comes when the list is made: `.apiAnswer(connection, …)`.
  func list(to head: RequestHead, on connection: Connection) {
    func refuse(_ answer: APIAnswer) { responder.send(answer, to: head, on: connection) }
    guard head.method == .get || head.method == .head else {
      return refuse(.method(API.methods(at: head.path)))
    }
    guard !head.hasBody else { return refuse(.bodyless) }
    guard let identity = loop.shared.accounts.people.identity(in: head.headers) else {
      return refuse(.tokenMissing)
    }
    guard let place = TablePlace(query: head.target.query) else { return refuse(.beforeUnknown) }
    if let wait = loop.shared.limits.lists.take(
      identity.payer, of: connection.network, now: loop.now.milliseconds)
    {
      return refuse(.tooOften(waitMilliseconds: wait))
    }
    connection.phase = .awaiting(head, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
    TableListing.begin(of: identity.guest, place, for: connection.id, loop.shared)
  }
}

/// A line of the list.
struct TableRow: Sendable {
  let room: RoomID
  let usedAt: Int64
  let standing: SleepingTables.Standing
  /// The names of those who are there now.
  var here: [String] = []

  fileprivate func write(into json: inout JSONWriter) {
    json.beginObject()
    switch standing {
    case .told(let summary): summary.write(into: &json)
    case .damaged:
      json.field("id", room.text)
      json.field("status", "damaged")
    }
    json.field("at", Int(usedAt))
    if !here.isEmpty { json.texts("here", here) }
    json.endObject()
  }
}

extension APIAnswer {
  static func tables(_ rows: [TableRow], more: TablePlace?) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.key("tables")
    json.beginArray()
    for row in rows { row.write(into: &json) }
    json.endArray()
    if let more { json.field("more", more.text) }
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }
}
