import Foundation
import Synchronization

/// Settings from the environment, BAIZE_PORT and so on, and behind them those of the `--config` file. What cannot be
/// read is kept as a mistake, to be told with all others.
enum Environment {
  /// By name: settings are read whenever a command line is looked at, and each mistake is told once.
  private static let found = Mutex<[String: String]>([:])

  /// The file is read when the first setting is, and again only by `reread`.
  private static let file = Mutex(SettingsFile.named(in: CommandLine.arguments))

  /// Is there a file that could be read again?
  static var hasFile: Bool { file.withLock { $0 != nil } }

  /// One sentence for each setting that was read and makes no sense.
  static var mistakes: [String] {
    let inFile = file.withLock { $0?.mistakes ?? [] }
    return inFile + found.withLock { found in found.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Reads the file again; what was found wrong before is forgotten.
  static func reread() {
    let again = SettingsFile.named(in: CommandLine.arguments)
    file.withLock { $0 = again }
    found.withLock { $0 = [:] }
  }

  static func text(_ name: String) -> String? {
    variable(name) ?? file.withLock { $0?.values[name]?.text }
  }

  static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment["BAIZE_" + name] }

  /// Several, with commas or spaces between them.
  static func list(_ name: String) -> [String]? {
    text(name)?.split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// Where a setting that makes no sense is to be mended: "FILE:3: log-level", "BAIZE_LOG_LEVEL" or "--log-level".
  ///
  /// - Parameter isHere: whether the value is what `text` or `list` tell, and so from no flag.
  static func source(of name: String, isHere: Bool) -> String {
    let flag = "--" + name.lowercased().replacingOccurrences(of: "_", with: "-")
    guard isHere else { return flag }
    return variable(name) != nil ? "BAIZE_\(name)" : file.withLock { $0?.place(of: name) } ?? flag
  }

  static func source(of name: String, holding value: String) -> String {
    source(of: name, isHere: text(name) == value)
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
    let place = variable(name) == nil ? file.withLock { $0?.place(of: name) } : nil
    found.withLock { $0[name] = "\(place ?? "BAIZE_\(name)") must be \(wanted), not \"\(text)\"" }
    return nil
  }
}
