import Foundation
import JSON

/// A JSON value as a tree, which neither our reader nor our writer has; it stands between them and
/// Foundation.
indirect enum RandomJSON: Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case string(String)
  case array([RandomJSON])
  case object([String: RandomJSON])

  static func value(depth: Int, using random: inout some RandomNumberGenerator) -> RandomJSON {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2:
      let bits = Int.random(in: 0..<63, using: &random)
      return .int(Int.random(in: Int.min...Int.max, using: &random) >> bits)
    case 3: return .string(string(using: &random))
    case 4:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, using: &random) })
    default:
      var members: [String: RandomJSON] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        members[string(using: &random)] = value(depth: depth - 1, using: &random)
      }
      return .object(members)
    }
  }

  /// Characters from every length of UTF-8, with quotes, backslashes and controls among them.
  static func string(using random: inout some RandomNumberGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7F, 0x22...0x22, 0x5C...0x5C, 0xA0...0x2FF, 0x2660...0x2667, 0x1F0A0...0x1F0FF,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    // Foundation compares and composes by character; a letter between keeps every scalar its own.
    return String(String.UnicodeScalarView(text.unicodeScalars.flatMap { [$0, "x"] }))
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let truth): json.value(truth)
    case .int(let number): json.value(number)
    case .string(let text): json.value(text)
    case .array(let elements):
      json.beginArray()
      for element in elements { element.write(to: &json) }
      json.endArray()
    case .object(let members):
      json.beginObject()
      for (name, member) in members {
        json.key(name)
        member.write(to: &json)
      }
      json.endObject()
    }
  }

  init(from json: inout JSONReader) throws(JSONError) {
    switch try json.peek() {
    case .null: self = try json.readNull() ? .null : .bool(false)
    case .bool: self = .bool(try json.readBool())
    case .number: self = .int(try json.readInt())
    case .string: self = .string(try json.readString(bytesMax: .max))
    case .array:
      var elements: [RandomJSON] = []
      try json.beginArray()
      while try json.nextElement() { elements.append(try RandomJSON(from: &json)) }
      self = .array(elements)
    case .object:
      var members: [String: RandomJSON] = [:]
      try json.beginObject()
      while let key = try json.nextKey() { members[key] = try RandomJSON(from: &json) }
      self = .object(members)
    }
  }

  /// What Foundation writes and reads for this value.
  var foundation: Any {
    switch self {
    case .null: NSNull()
    case .bool(let truth): truth
    case .int(let number): number
    case .string(let text): text
    case .array(let elements): elements.map(\.foundation)
    case .object(let members): members.mapValues(\.foundation)
    }
  }

  func equals(_ other: Any) -> Bool {
    switch self {
    case .null: other is NSNull
    case .bool(let truth): (other as? Bool) == truth
    case .int(let number): (other as? Int) == number
    case .string(let text): (other as? String) == text
    case .array(let elements):
      if let others = other as? [Any], others.count == elements.count {
        zip(elements, others).allSatisfy { $0.equals($1) }
      } else {
        false
      }
    case .object(let members):
      if let others = other as? [String: Any], others.count == members.count {
        members.allSatisfy { name, member in others[name].map { member.equals($0) } ?? false }
      } else {
        false
      }
    }
  }
}
