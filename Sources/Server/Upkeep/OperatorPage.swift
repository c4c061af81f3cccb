import Bytes
import JSON
import Wire

/// The operator's page: version, figures, tables, people, the log's tail. Plain HTML that renews itself, with the
/// site's own style sheets and no script. Promise: no token, no visit's id and no whole address is on it, and names
/// that people chose are text, whatever is in them.
struct OperatorPage {
  static let linesShown = 200
  static let renewedSeconds = 10

  private let view: OperatorView
  private let part: Survey.Part
  private let figures: Figures
  private let log: [LogEntry]
  private let upSeconds: Int
  private let connectionsMax: Int
  private let tablesMax: Int
  /// In bytes.
  private let tableMemoryMax: Int

  init(
    _ view: OperatorView, _ part: Survey.Part, _ figures: Figures, log: [LogEntry], upSeconds: Int,
    connectionsMax: Int, tablesMax: Int, tableMemoryMax: Int
  ) {
    self.view = view
    self.part = part
    self.figures = figures
    self.log = log
    self.upSeconds = upSeconds
    self.connectionsMax = connectionsMax
    self.tablesMax = tablesMax
    self.tableMemoryMax = tableMemoryMax
  }

  // MARK: - HTML

  var html: [UInt8] {
    let text = """
      <!doctype html>
      <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="refresh" content="\(Self.renewedSeconds)">
        <meta name="robots" content="noindex">
        <meta name="color-scheme" content="light dark">
        <title>Baize: operator</title>
        <link rel="icon" href="/img/favicon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/css/base.css">
        <link rel="stylesheet" href="/css/operator.css">
      </head>
      <body>
      <header class="top">
        <a class="brand" href="/"><img src="/img/favicon.svg" alt="" width="28" height="28"><b>Baize</b></a>
        <span>\(state), \(escaped(figures.version)), up \(Self.duration(upSeconds))</span>
      </header>
      <main class="operator">
      <h1>Operator</h1>
      <p>Renewed every \(Self.renewedSeconds) seconds. \(otherView)</p>
      <section aria-labelledby="figures"><h2 id="figures">Figures</h2><dl>
      \(figureRows)</dl></section>
      \(tableSection)\(peopleSection)\(logSection)</main>
      </body>
      </html>

      """
    return Array(text.utf8)
  }

  private var state: String { figures.obstacle?.rawValue ?? "ready" }

  private var otherView: String {
    view.showsRooms
      ? "Anyone who knows a table's whole name may come in: <a href=\"/operator\">cut names short</a>."
      : "Tables' names are cut short, for they are invitations: <a href=\"/operator/full\">show them whole</a>."
  }

  /// A figure; with a bar where there is something that it may not pass.
  private var figureRows: String {
    let sum = figures.sum
    let refused = RefusalCode.allCases.reduce(0) { $0 + sum.count(of: .refused($1)) }
    let rows: [(name: String, value: Int, max: Int?, told: String?)] = [
      ("Connections", sum.accepted - sum.gone, connectionsMax, nil),
      ("Tables awake", sum.tablesBusy + sum.tablesAwake, tablesMax, nil),
      ("Tables with people", sum.tablesBusy, max(1, sum.tablesBusy + sum.tablesAwake), nil),
      ("Memory of tables, in megabytes", sum.tableBytes >> 20, tableMemoryMax >> 20, nil),
      ("Tables asleep", figures.tablesAsleep, nil, nil),
      ("Commands done", sum.count(of: .ok), nil, nil),
      ("Commands refused", refused, nil, nil),
      (
        "Answered, on average", 0, nil,
        Self.average(sum.acknowledgements.microseconds, sum.acknowledgements.count)
      ),
      (
        "Commits, on average", 0, nil,
        Self.average(figures.commits.commits.microseconds, figures.commits.commits.count)
      ),
      ("Records that wait", figures.commits.waiting, nil, nil),
      ("Blobs, in megabytes", figures.blobsUsed.bytes >> 20, nil, nil),
    ]
    return rows.map { row in
      let value = row.told ?? String(row.value)
      let bar = row.max.map {
        "<meter min=\"0\" max=\"\($0)\" value=\"\(min(row.value, $0))\" aria-label=\"\(row.name) of \($0)\"></meter>"
      }
      return "<div><dt>\(row.name)</dt><dd>\(value)\(bar.map { " \($0)" } ?? "")</dd></div>\n"
    }.joined()
  }

  private var tableSection: String {
    let rows = part.tables.map { table in
      [
        view.room(table.id), table.game, "\(table.players) of \(table.seats)", "\(table.watching)",
        "\(table.version)", Self.duration(table.idleSeconds), "\(table.waiting)",
      ]
    }
    return section(
      "tables", "Tables", ["Table", "Game", "Seats", "Watching", "Version", "Idle", "Waiting"], rows,
      of: part.tableCount)
  }

  private var peopleSection: String {
    let rows = part.people.map { person in
      [
        person.guest, person.name + (person.isBot ? " (bot)" : ""),
        person.rooms.map { view.room($0) }.joined(separator: " "), person.network,
        Self.duration(person.connectedSeconds),
      ]
    }
    return section(
      "people", "People", ["Guest", "Name", "Tables", "Network", "Connected for"], rows, of: part.personCount)
  }

  /// The newest line first.
  private var logSection: String {
    let rows = log.reversed().map { entry in
      [
        LogEntry.time(entry), entry.level.rawValue, entry.message,
        entry.fields.map { "\($0.name)=\(LogEntry.quoted(view.field($0.name, $0.text)))" }.joined(
          separator: " "),
      ]
    }
    return section("log", "Log", ["Time", "Level", "What", "About"], rows, of: log.count)
  }

  /// - Parameter count: all that there are, also those without a row.
  private func section(
    _ id: String, _ title: String, _ columns: [String], _ rows: [[String]], of count: Int
  ) -> String {
    let more = count > rows.count ? "<p>\(count - rows.count) more are not shown.</p>\n" : ""
    let head = columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let body = rows.map { row in "<tr>" + row.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>\n" }
      .joined()
    return """
      <section aria-labelledby="\(id)"><h2 id="\(id)">\(title) <small>\(count)</small></h2>
      <div class="wide" role="group" aria-label="\(title), a list that scrolls" tabindex="0"><table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(body)</tbody>
      </table></div>
      \(more)</section>

      """
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// "3 d 4 h", "12 min", "5 s".
  static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(max(0, seconds)) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    default: "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
    }
  }

  private static func average(_ microseconds: Int, _ count: Int) -> String {
    count > 0 ? "\(microseconds / count) µs" : "none yet"
  }

  // MARK: - JSON

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("version", figures.version)
    json.field("state", state)
    json.field("upSeconds", upSeconds)
    json.field("connections", figures.sum.accepted - figures.sum.gone)
    json.field("connectionsMax", connectionsMax)
    json.field("tableCount", part.tableCount)
    json.field("personCount", part.personCount)
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
