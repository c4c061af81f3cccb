/// One connection of a load, as small as it can be: thousands of them are passed through in each turn.
/// Invariant: `rest` > 0 only between two pieces of one frame's payload.
struct Line {
  enum Phase: UInt8 {
    case shaking
    case open
    case ended
  }

  var socket: Int32
  var phase = Phase.shaking
  /// permessage-deflate was agreed on.
  var takesDeflate = false
  /// Bytes that have to be seen again together with those that follow are kept beside.
  var isCarrying = false
  /// The kernel took less than it was offered.
  var isBlocked = false
  /// Whether the frame begun counts once it is whole.
  var counts = false
  /// Payload bytes of the frame begun that are still to come.
  var rest = 0
}
