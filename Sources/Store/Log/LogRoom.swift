/// How much of SQLite's log counts against `bytesMax`: only what exceeds twice its usual size. It grows that far only
/// while a reader keeps it from being restarted.
/// Invariant: usualBytesMin ≤ usualBytes ≤ usualBytesMax.
struct LogRoom {
  /// It is moved into the file at this size; where it would take less than that anyway, tables notice nothing of it.
  let usualBytes: Int

  /// Of the smallest room: some hundred commits.
  private static let usualBytesMin = 2 * 1024 * 1024
  /// 2,048 commits under load have 65–95 MB.
  private static let usualBytesMax = 96 * 1024 * 1024
  private static let pageBytes = 4096

  /// - Parameter bytesMax: what the tables may take.
  init(of bytesMax: Int) { usualBytes = min(max(bytesMax / 16, Self.usualBytesMin), Self.usualBytesMax) }

  var usualPages: Int { usualBytes / Self.pageBytes }

  /// How much of a log counts.
  func counted(_ bytes: Int) -> Int { max(0, bytes - 2 * usualBytes) }
}
