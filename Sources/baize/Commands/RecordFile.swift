import Console
import Foundation

/// The file of `--record`: a line of JSON for each game.
struct RecordFile {
  private let file: FileHandle

  /// nil where none is wanted.
  init?(_ path: String?) throws {
    guard let path else { return nil }
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Complaint.fail("\(path) cannot be written: check --record") }
    self.file = file
  }

  func write(_ record: some Encodable) {
    file.write(Data((Self.json(record) + "\n").utf8))
  }

  static func json(_ record: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
