/// What kind of value stands at a place in JSON text, as told by its first byte (RFC 8259 §3).
package enum JSONKind: Sendable, Equatable {
  case object, array, string, number, bool, null
}
