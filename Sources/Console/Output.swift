import Foundation
import Reactor
import Synchronization

/// Lines for people and pipes. Written through at once: `print` would hold them back when the output is a
/// pipe.
package enum Output {
  /// - Returns: false when nobody reads it, or there is no room for it.
  @discardableResult
  package static func say(_ line: String) -> Bool { write(line, to: .standardOutput) }

  package static func complain(_ line: String) {
    _ = write(line, to: .standardError)
  }

  /// A line of the log, with its end. Written by the threads that serve, so it waits for nobody.
  ///
  /// - Returns: false when there was no room for it.
  package static func log(_ line: [UInt8]) -> Bool { outlet.withLock { $0.write(line) } }

  private static let outlet = Mutex(Outlet(STDERR_FILENO))

  /// A reader that went away has seen enough: that is no reason to crash, nor to complain.
  private static func write(_ line: String, to file: FileHandle) -> Bool {
    do {
      try file.write(contentsOf: Data((line + "\n").utf8))
      return true
    } catch {
      let why = errno
      if why != EPIPE, file.fileDescriptor == STDOUT_FILENO {
        complain("baize: the output cannot be written: \(String(cString: strerror(why)))")
      }
      return false
    }
  }

  /// "2.1 s".
  package static func seconds(_ milliseconds: Int) -> String {
    String(format: "%.1f s", Double(milliseconds) / 1000)
  }
}
