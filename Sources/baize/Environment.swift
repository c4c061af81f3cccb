import Foundation
import Synchronization

/// Settings from the environment: BAIZE_PORT and so on. What cannot be read is kept as a mistake, to be told
/// with all others.
enum Environment {
  /// By name: settings are read whenever a command line is looked at, and each mistake is told once.
  private static let found = Mutex<[String: String]>([:])

  /// One sentence for each setting that was read and makes no sense.
  static var mistakes: [String] {
    found.withLock { found in found.sorted { $0.key < $1.key }.map(\.value) }
  }

  static func text(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["BAIZE_" + name]
  }

  /// Several, with commas or spaces between them.
  static func list(_ name: String) -> [String]? {
    text(name)?.split { $0 == "," || $0 == " " }.map(String.init)
  }

  static func number<Number: FixedWidthInteger>(_ name: String, in range: ClosedRange<Number>) -> Number? {
    read(name, as: "a number from \(range.lowerBound) to \(range.upperBound)") { text in
      Number(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  static func truth(_ name: String) -> Bool? {
    read(name, as: "1 or 0") { ["1": true, "true": true, "0": false, "false": false][$0] }
  }

  private static func read<Value>(
    _ name: String, as wanted: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = text(name) else { return nil }
    if let value = parse(text) { return value }
    found.withLock { $0[name] = "BAIZE_\(name) must be \(wanted), not \"\(text)\"" }
    return nil
  }
}
