import Glibc

/// A wall-clock time as logs have it (RFC 3339): "2026-11-21T03:04:05.678Z".
package func isoTime(wallMilliseconds: Int64) -> String {
  var seconds = time_t(wallMilliseconds / 1000)
  var parts = tm()
  gmtime_r(&seconds, &parts)
  func padded(_ value: Int, to count: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
  let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
  let time = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
  return "\(padded(day[0], to: 4))-\(padded(day[1], to: 2))-\(padded(day[2], to: 2))T"
    + time.map { padded($0, to: 2) }.joined(separator: ":")
    + ".\(padded(Int(wallMilliseconds % 1000), to: 3))Z"
}
