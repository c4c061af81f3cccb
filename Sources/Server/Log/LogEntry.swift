import Bytes
import JSON
import Logging
import Reactor

/// One line of the log: when, how grave, what, and about whom. Invariant: without secrets from its making on.
package struct LogEntry: Sendable {
  /// How lines are written.
  package enum Format: String, CaseIterable, Sendable {
    /// `time=… level=info msg="hello" guest=g_…`, as logfmt has it.
    case text
    /// One object a line.
    case json
  }

  let wallMilliseconds: Int64
  let level: Logger.Level
  let message: String
  /// By name, in the order of the alphabet.
  let fields: [(name: String, text: String)]

  /// No field is longer, in characters.
  static let fieldCharactersMax = 500

  init(wallMilliseconds: Int64, level: Logger.Level, message: String, metadata: Logger.Metadata) {
    self.wallMilliseconds = wallMilliseconds
    self.level = level
    self.message = Redaction.redacted(String(message.prefix(Self.fieldCharactersMax)))
    fields = metadata.sorted { $0.key < $1.key }.map { name, value in
      if Redaction.secretKeys.contains(name.lowercased()) { return (name, Redaction.mask) }
      return (name, Redaction.redacted(String("\(value)".prefix(Self.fieldCharactersMax))))
    }
  }

  static func time(_ entry: LogEntry) -> String { isoTime(wallMilliseconds: entry.wallMilliseconds) }

  func line(_ format: Format) -> [UInt8] {
    switch format {
    case .text: Array((text + "\n").utf8)
    case .json: json
    }
  }

  /// logfmt: what has spaces, quotes or controls in it is quoted, with the escapes of JSON.
  var text: String {
    var text = "time=\(Self.time(self)) level=\(level.rawValue) msg=\(Self.quoted(message))"
    for field in fields { text += " \(field.name)=\(Self.quoted(field.text))" }
    return text
  }

  private var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("time", isoTime(wallMilliseconds: wallMilliseconds))
    json.field("level", level.rawValue)
    json.field("msg", message)
    for field in fields where !["time", "level", "msg"].contains(field.name) {
      json.key(field.name)
      json.value(field.text)
    }
    json.endObject()
    json.newline()
    return json.bytes
  }

  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"=\\".utf8.contains($0) }
    if isPlain, !text.isEmpty { return text }
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
