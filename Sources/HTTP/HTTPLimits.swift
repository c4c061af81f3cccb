/// Every bound on what a peer may send around what it wants to say.
/// Invariant: lineBytesMax ≤ headBytesMax.
package struct HTTPLimits: Sendable {
  /// One line with its CR LF; a longer request line is 414, a longer header line 431.
  package var lineBytesMax = 8 * 1024
  /// All of the head, up to and with the empty line; more is 431.
  package var headBytesMax = 16 * 1024
  /// Header lines; more is 431.
  package var headersMax = 100
  /// Extensions and trailers of a body in chunks, all together; more is 431.
  package var chunkExtrasBytesMax = 4 * 1024

  package init() {}
}
