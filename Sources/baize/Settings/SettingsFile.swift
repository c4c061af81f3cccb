import Foundation

/// The file that `--config` names: a setting on each line, under the names of the flags.
///
///     # Lines that begin with a hash mean nothing.
///     connections-per-address = 64
///     allow-origin = https://a.example, https://b.example
///
/// Invariant: `values` holds settings that there are, each once; all else is among `mistakes`.
struct SettingsFile: Equatable {
  struct Value: Equatable {
    let text: String
    let line: Int
  }

  static let bytesMax = 64 * 1024

  /// Settings that a file may hold; not `config` itself.
  static let known: Set<String> = [
    "allow-origin", "blob-megabytes", "commands-burst", "commands-per-second", "compression", "connections",
    "connections-per-address", "data", "drain-seconds", "fsync", "games", "host", "hovers-burst",
    "hovers-per-second",
    "keep-days",
    "lab", "listen", "listen-mode", "log-format", "log-level", "loops", "messages-burst",
    "messages-per-second", "opens-burst", "operator-token-file", "port", "public", "table-megabytes",
    "table-memory",
    "tables", "tables-awake", "tables-awake-per-address", "tables-awake-per-guest", "tables-per-address",
    "tables-per-guest", "trust-proxy", "uploads-burst",
    "uploads-per-second",
  ]

  let path: String
  /// By the names that they have in the environment, without `BAIZE_`.
  private(set) var values: [String: Value] = [:]
  private(set) var mistakes: [String] = []

  /// The file of `--config FILE`, `--config=FILE` or BAIZE_CONFIG; nil when none is named. Looked for before the
  /// command line is understood, since it is where the defaults of other flags come from.
  static func named(in arguments: [String]) -> SettingsFile? {
    var path = Environment.variable("CONFIG")
    for (index, argument) in arguments.enumerated() {
      if argument == "--config", index + 1 < arguments.count { path = arguments[index + 1] }
      if argument.hasPrefix("--config=") { path = String(argument.dropFirst("--config=".count)) }
    }
    return path.map { SettingsFile(path: $0) }
  }

  init(path: String) {
    self.path = path
    guard let data = FileManager.default.contents(atPath: path) else {
      mistakes = ["the settings file \(path) cannot be read; name another with --config"]
      return
    }
    guard data.count <= Self.bytesMax, let text = String(data: data, encoding: .utf8) else {
      mistakes = ["the settings file \(path) must be text of at most \(Self.bytesMax / 1024) KiB"]
      return
    }
    read(text)
  }

  /// - Parameter text: what the file holds.
  init(path: String, text: String) {
    self.path = path
    read(text)
  }

  /// "FILE:3: port", as a mistake names it.
  func place(of name: String) -> String? {
    values[name].map { "\(path):\($0.line): \(name.lowercased().replacingOccurrences(of: "_", with: "-"))" }
  }

  private mutating func read(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if !trimmed.isEmpty, !trimmed.hasPrefix("#") { read(setting: trimmed, line: index + 1) }
    }
  }

  private mutating func read(setting: String, line: Int) {
    func wrong(_ sentence: String) { mistakes.append("\(path):\(line): \(sentence)") }
    guard let equals = setting.firstIndex(of: "=") else {
      return wrong("a setting is written as name = value, not \"\(setting.prefix(40))\"")
    }
    let name = setting[..<equals].trimmingCharacters(in: .whitespaces)
    let text = setting[setting.index(after: equals)...].trimmingCharacters(in: .whitespaces)
    guard Self.known.contains(name) else { return wrong("there is no setting \"\(name.prefix(40))\"") }
    guard !text.isEmpty else { return wrong("\(name) has no value") }
    let key = name.uppercased().replacingOccurrences(of: "-", with: "_")
    if let before = values[key] { return wrong("\(name) is set in line \(before.line) already") }
    values[key] = Value(text: text, line: line)
  }
}
