import ArgumentParser

/// What `serve` can be told.
enum Setting: String, CaseIterable {
  case allowOrigin, bankDeals, blobMegabytes, commandsBurst, commandsPerSecond, compression, config,
    connections
  case connectionsPerAddress, data, drainSeconds, fsync, games, host, hoversBurst, hoversPerSecond, keepDays
  case lab, listen, listenMode, logFormat, logLevel, loops, messagesBurst, messagesPerSecond, opensBurst
  case operatorTokenFile, port, `public`, questionsBurst, questionsPerSecond, solverMemory, solverNice
  case solverThreads
  case tableMegabytes, tableMemory, tables, tablesAwake
  case tablesAwakePerAddress, tablesAwakePerGuest, tablesPerAddress, tablesPerGuest, takeover, trustProxy
  case uploadsBurst, uploadsPerSecond

  /// In a file, and behind two hyphens on the command line: "log-level".
  var name: String { rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) } }

  var flag: String { "--" + name }

  /// In the environment: "BAIZE_LOG_LEVEL".
  var variable: String { "BAIZE_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

  /// The file is not named in itself, and what a start is for is not kept.
  var isInFile: Bool { self != .config && self != .takeover }
}

extension Option where Value == String {
  init(
    _ setting: Setting, _ usual: String, _ help: String, _ valueName: String,
    completion: CompletionKind? = nil
  ) {
    self.init(
      wrappedValue: Environment.text(setting) ?? usual, name: .customLong(setting.name),
      help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }
}
