/// How far a server goes in compressing what it tells (RFC 7692). Whatever it is, clients are asked to
/// compress each of their messages alone (`client_no_context_takeover`), so that nothing is remembered of
/// them between messages.
package enum DeflatePolicy: Sendable, Equatable {
  /// Every offer is declined.
  case off
  /// Every message is compressed from nothing: the same bytes for everybody who inflates at all.
  case noContext
  /// Messages refer to earlier ones of a `SharedStream`, unless the client asks for no context.
  case shared
  /// Whatever the client asks for, as far as zlib can do it: for conformance tests and load.
  case lab
}
