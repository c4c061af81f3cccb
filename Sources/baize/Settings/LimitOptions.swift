import ArgumentParser
import Server

/// How much and how often, for `serve`: limits that can change while it runs.
struct LimitOptions: ParsableArguments {
  private static let rateRange = 1...100_000

  @Option(
    help: ArgumentHelp(
      "Connections open at once. The system's limit on open files may allow fewer.", valueName: "count"))
  var connections: Int = Environment.number("CONNECTIONS", in: Serve.connectionsRange) ?? 20_000

  @Option(
    help: ArgumentHelp(
      "Connections open at once from one address (IPv6: one /64 network). This machine has no limit.",
      valueName: "count"))
  var connectionsPerAddress: Int =
    Environment.number("CONNECTIONS_PER_ADDRESS", in: Serve.connectionsRange) ?? 256

  @Option(help: ArgumentHelp("Tables in memory at once. All others sleep on the disk.", valueName: "count"))
  var tablesAwake: Int = Environment.number("TABLES_AWAKE", in: Serve.connectionsRange) ?? 10_000

  @Option(help: ArgumentHelp("Tables that one guest keeps in memory at once.", valueName: "count"))
  var tablesAwakePerGuest: Int =
    Environment.number("TABLES_AWAKE_PER_GUEST", in: Serve.connectionsRange) ?? 64

  @Option(
    help: ArgumentHelp(
      "Tables that one address (IPv6: one /64 network) keeps in memory at once. This machine has no limit.",
      valueName: "count"))
  var tablesAwakePerAddress: Int =
    Environment.number("TABLES_AWAKE_PER_ADDRESS", in: Serve.connectionsRange) ?? 1_024

  @Option(
    help: ArgumentHelp(
      "Memory for all tables together. Beyond it tables sleep on the disk. Without it: a quarter of the machine's.",
      valueName: "megabytes"))
  var tableMemory: Int =
    Environment.number("TABLE_MEMORY", in: Serve.tableMemoryRange)
    ?? max(Serve.tableMemoryRange.lowerBound, Machine.memoryMegabytes / 4)

  @Option(
    help: ArgumentHelp("Disk space for all dropped files together.", valueName: "megabytes"))
  var blobMegabytes: Int = Environment.number("BLOB_MEGABYTES", in: Serve.blobMegabytesRange) ?? 2048

  @Option(help: ArgumentHelp("Commands per second per connection.", valueName: "count"))
  var commandsPerSecond: Int = Environment.number("COMMANDS_PER_SECOND", in: rateRange) ?? 20

  @Option(help: ArgumentHelp("Commands that one connection may send at once.", valueName: "count"))
  var commandsBurst: Int = Environment.number("COMMANDS_BURST", in: rateRange) ?? 40

  @Option(help: ArgumentHelp("Drag-position messages per second per connection.", valueName: "count"))
  var hoversPerSecond: Int = Environment.number("HOVERS_PER_SECOND", in: rateRange) ?? 30

  @Option(
    help: ArgumentHelp("Drag-position messages that one connection may send at once.", valueName: "count"))
  var hoversBurst: Int = Environment.number("HOVERS_BURST", in: rateRange) ?? 60

  @Option(
    help: ArgumentHelp(
      "Messages of any kind per second per connection. A connection that sends more is closed.",
      valueName: "count"))
  var messagesPerSecond: Int = Environment.number("MESSAGES_PER_SECOND", in: rateRange) ?? 200

  @Option(
    help: ArgumentHelp("Messages of any kind that one connection may send at once.", valueName: "count"))
  var messagesBurst: Int = Environment.number("MESSAGES_BURST", in: rateRange) ?? 400

  @Option(
    help: ArgumentHelp(
      "Tables that one visit may open at once. After that it may open one per second.", valueName: "count")
  )
  var opensBurst: Int = Environment.number("OPENS_BURST", in: rateRange) ?? 10

  @Option(help: ArgumentHelp("Uploads per second per guest.", valueName: "count"))
  var uploadsPerSecond: Int = Environment.number("UPLOADS_PER_SECOND", in: rateRange) ?? 5

  @Option(help: ArgumentHelp("Files that one guest may upload at once.", valueName: "count"))
  var uploadsBurst: Int = Environment.number("UPLOADS_BURST", in: rateRange) ?? 200

  /// What is wrong with flags; what comes from elsewhere was checked where it was read.
  var mistakes: [String] {
    let counts = [
      ("connections", connections), ("connections-per-address", connectionsPerAddress),
      ("tables-awake", tablesAwake), ("tables-awake-per-guest", tablesAwakePerGuest),
      ("tables-awake-per-address", tablesAwakePerAddress),
    ]
    let rates = [
      ("commands-per-second", commandsPerSecond), ("commands-burst", commandsBurst),
      ("hovers-per-second", hoversPerSecond), ("hovers-burst", hoversBurst),
      ("messages-per-second", messagesPerSecond), ("messages-burst", messagesBurst),
      ("opens-burst", opensBurst), ("uploads-per-second", uploadsPerSecond), ("uploads-burst", uploadsBurst),
    ]
    return Self.mistakes(counts, in: Serve.connectionsRange) + Self.mistakes(rates, in: Self.rateRange)
      + Self.mistakes([("table-memory", tableMemory)], in: Serve.tableMemoryRange)
      + Self.mistakes([("blob-megabytes", blobMegabytes)], in: Serve.blobMegabytesRange)
  }

  private static func mistakes(_ values: [(String, Int)], in range: ClosedRange<Int>) -> [String] {
    values.filter { !range.contains($0.1) }.map {
      "--\($0.0) must be \(range.lowerBound) to \(range.upperBound), not \($0.1)"
    }
  }

  func set(_ settings: inout Server.Configuration) {
    settings.connectionsMax = connections
    settings.connectionsPerAddressMax = connectionsPerAddress
    settings.roomsMax = tablesAwake
    (settings.awakePerGuestMax, settings.awakePerNetworkMax) = (tablesAwakePerGuest, tablesAwakePerAddress)
    settings.tableMemoryMax = tableMemory * 1024 * 1024
    settings.blobs.bytesMax = blobMegabytes * 1024 * 1024
    (settings.commandsPerSecond, settings.commandsBurst) = (commandsPerSecond, commandsBurst)
    (settings.hoversPerSecond, settings.hoversBurst) = (hoversPerSecond, hoversBurst)
    (settings.messagesPerSecond, settings.messagesBurst) = (messagesPerSecond, messagesBurst)
    settings.opensBurst = opensBurst
    (settings.uploadsPerSecond, settings.uploadsBurst) = (uploadsPerSecond, uploadsBurst)
  }
}
