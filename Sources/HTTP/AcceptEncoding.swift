/// Which content codings a client takes, and how gladly (RFC 9110 §12.5.3).
struct AcceptEncoding: Sendable {
  private var gzip: Int?
  private var identity: Int?
  private var others: Int?

  init(_ headers: Headers) {
    for member in headers.list("accept-encoding") {
      let parts = member.split(separator: ";").map { trimmed($0).lowercased() }
      guard let coding = parts.first else { continue }
      let weight = parts.dropFirst().compactMap(AcceptEncoding.weight).first ?? 1000
      switch coding {
      case "gzip", "x-gzip": gzip = weight
      case "identity": identity = weight
      case "*": others = weight
      default: break
      }
    }
  }

  /// Gzip when it is taken at all and the plain bytes are not asked for more strongly.
  var prefersGzip: Bool {
    let weight = gzip ?? others ?? 0
    return weight > 0 && weight >= identity ?? 0
  }

  /// "q=0.5" in thousandths; nil when it is no weight at all, and 0 when it is a malformed one.
  private static func weight(_ parameter: String) -> Int? {
    let halves = parameter.split(separator: "=", maxSplits: 1).map { trimmed($0) }
    guard halves.count == 2, halves[0] == "q" else { return nil }
    let digits = halves[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = digits.first, whole == "0" || whole == "1" else { return 0 }
    let places = digits.count == 2 ? digits[1] : ""
    guard places.count <= 3, places.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return 0 }
    let thousandths = Int(places + String(repeating: "0", count: 3 - places.count)) ?? 0
    return whole == "1" ? (thousandths == 0 ? 1000 : 0) : thousandths
  }
}
