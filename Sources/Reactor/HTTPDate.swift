import Glibc

/// The `Date` header's form of a wall-clock time: "Sat, 21 Nov 2026 03:04:05 GMT" (RFC 9110 §5.6.7).
package func httpDate(wallMilliseconds: Int64) -> String {
  var seconds = time_t(wallMilliseconds / 1000)
  var parts = tm()
  gmtime_r(&seconds, &parts)
  let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
  return
    "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
    + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
}
