import ArgumentParser
import Store

/// How many tables are kept, and for how long.
struct TableOptions: ParsableArguments {
  private static let daysRange = 0...36_500
  private static let countRange = 1...1_000_000_000
  private static let megabytesRange = 1...16_777_216

  @Option(
    help: ArgumentHelp(
      "Days without a visit after which a table is deleted. 0 keeps tables forever.", valueName: "days"))
  var keepDays: Int = Environment.number("KEEP_DAYS", in: TableOptions.daysRange) ?? 365

  @Option(
    name: .customLong("tables"), help: ArgumentHelp("Tables kept on the disk.", valueName: "count"))
  var count: Int = Environment.number("TABLES", in: TableOptions.countRange) ?? 100_000

  @Option(help: ArgumentHelp("Tables kept on the disk that one guest opened.", valueName: "count"))
  var tablesPerGuest: Int = Environment.number("TABLES_PER_GUEST", in: TableOptions.countRange) ?? 500

  @Option(
    help: ArgumentHelp(
      "Tables kept on the disk that one address opened (IPv6: one /64 network). This machine has no limit.",
      valueName: "count"))
  var tablesPerAddress: Int = Environment.number("TABLES_PER_ADDRESS", in: TableOptions.countRange) ?? 5_000

  @Option(
    help: ArgumentHelp(
      "Disk space for all tables together. When it is used up no more tables open; at a tenth more, play pauses.",
      valueName: "megabytes"))
  var tableMegabytes: Int = Environment.number("TABLE_MEGABYTES", in: TableOptions.megabytesRange) ?? 4_096

  /// One sentence for each that makes no sense.
  var mistakes: [String] {
    let all = [
      ("keep-days", keepDays, Self.daysRange), ("tables", count, Self.countRange),
      ("tables-per-guest", tablesPerGuest, Self.countRange),
      ("tables-per-address", tablesPerAddress, Self.countRange),
      ("table-megabytes", tableMegabytes, Self.megabytesRange),
    ]
    return all.filter { !$2.contains($1) }
      .map { "--\($0) must be \($2.lowerBound) to \($2.upperBound), not \($1)" }
  }

  var limits: SQLiteTables.Limits {
    var limits = SQLiteTables.Limits()
    limits.tablesMax = count
    limits.tablesPerGuestMax = tablesPerGuest
    limits.tablesPerNetworkMax = tablesPerAddress
    limits.bytesMax = tableMegabytes * 1024 * 1024
    return limits
  }
}
