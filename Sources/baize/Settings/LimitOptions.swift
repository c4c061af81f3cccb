import ArgumentParser

/// How much and how often, for `serve`: limits that can change while it runs.
struct LimitOptions: ParsableArguments {
  private static let counts = 1...1_000_000
  private static let rates = 1...100_000

  @Option(
    .connections, \.server.connectionsMax, counts,
    "Connections open at once. The system's limit on open files may allow fewer.")
  var connections: Int

  @Option(
    .connectionsPerAddress, \.server.connectionsPerAddressMax, counts,
    "Connections open at once from one address (IPv6: one /64 network). This machine has no limit.")
  var connectionsPerAddress: Int

  @Option(
    .tablesAwake, \.server.roomsMax, counts, "Tables in memory at once. All others sleep on the disk.")
  var tablesAwake: Int

  @Option(
    .tablesAwakePerGuest, \.server.awakePerGuestMax, counts,
    "Tables that one guest keeps in memory at once.")
  var tablesAwakePerGuest: Int

  @Option(
    .tablesAwakePerAddress, \.server.awakePerNetworkMax, counts,
    "Tables that one address (IPv6: one /64 network) keeps in memory at once. This machine has no limit.")
  var tablesAwakePerAddress: Int

  @Option(
    .tableMemory, \.server.tableMemoryMax, 16...1_048_576, of: Amount.megabyte,
    usual: max(16, Machine.memoryMegabytes / 4),
    "Memory for all tables together. Beyond it tables sleep on the disk. Without it: a quarter of the machine's.",
    "megabytes")
  var tableMemory: Int

  @Option(
    .blobMegabytes, \.server.blobs.bytesMax, 0...1_048_576, of: Amount.megabyte,
    "Disk space for all dropped files together.", "megabytes")
  var blobMegabytes: Int

  @Option(
    .commandsPerSecond, \.server.commandsPerSecond, rates, "Commands per second per connection.")
  var commandsPerSecond: Int

  @Option(.commandsBurst, \.server.commandsBurst, rates, "Commands that one connection may send at once.")
  var commandsBurst: Int

  @Option(
    .hoversPerSecond, \.server.hoversPerSecond, rates, "Drag-position messages per second per connection.")
  var hoversPerSecond: Int

  @Option(
    .hoversBurst, \.server.hoversBurst, rates, "Drag-position messages that one connection may send at once.")
  var hoversBurst: Int

  @Option(
    .messagesPerSecond, \.server.messagesPerSecond, rates,
    "Messages of any kind per second per connection. A connection that sends more is closed.")
  var messagesPerSecond: Int

  @Option(
    .messagesBurst, \.server.messagesBurst, rates,
    "Messages of any kind that one connection may send at once.")
  var messagesBurst: Int

  @Option(
    .opensBurst, \.server.opensBurst, rates,
    "Tables that one visit may open at once. After that it may open one per second.")
  var opensBurst: Int

  @Option(
    .questionsPerSecond, \.server.questionsPerSecond, rates,
    "Questions per second per guest whether a game can be won.")
  var questionsPerSecond: Int

  @Option(
    .questionsBurst, \.server.questionsBurst, rates,
    "Questions whether a game can be won that one guest may ask at once.")
  var questionsBurst: Int

  @Option(.uploadsPerSecond, \.server.uploadsPerSecond, rates, "Uploads per second per guest.")
  var uploadsPerSecond: Int

  @Option(.uploadsBurst, \.server.uploadsBurst, rates, "Files that one guest may upload at once.")
  var uploadsBurst: Int
}
