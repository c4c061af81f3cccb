import ArgumentParser
import Foundation
import Logging
import Server

/// What an operator sees of a server, for `serve`: the log, the operator's page, and the file of settings.
struct OperatorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of settings: one \"name = value\" per line, named like the flags. SIGHUP reads it again.",
      valueName: "file"),
    completion: .file())
  var config: String?

  @Option(
    .logLevel, "info",
    "The least important lines that are logged: trace, debug, info, notice, warning, error or critical.",
    "level", completion: .list(Logger.Level.allCases.map(\.rawValue)))
  var logLevel: String

  @Option(
    .logFormat, "text", "The format of log lines: text or json.", "format",
    completion: .list(LogEntry.Format.allCases.map(\.rawValue)))
  var logFormat: String

  @Option(
    help: ArgumentHelp(
      "A file with the token (32 characters or more) that opens the page /operator. Without it there is no such page.",
      valueName: "file"),
    completion: .file())
  var operatorTokenFile: String?

  /// Named by the flag or in the environment: what the file itself says of it counts for nothing.
  var configFile: String? { config ?? Environment.variable(.config) }

  var level: Logger.Level? { Logger.Level(rawValue: logLevel) }
  var format: LogEntry.Format? { LogEntry.Format(rawValue: logFormat) }

  var mistakes: [String] {
    var mistakes: [String] = []
    if level == nil {
      let wanted = "trace, debug, info, notice, warning, error or critical"
      mistakes.append(Environment.mistake(in: .logLevel, logLevel, mustBe: wanted))
    }
    if format == nil {
      mistakes.append(Environment.mistake(in: .logFormat, logFormat, mustBe: "text or json"))
    }
    if let path = tokenPath, token == nil {
      let source = Environment.source(of: .operatorTokenFile, isHere: operatorTokenFile == nil)
      mistakes.append(
        "\(source) \(path) must hold one token of at least \(OperatorToken.charactersMin) characters"
      )
    }
    return mistakes
  }

  /// nil when no file is named, or it holds none.
  var token: OperatorToken? {
    guard let path = tokenPath, let data = FileManager.default.contents(atPath: path), data.count <= 4096
    else {
      return nil
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return OperatorToken(text)
  }

  private var tokenPath: String? { operatorTokenFile ?? Environment.text(.operatorTokenFile) }
}
