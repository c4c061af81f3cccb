/// What both ends agreed on about compression (RFC 7692 §7.1).
/// Invariant: windows are 8...15 bits, the server's 9 at least where we are the server; 15 where nothing was
/// said.
package struct DeflateAgreement: Sendable, Equatable {
  /// Each of the server's messages is compressed from nothing.
  package let serverNoContextTakeover: Bool
  /// Each of the client's messages is compressed from nothing.
  package let clientNoContextTakeover: Bool
  /// How far back, as a power of two, the server's bytes may refer.
  package let serverMaxWindowBits: Int
  /// The same for the client's. An inflater of 15 bits takes them all; zlib can deflate from 9 on.
  package let clientMaxWindowBits: Int

  package init(
    serverNoContextTakeover: Bool = false, clientNoContextTakeover: Bool = false,
    serverMaxWindowBits: Int = 15, clientMaxWindowBits: Int = 15
  ) {
    precondition((8...15).contains(serverMaxWindowBits) && (8...15).contains(clientMaxWindowBits), "§7.1.2")
    self.serverNoContextTakeover = serverNoContextTakeover
    self.clientNoContextTakeover = clientNoContextTakeover
    self.serverMaxWindowBits = serverMaxWindowBits
    self.clientMaxWindowBits = clientMaxWindowBits
  }
}
