import JSON
import Rooms
import Store
import Wire

extension Report {
  /// As it is kept.
  ///
  /// - Parameter wall: milliseconds since 1970.
  init(_ report: TalkReport, at wall: Int64) {
    var json = JSONWriter()
    json.beginArray()
    for line in report.lines {
      json.beginArray()
      json.value(line.number)
      json.value(line.seat)
      for text in [line.id, line.name, line.text] { json.value(text) }
      json.endArray()
    }
    json.endArray()
    self.init(
      room: report.room.text, by: report.by.text, about: report.about.text,
      network: report.network.map { UInt64($0) }, why: report.why.rawValue, line: report.line,
      lines: String(decoding: json.bytes, as: UTF8.self), at: wall)
  }

  /// The lines; nil where they are not as they were written.
  var said: [LineTold]? {
    let line = Array(#"{"t":"said","r":"","lines":\#(lines)}"#.utf8)
    if case .said(_, let lines)? = try? ServerMessage.read(line) { return lines }
    return nil
  }

  /// What they who said it called themselves there.
  var nameSaid: String? { said?.last { $0.id == about }?.name }
}
