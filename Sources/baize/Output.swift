import Foundation

/// Lines for people and pipes. Written through at once: `print` would hold them back when the output is a
/// pipe.
enum Output {
  static func say(_ line: String) {
    write(line, to: .standardOutput)
  }

  static func complain(_ line: String) {
    write(line, to: .standardError)
  }

  /// A line of the log, with its end. Written by the threads that serve, so it waits for nobody: no pipe that is full,
  /// no terminal that was stopped.
  ///
  /// - Returns: false when there was no room for it.
  static func log(_ line: [UInt8]) -> Bool {
    // A pipe that has room has room for so much.
    for start in stride(from: 0, to: line.count, by: Int(PIPE_BUF)) {
      var place = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard poll(&place, 1, 0) != 0 else { return false }
      let part = line[start..<min(line.count, start + Int(PIPE_BUF))]
      try? FileHandle.standardError.write(contentsOf: Data(part))
    }
    return true
  }

  /// Whoever has stopped listening has seen enough: that is no reason to crash.
  private static func write(_ line: String, to file: FileHandle) {
    try? file.write(contentsOf: Data((line + "\n").utf8))
  }

  /// "2.1 s".
  static func seconds(_ milliseconds: Int) -> String {
    String(format: "%.1f s", Double(milliseconds) / 1000)
  }
}
