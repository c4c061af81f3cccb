/// The four parameters of permessage-deflate (RFC 7692 §7.1), as one clause states them.
/// Invariant: each is there at most once, with a value that the RFC allows.
struct DeflateParameters: Sendable, Equatable {
  enum Fault: Error { case unknown, twice, badValue }

  /// Whether a clause asks, or answers: only an offer may name `client_max_window_bits` without a value.
  enum Place { case offer, answer }

  var serverNoContextTakeover = false
  var clientNoContextTakeover = false
  var serverMaxWindowBits: Int?
  var clientMaxWindowBits: Int?
  /// The client can keep to a window, of whatever size.
  var namesClientWindow = false

  init() {}

  init(_ parameters: [ExtensionClause.Parameter], in place: Place) throws(Fault) {
    for parameter in parameters {
      switch parameter.name {
      case "server_no_context_takeover":
        try Self.set(&serverNoContextTakeover, parameter.value)
      case "client_no_context_takeover":
        try Self.set(&clientNoContextTakeover, parameter.value)
      case "server_max_window_bits":
        guard serverMaxWindowBits == nil else { throw .twice }
        serverMaxWindowBits = try Self.bits(parameter.value)
      case "client_max_window_bits":
        guard !namesClientWindow else { throw .twice }
        namesClientWindow = true
        if place == .offer, parameter.value == nil { continue }
        clientMaxWindowBits = try Self.bits(parameter.value)
      default: throw .unknown
      }
    }
  }

  private static func set(_ flag: inout Bool, _ value: String?) throws(Fault) {
    guard !flag else { throw .twice }
    guard value == nil else { throw .badValue }
    flag = true
  }

  /// §7.1.2: a decimal from 8 to 15 without leading zeros.
  private static func bits(_ value: String?) throws(Fault) -> Int {
    switch value {
    case "8": return 8
    case "9": return 9
    case "10": return 10
    case "11": return 11
    case "12": return 12
    case "13": return 13
    case "14": return 14
    case "15": return 15
    default: throw .badValue
    }
  }

  /// As they stand in a header, each after its "; ".
  var text: String {
    var text = ""
    if serverNoContextTakeover { text += "; server_no_context_takeover" }
    if clientNoContextTakeover { text += "; client_no_context_takeover" }
    if let serverMaxWindowBits { text += "; server_max_window_bits=\(serverMaxWindowBits)" }
    if let clientMaxWindowBits { text += "; client_max_window_bits=\(clientMaxWindowBits)" }
    return text
  }

  var agreement: DeflateAgreement {
    DeflateAgreement(
      serverNoContextTakeover: serverNoContextTakeover, clientNoContextTakeover: clientNoContextTakeover,
      serverMaxWindowBits: serverMaxWindowBits ?? 15, clientMaxWindowBits: clientMaxWindowBits ?? 15)
  }
}
