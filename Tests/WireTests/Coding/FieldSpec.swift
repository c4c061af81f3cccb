import Foundation

/// A field of a client's message as the protocol page has it: what may stand there.
struct FieldSpec: CustomStringConvertible {
  enum Kind {
    case text(bytesMax: Int)
    case number(ClosedRange<Int>)
    case truth
    case object
    case array
  }

  let path: [String]
  let kind: Kind
  var isRequired = true

  var name: String { path.last ?? "" }
  var description: String { path.joined(separator: ".") }

  init(_ path: String, _ kind: Kind, isRequired: Bool = true) {
    self.path = path.split(separator: ".").map(String.init)
    self.kind = kind
    self.isRequired = isRequired
  }

  static let text = Kind.text(bytesMax: 64)
  static let counter = Kind.number(1...9_007_199_254_740_991)
  static let handle = Kind.number(0...65_535)
  static let ordinal = Kind.number(0...9_007_199_254_740_991)

  /// What an example must and may hold.
  static func all(of example: [String: Any]) -> [FieldSpec] {
    let kind = example["t"] as? String ?? ""
    var specs = [FieldSpec("t", text)]
    if !["hello", "hb", "hover", "sync"].contains(kind) { specs.append(FieldSpec("c", counter)) }
    if ["cmd", "q", "lift", "hover", "cancel", "sync"].contains(kind) { specs.append(FieldSpec("r", text)) }
    switch kind {
    case "hello": specs += hello(resumes: example["resume"] != nil)
    case "open":
      specs += [
        FieldSpec("game", .text(bytesMax: 255)), FieldSpec("safe", .truth, isRequired: false),
        FieldSpec("timed", .truth, isRequired: false), FieldSpec("race", .object, isRequired: false),
      ]
      // A race says itself for how many it is.
      if example["race"] == nil { specs.append(FieldSpec("seats", .number(1...8), isRequired: false)) }
    case "lobby": specs.append(FieldSpec("on", .truth))
    case "sub": specs += [FieldSpec("room", text), FieldSpec("as", text)]
    case "unsub": specs.append(FieldSpec("room", text))
    case "q":
      specs.append(FieldSpec("q", text))
      if example["q"] as? String == "export" { specs.append(FieldSpec("item", handle)) }
    case "lift": specs.append(FieldSpec("item", handle))
    case "hover":
      specs += [
        FieldSpec("d", ordinal), FieldSpec("x", .number(0...10_000)), FieldSpec("y", .number(0...10_000)),
        FieldSpec("o", text, isRequired: false), FieldSpec("b", handle, isRequired: false),
        FieldSpec("onto", handle, isRequired: false),
      ]
    case "cancel": specs.append(FieldSpec("d", ordinal))
    case "sync": specs.append(FieldSpec("why", text, isRequired: false))
    case "cmd": specs += command(example["op"] as? String ?? "", of: example)
    default: break
    }
    if let deal = example["deal"] as? [String: Any] {
      specs += [FieldSpec("deal", .object, isRequired: kind == "cmd"), FieldSpec("deal.kind", text)]
      if deal["n"] != nil { specs.append(FieldSpec("deal.n", ordinal)) }
    }
    return specs
  }

  private static func hello(resumes: Bool) -> [FieldSpec] {
    let optional = [
      FieldSpec("tok", text, isRequired: false), FieldSpec("name", .text(bytesMax: 400), isRequired: false),
      FieldSpec("role", text, isRequired: false), FieldSpec("app", text, isRequired: false),
      FieldSpec("want", .array, isRequired: false), FieldSpec("resume", .object, isRequired: false),
    ]
    return optional + (resumes ? [FieldSpec("resume.sid", text), FieldSpec("resume.rooms", .array)] : [])
  }

  private static func command(_ operation: String, of example: [String: Any]) -> [FieldSpec] {
    let operands: [FieldSpec] =
      switch operation {
      case "move": [FieldSpec("item", handle)] + landing
      case "drop": [FieldSpec("d", ordinal)] + landing
      case "put": [FieldSpec("things", .array)] + landing
      case "tap": [FieldSpec("in", text), FieldSpec("item", handle, isRequired: false)]
      case "edit": [FieldSpec("in", text), FieldSpec("on", .truth)]
      case "send": [FieldSpec("item", handle)]
      case "deal": [FieldSpec("game", .text(bytesMax: 255), isRequired: false)]
      case "set": [FieldSpec("safe", .truth, isRequired: example["auto"] == nil)]
      case "ready": [FieldSpec("on", .truth), FieldSpec("commit", text, isRequired: false)]
      case "salt": [FieldSpec("salt", text)]
      case "go": [FieldSpec("ply", .number(0...1_073_741_824))]
      default: []
      }
    let auto = example["auto"].map { _ in FieldSpec("auto", text, isRequired: false) }
    return operands + (auto.map { [$0] } ?? [])
      + [FieldSpec("op", text), FieldSpec("if", .object, isRequired: false)]
  }

  private static let landing = [
    FieldSpec("in", text), FieldSpec("before", handle, isRequired: false),
    FieldSpec("onto", handle, isRequired: false), FieldSpec("as", text, isRequired: false),
  ]

  // MARK: - Values that do not belong there

  var wrongKinds: [Any] {
    let all: [Any] = ["x", 1, true, [String](), [String: Int](), 1.5]
    let right: Int =
      switch kind {
      case .text: 0
      case .number: 1
      case .truth: 2
      case .array: 3
      case .object: 4
      }
    return all.enumerated().filter { $0.offset != right }.map(\.element) + (isRequired ? [NSNull()] : [])
  }

  var outOfRange: [Any] {
    switch kind {
    case .text(let bytesMax): [String(repeating: "é", count: (bytesMax + 1) / 2) + "x"]
    case .number(let range): [range.lowerBound - 1, range.upperBound + 1, Int.max, Int.min]
    default: []
    }
  }

  /// An example without the field (nil), or with another value there.
  func put(_ value: Any?, into example: [String: Any]) -> [UInt8] {
    let changed = Self.put(value, at: path[...], into: example)
    // Sorted: the order of `if` is part of a command, and that of a dictionary is another one each time.
    let data = (try? JSONSerialization.data(withJSONObject: changed, options: .sortedKeys)) ?? Data()
    return Array(data)
  }

  private static func put(
    _ value: Any?, at path: ArraySlice<String>, into object: [String: Any]
  ) -> [String: Any] {
    var object = object
    guard let key = path.first else { return object }
    if path.count == 1 {
      object[key] = value
    } else if let inner = object[key] as? [String: Any] {
      object[key] = put(value, at: path.dropFirst(), into: inner)
    }
    return object
  }
}
