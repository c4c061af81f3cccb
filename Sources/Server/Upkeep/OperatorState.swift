import Bytes
import JSON
import Store
import Wire

/// What an operator is shown, for the page and for programs: version, figures, tables, people, the log's tail.
/// Promise: no token, no visit's id and no whole address is in it.
struct OperatorState {
  static let linesShown = 200

  let view: OperatorView
  let part: Survey.Part
  let figures: Figures
  let log: [LogEntry]
  let upSeconds: Int
  let connectionsMax: Int
  let tablesMax: Int
  /// In bytes.
  let tableMemoryMax: Int

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("version", figures.version)
    json.field("state", figures.obstacle?.rawValue ?? "ready")
    json.field("upSeconds", upSeconds)
    json.field("connections", figures.sum.accepted - figures.sum.gone)
    json.field("connectionsMax", connectionsMax)
    json.field("tableCount", part.tableCount)
    json.field("personCount", part.personCount)
    writeFigures(into: &json)
    writeTables(into: &json)
    writePeople(into: &json)
    json.key("log")
    json.beginArray()
    for entry in log { write(entry, into: &json) }
    json.endArray()
    json.endObject()
    json.newline()
    return json.bytes
  }

  private func writeFigures(into json: inout JSONWriter) {
    let (sum, commits) = (figures.sum, figures.commits)
    json.key("figures")
    json.beginObject()
    json.field("tablesAwake", sum.tablesBusy + sum.tablesAwake)
    json.field("tablesMax", tablesMax)
    json.field("tablesWithPeople", sum.tablesBusy)
    json.field("tablesAsleep", figures.tablesAsleep)
    json.field("tableBytes", sum.tableBytes)
    json.field("tableBytesMax", tableMemoryMax)
    json.field("commandsDone", sum.count(of: .ok))
    json.field("commandsRefused", RefusalCode.allCases.reduce(0) { $0 + sum.count(of: .refused($1)) })
    write("answerMicroseconds", sum.acknowledgements, into: &json)
    write("commitMicroseconds", commits.commits, into: &json)
    json.field("recordsWaiting", commits.waiting)
    json.field("blobBytes", figures.blobsUsed.bytes)
    json.endObject()
  }

  /// The average; null where nothing was measured yet.
  private func write(_ name: String, _ durations: DurationCounts, into json: inout JSONWriter) {
    json.key(name)
    if durations.count > 0 { json.value(durations.microseconds / durations.count) } else { json.null() }
  }

  private func writeTables(into json: inout JSONWriter) {
    json.key("tables")
    json.beginArray()
    for table in part.tables {
      json.beginObject()
      json.field("id", view.room(table.id))
      json.field("game", table.game)
      json.field("seats", table.seats)
      json.field("players", table.players)
      json.field("watching", table.watching)
      json.field("version", table.version)
      json.field("idleSeconds", table.idleSeconds)
      json.field("waiting", table.waiting)
      json.endObject()
    }
    json.endArray()
  }

  private func writePeople(into json: inout JSONWriter) {
    json.key("people")
    json.beginArray()
    for person in part.people {
      json.beginObject()
      json.field("guest", person.guest)
      json.field("name", person.name)
      json.field("bot", person.isBot)
      json.key("tables")
      json.beginArray()
      for room in person.rooms { json.value(view.room(room)) }
      json.endArray()
      json.field("network", person.network)
      json.field("connectedSeconds", person.connectedSeconds)
      json.endObject()
    }
    json.endArray()
  }

  private func write(_ entry: LogEntry, into json: inout JSONWriter) {
    json.beginObject()
    json.field("time", LogEntry.time(entry))
    json.field("level", entry.level.rawValue)
    json.field("msg", entry.message)
    for field in entry.fields where !["time", "level", "msg"].contains(field.name) {
      json.key(field.name)
      json.value(view.field(field.name, field.text))
    }
    json.endObject()
  }
}
