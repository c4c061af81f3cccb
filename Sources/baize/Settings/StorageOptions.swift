import ArgumentParser

/// How many tables are kept, and for how long, for `serve`.
struct StorageOptions: ParsableArguments {
  private static let counts = 1...1_000_000_000

  @Option(
    .keepDays, \.server.keepDays, 0...36_500,
    "Days without a visit after which a table is deleted. 0 keeps tables forever.", "days")
  var keepDays: Int

  @Option(.tables, \.tables.tablesMax, counts, "Tables kept on the disk.") var tables: Int

  @Option(
    .tablesPerGuest, \.tables.tablesPerGuestMax, counts, "Tables kept on the disk that one guest opened.")
  var tablesPerGuest: Int

  @Option(
    .tablesPerAddress, \.tables.tablesPerNetworkMax, counts,
    "Tables kept on the disk that one address opened (IPv6: one /64 network). This machine has no limit.")
  var tablesPerAddress: Int

  @Option(
    .tableMegabytes, \.tables.bytesMax, 1...16_777_216, of: Amount.megabyte,
    "Disk space for all tables together. When it is used up no more tables open; at a tenth more, play pauses.",
    "megabytes")
  var tableMegabytes: Int
}
