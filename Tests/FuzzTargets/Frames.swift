import Bytes
import WebSocket

/// A WebSocket after its handshake, in either role, with compression or without. What is heard does not depend on the
/// cuts, nor on whether it is heard step by step or as events; messages keep their limit and texts are UTF-8; each ping
/// has its pong; the output is whole frames, the last of them a close frame if one end said goodbye; and once closed
/// nothing more is heard or said.
///
///     ├ manner ┼ cuts ┼─ what the peer sends ─┤
func checkFrames(_ input: UnsafeRawBufferPointer) throws(Broken) {
  guard let first = input.first else { return }
  let manner = Manner(rawValue: first)
  let hearing = try CutInput(UnsafeRawBufferPointer(rebasing: input.dropFirst())).sameHoweverCut {
    pieces throws(Broken) in
    let hearing = try hear(pieces, manner) { $0.receive($1, into: &$2) }
    let stepwise = try hear(pieces, manner, receiveStepwise)
    try hold(hearing == stepwise, "steps and events tell the same")
    return hearing
  }
  let saysGoodbye = manner.contains(.saysGoodbye)
  try check(hearing, saysGoodbye: saysGoodbye)
  try check(output: hearing.output, of: manner.role, after: hearing, saysGoodbye: saysGoodbye)
}

/// How the connection is set up.
private struct Manner: OptionSet {
  let rawValue: UInt8

  static let isClient = Manner(rawValue: 1)
  /// We say goodbye first: what comes then is checked and dropped.
  static let saysGoodbye = Manner(rawValue: 2)
  static let inflates = Manner(rawValue: 4)
  static let peerKeepsContext = Manner(rawValue: 8)

  var role: Role { contains(.isClient) ? .client : .server }

  var terms: Terms {
    Terms(
      role: role, limits: limits, maskingSeed: 1, inflaters: contains(.inflates) ? Inflaters() : nil,
      peerKeepsContext: contains(.peerKeepsContext))
  }
}

private let limits = WebSocketLimits(messageBytesMax: 300, fragmentsMax: 4)

private struct Hearing: Equatable {
  var events: [WebSocketEvent] = []
  var output: [UInt8] = []
  var phase = WebSocketConnection.Phase.open

  var isClosed: Bool {
    if case .closed = phase { true } else { false }
  }
}

private typealias Receive = (inout WebSocketConnection, [UInt8], inout [WebSocketEvent]) -> Void

/// What `receive` does, with the steps that it is made of.
private func receiveStepwise(
  _ connection: inout WebSocketConnection, _ piece: [UInt8], _ events: inout [WebSocketEvent]
) {
  var piece = piece
  piece.withUnsafeMutableBytes { bytes in
    var position = 0
    while true {
      switch connection.next(bytes, at: &position) {
      case .needMore: return
      case .text(let message): events.append(.text(Array(message)))
      case .binary(let message): events.append(.binary(Array(message)))
      case .ping(let payload): events.append(.ping(Array(payload)))
      case .pong(let payload): events.append(.pong(Array(payload)))
      case .closed(let code, let reason): events.append(.closed(code, reason: reason))
      case .failed(let code): events.append(.failed(code))
      }
    }
  }
}

private func hear(_ pieces: [[UInt8]], _ manner: Manner, _ receive: Receive) throws(Broken) -> Hearing {
  var connection = WebSocketConnection(terms: manner.terms)
  var hearing = Hearing()
  if manner.contains(.saysGoodbye) { connection.close(.goingAway) }
  hearing.output = connection.takeOutput()
  for piece in pieces {
    let heard = hearing.events.count
    let wasClosed = connection.isClosed
    receive(&connection, piece, &hearing.events)
    try hold(!wasClosed || hearing.events.count == heard, "once closed nothing is heard")
    let output = connection.takeOutput()
    try hold(!wasClosed || output.isEmpty, "once closed nothing is said")
    hearing.output += output
  }
  hearing.phase = connection.phase
  if !connection.isOpen {
    connection.sendText(Array("late".utf8))
    try hold(connection.takeOutput().isEmpty, "after goodbye nothing is said")
  }
  var news: [WebSocketEvent] = []
  connection.receiveEnd(into: &news)
  try hold(connection.isClosed, "a transport that ended is closed")
  try hold(news == (hearing.isClosed ? [] : [.closed(.abnormal, reason: "")]), "the end is told once")
  return hearing
}

private func check(_ hearing: Hearing, saysGoodbye: Bool) throws(Broken) {
  for (index, event) in hearing.events.enumerated() {
    switch event {
    case .text(let bytes):
      try hold(String(validating: bytes, as: UTF8.self) != nil, "a text is UTF-8")
      try hold(bytes.count <= limits.messageBytesMax, "a message keeps its limit")
    case .binary(let bytes): try hold(bytes.count <= limits.messageBytesMax, "a message keeps its limit")
    case .ping(let payload), .pong(let payload):
      try hold(payload.count <= WebSocketLimits.controlBytesMax, "a control frame keeps its limit")
    case .closed(let code, let reason):
      try hold(index == hearing.events.count - 1, "the end is the last event")
      try hold(hearing.phase == .closed(code), "the phase knows how it ended")
      try hold(code == .noStatus || code.isValidOnWire, "a close code was on the wire")
      try hold(reason.utf8.count <= WebSocketLimits.controlBytesMax - 2, "a reason keeps its limit")
    case .failed(let code):
      try hold(index == hearing.events.count - 1, "the end is the last event")
      try hold(hearing.phase == .closed(code), "the phase knows how it ended")
      try hold(code.isValidOnWire, "a fault has a code for the wire")
    }
    if saysGoodbye, index < hearing.events.count - 1 {
      throw Broken("after our goodbye only the end is heard")
    }
  }
  if !hearing.isClosed {
    try hold(hearing.phase == (saysGoodbye ? .closing : .open), "no end, no change of phase")
  }
}

/// What goes out is read with a reader of its own: few lines, and no line of ours.
private func check(
  output: [UInt8], of role: Role, after hearing: Hearing, saysGoodbye: Bool
) throws(Broken) {
  var frames: [(opcode: UInt8, payload: [UInt8])] = []
  var rest = output[...]
  while let first = rest.popFirst() {
    guard let second = rest.popFirst(), second & 0x7F <= 125 else { throw Broken("a frame of ours is short") }
    try hold(first & 0xF0 == 0x80, "a frame of ours is whole, with no reserved bit")
    try hold((second & 0x80 != 0) == (role == .client), "a client masks, a server does not")
    let key = role == .client ? Array(rest.prefix(4)) : [0, 0, 0, 0]
    if role == .client { rest = rest.dropFirst(4) }
    let count = Int(second & 0x7F)
    try hold(rest.count >= count, "a frame of ours has its payload")
    frames.append((first & 0x0F, rest.prefix(count).enumerated().map { $1 ^ key[$0 % 4] }))
    rest = rest.dropFirst(count)
  }
  let pings = hearing.events.compactMap { if case .ping(let payload) = $0 { payload } else { nil } }
  let pongs = frames.filter { $0.opcode == 0xA }.map(\.payload)
  try hold(pings == pongs, "each ping has its pong, in order")
  let closes = frames.filter { $0.opcode == 0x8 }.map(\.payload)
  try hold(pongs.count + closes.count == frames.count, "nothing is said but pongs and a goodbye")
  try hold(closes.count == (saysGoodbye || hearing.isClosed ? 1 : 0), "goodbye is said once, or not at all")
  guard let close = closes.first, let last = hearing.events.last, !saysGoodbye else { return }
  try hold(frames.last?.opcode == 0x8, "goodbye comes last")
  switch last {
  case .closed(.noStatus, _): try hold(close.isEmpty, "a goodbye without a code is answered by one")
  case .closed(let code, _), .failed(let code):
    try hold(
      close.starts(with: [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]), "goodbye has the code")
  default: break
  }
}
