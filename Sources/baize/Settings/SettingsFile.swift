import Foundation

/// The file that `--config` names: a setting on each line, under the names of the flags.
///
///     # Lines that begin with a hash mean nothing.
///     connections-per-address = 64
///     allow-origin = https://a.example, https://b.example
///
/// Invariant: `values` holds settings that there are, each once; all else is among `mistakes`.
struct SettingsFile {
  struct Value {
    let text: String
    let line: Int
  }

  static let bytesMax = 64 * 1024

  let path: String
  private(set) var values: [Setting: Value] = [:]
  private(set) var mistakes: [String] = []

  /// The file of `--config FILE`, `--config=FILE` or BAIZE_CONFIG; nil when none is named. Looked for before the
  /// command line is understood, since it is where the defaults of other flags come from.
  static func named(in arguments: [String]) -> SettingsFile? {
    var path = Environment.variable(.config)
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

  /// "FILE:3: port", as a mistake names it.
  func place(of setting: Setting) -> String? {
    values[setting].map { "\(path):\($0.line): \(setting.name)" }
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
    guard let known = Setting.allCases.first(where: { $0.name == name }), known.isInFile else {
      return wrong("there is no setting \"\(name.prefix(40))\"")
    }
    guard !text.isEmpty else { return wrong("\(name) has no value") }
    if let before = values[known] { return wrong("\(name) is set in line \(before.line) already") }
    values[known] = Value(text: text, line: line)
  }
}
