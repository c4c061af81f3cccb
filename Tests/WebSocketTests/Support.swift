import HTTP
import Testing

@testable import WebSocket

/// One frame as a peer would send it, with every liberty that a peer has to send it wrongly.
func frame(
  _ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true, reserved: UInt8 = 0, key: [UInt8]? = nil
) -> [UInt8] {
  var out: [UInt8] = [(fin ? 0x80 : 0) | reserved << 4 | opcode]
  let masked: UInt8 = key == nil ? 0 : 0x80
  switch payload.count {
  case ...125: out.append(masked | UInt8(payload.count))
  case ...65535: out += [masked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
  default: out += [masked | 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) }
  }
  guard let key else { return out + payload }
  return out + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
}

/// A client's frame: the same, masked.
func masked(_ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true, reserved: UInt8 = 0) -> [UInt8] {
  frame(opcode, payload, fin: fin, reserved: reserved, key: [0x37, 0xFA, 0x21, 0x3D])
}

func text(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The result of some input: the events, the bytes to send, and the phase of the connection.
struct Hearing: Equatable {
  var events: [WebSocketEvent] = []
  var output: [UInt8] = []
  var phase: WebSocketConnection.Phase = .open
}

/// Feeds a fresh connection the pieces in turn.
func hear(
  _ pieces: [[UInt8]], as role: Role = .server, limits: WebSocketLimits = WebSocketLimits()
) -> Hearing {
  var connection = WebSocketConnection(role: role, limits: limits, maskingSeed: 7)
  var hearing = Hearing()
  for piece in pieces { connection.receive(piece, into: &hearing.events) }
  hearing.output = connection.takeOutput()
  hearing.phase = connection.phase
  return hearing
}

/// Feeds input whole, and checks that byte by byte and cut in two anywhere comes to the same.
func hearHoweverCut(
  _ input: [UInt8], as role: Role = .server, limits: WebSocketLimits = WebSocketLimits(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> Hearing {
  let whole = hear([input], as: role, limits: limits)
  let single = hear(input.map { [$0] }, as: role, limits: limits)
  #expect(single == whole, "byte by byte", sourceLocation: sourceLocation)
  // Long inputs are cut where headers are and at a sample of places between.
  let cuts =
    input.count <= 400
    ? Array(0...input.count) : Array(0...40) + Array(stride(from: 41, through: input.count, by: 97))
  for cut in cuts where hear([Array(input[..<cut]), Array(input[cut...])], as: role, limits: limits) != whole
  {
    Issue.record("cut at \(cut)", sourceLocation: sourceLocation)
  }
  return whole
}

/// The close frame with which a server fails a connection: its code, and that it is well-formed.
func closeCode(in output: [UInt8]) -> CloseCode? {
  guard output.count >= 4, output[0] == 0x88, Int(output[1]) == output.count - 2 else { return nil }
  return CloseCode(UInt16(output[2]) << 8 | UInt16(output[3]))
}

func head(_ lines: String...) -> RequestHead? { head(lines) }

func head(_ lines: [String]) -> RequestHead? {
  var parser = RequestParser()
  let bytes: [UInt8] = (lines + [""]).flatMap { Array($0.utf8) + [0x0D, 0x0A] }
  if case .head(let head, _) = parser.parse(bytes) { return head }
  return nil
}
