import Foundation

/// Lines for people and pipes. Written through at once: `print` would hold them back when the output is a
/// pipe.
enum Output {
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  static func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// "2.1 s".
  static func seconds(_ milliseconds: Int) -> String {
    String(format: "%.1f s", Double(milliseconds) / 1000)
  }
}
