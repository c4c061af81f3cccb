/// What a publisher says: events as a table tells them, each different from those before it, framed before the
/// clock runs.
package final class Publications {
  private let frames: [[UInt8]]

  private static let different = 128

  /// - Parameter bytes: length of each payload.
  package init(bytes: Int) {
    var dice = Dice(state: 0x5EED)
    frames = (0..<Self.different).map { ClientFrame.text(Self.event($0, bytes: bytes, &dice)) }
  }

  package func frame(_ number: Int) -> [UInt8] { frames[number & (Self.different - 1)] }

  /// Cards with random names, which compress badly, up to the length that is asked for.
  static func event(_ number: Int, bytes: Int, _ dice: inout Dice) -> String {
    let head =
      #"{"t":"ev","r":"r7Qk2mXab","p":\#(400 + number),"v":\#(401 + number),"by":0,"op":"move","#
      + #""m":[["mv",[\#(dice.below(52)),\#(dice.below(52))],"t\#(dice.below(7))"]],"#
      + #""up":[[\#(dice.below(52)),"\#(dice.card())"]],"dn":[],"h":"\#(dice.hex(8))","cards":""#
    var text = head
    while text.utf8.count < bytes - 2 { text += dice.card() }
    return String(decoding: text.utf8.prefix(max(0, bytes - 2)), as: UTF8.self) + "\"}"
  }
}

/// SplitMix64: the same load in each run.
struct Dice {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  mutating func card() -> String {
    let index = below(52)
    return String(Array("A23456789TJQK")[index % 13]) + String(Array("CDHS")[index / 13])
  }

  mutating func hex(_ digits: Int) -> String {
    String((0..<digits).map { _ in Array("0123456789abcdef")[below(16)] })
  }
}
