import Foundation
import Synchronization

/// Settings from the environment, BAIZE_PORT and so on, and behind them those of the `--config` file. What cannot be
/// read is kept as a mistake, to be told with all others.
enum Environment {
  /// Settings are read whenever a command line is looked at, and each mistake is told once.
  private static let found = Mutex<[Setting: String]>([:])

  /// The file is read when the first setting is, and again only by `reread`.
  private static let file = Mutex(SettingsFile.named(in: CommandLine.arguments))

  /// Is there a file that could be read again?
  static var hasFile: Bool { file.withLock { $0 != nil } }

  /// One sentence for each setting that was read and makes no sense.
  static var mistakes: [String] {
    let inFile = file.withLock { $0?.mistakes ?? [] }
    return inFile
      + found.withLock { found in found.sorted { $0.key.variable < $1.key.variable }.map(\.value) }
  }

  /// Reads the file again; what was found wrong before is forgotten.
  static func reread() {
    let again = SettingsFile.named(in: CommandLine.arguments)
    file.withLock { $0 = again }
    found.withLock { $0 = [:] }
  }

  static func text(_ setting: Setting) -> String? {
    variable(setting) ?? file.withLock { $0?.values[setting]?.text }
  }

  static func variable(_ setting: Setting) -> String? {
    ProcessInfo.processInfo.environment[setting.variable]
  }

  /// Several, with commas or spaces between them.
  static func list(_ setting: Setting) -> [String]? {
    text(setting)?.split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// Where a setting that makes no sense is to be mended: "FILE:3: log-level", "BAIZE_LOG_LEVEL" or "--log-level".
  static func source(of setting: Setting, isHere: Bool) -> String {
    guard isHere else { return setting.flag }
    if variable(setting) != nil { return setting.variable }
    return file.withLock { $0?.place(of: setting) } ?? setting.flag
  }

  /// - Parameter isHere: whether the value is what `text` or `list` tell, and so from no flag; nil: where `text` does.
  static func mistake(
    in setting: Setting, _ value: String, isHere: Bool? = nil, mustBe wanted: String
  ) -> String {
    "\(source(of: setting, isHere: isHere ?? (text(setting) == value))) must be \(wanted), not \(value)"
  }

  static func number<Number: FixedWidthInteger>(
    _ setting: Setting, in range: ClosedRange<Number>
  ) -> Number? {
    read(setting, as: "a number from \(range.lowerBound) to \(range.upperBound)") { text in
      Number(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  static func truth(_ setting: Setting) -> Bool? {
    read(setting, as: "1 or 0") { ["1": true, "true": true, "0": false, "false": false][$0] }
  }

  private static func read<Value>(
    _ setting: Setting, as wanted: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = text(setting) else { return nil }
    if let value = parse(text) { return value }
    let sentence = mistake(in: setting, "\"\(text)\"", isHere: true, mustBe: wanted)
    found.withLock { $0[setting] = sentence }
    return nil
  }
}
