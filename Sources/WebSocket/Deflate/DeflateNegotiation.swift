/// How both ends come to a `DeflateAgreement` (RFC 7692 §5 and §7.1): the client offers, the server takes the
/// first offer that it can keep, the client checks what came back. An offer that is wrong or unknown to us is
/// declined (§7.1), and the next one is looked at; only a header that is no list of extensions fails the
/// handshake (RFC 6455 §9.1).
enum DeflateNegotiation {
  static let name = "permessage-deflate"

  /// The window of everything that the server compresses outside the lab.
  static let windowBits = 12

  // MARK: Server

  struct Answer: Equatable {
    let agreement: DeflateAgreement
    /// The value of `Sec-WebSocket-Extensions`.
    let text: String
  }

  /// - Returns: nil when the connection is better left uncompressed.
  static func answer(to offers: [ExtensionClause], policy: DeflatePolicy) -> Answer? {
    guard policy != .off else { return nil }
    for offer in offers where offer.name == name {
      guard let wishes = try? DeflateParameters(offer.parameters, in: .offer),
        let promises = promises(to: wishes, policy: policy)
      else { continue }
      return Answer(agreement: promises.agreement, text: name + promises.text)
    }
    return nil
  }

  private static func promises(to wishes: DeflateParameters, policy: DeflatePolicy) -> DeflateParameters? {
    var promises = DeflateParameters()
    // One inflater serves all: nobody's context is kept. A server may demand this unasked (§7.1.1.2).
    promises.clientNoContextTakeover = true
    promises.serverNoContextTakeover = policy == .noContext || wishes.serverNoContextTakeover
    // A window is named only to clients that asked for one. Naming it unasked is legal, but makes some clients hang
    // up.
    if let asked = wishes.serverMaxWindowBits {
      // zlib makes no raw window of 8 bits, and what is shared has the window that it has.
      guard asked >= (policy == .lab ? 9 : windowBits) else { return nil }
      promises.serverMaxWindowBits = policy == .lab ? asked : windowBits
    }
    // Any window of theirs is fine: an inflater of 15 bits takes all. The lab repeats what they said.
    if policy == .lab { promises.clientMaxWindowBits = wishes.clientMaxWindowBits }
    return promises
  }

  // MARK: Client

  /// Servers may narrow our window; nothing else is asked.
  static let offer = "permessage-deflate; client_max_window_bits"

  /// Checks the server's choice against `offer`.
  ///
  /// - Returns: nil when the server declined.
  static func verify(_ choices: [ExtensionClause]) throws(HandshakeRefusal) -> DeflateAgreement? {
    guard let choice = choices.first else { return nil }
    guard choices.allSatisfy({ $0.name == name }) else { throw .extensionNotOffered }
    guard choices.count == 1 else { throw .extensionTwice }
    do throws(DeflateParameters.Fault) {
      return try DeflateParameters(choice.parameters, in: .answer).agreement
    } catch {
      switch error {
      case .unknown: throw .deflateParameterUnknown
      case .twice: throw .deflateParameterTwice
      case .badValue: throw .deflateValueBad
      }
    }
  }
}
