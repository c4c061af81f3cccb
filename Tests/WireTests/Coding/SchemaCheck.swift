import Foundation

/// Holds a value against JSON Schema. It knows the words that the protocol's schema uses, and no other.
struct SchemaCheck {
  struct UnknownWord: Error { let word: String }

  private let root: [String: Any]

  init(_ document: [UInt8]) throws {
    root = try JSONSerialization.jsonObject(with: Data(document)) as? [String: Any] ?? [:]
  }

  /// - Parameter side: "client" or "server".
  func fits(_ line: [UInt8], side: String) throws -> Bool {
    let value = try JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
    return try fits(value, ["$ref": "#/$defs/\(side)"])
  }

  /// Every object that is nested somewhere in the document.
  var objects: [[String: Any]] { Self.objects(in: root) }

  private static func objects(in value: Any) -> [[String: Any]] {
    if let object = value as? [String: Any] { return [object] + object.values.flatMap { objects(in: $0) } }
    return (value as? [Any] ?? []).flatMap { objects(in: $0) }
  }

  private func fits(_ value: Any, _ schema: [String: Any]) throws -> Bool {
    for (word, limit) in schema where try !fits(value, word, limit, in: schema) { return false }
    return true
  }

  private func fits(_ value: Any, _ word: String, _ limit: Any, in schema: [String: Any]) throws -> Bool {
    switch word {
    case "$ref":
      let name = (limit as? String ?? "").replacing("#/$defs/", with: "")
      return try fits(value, (root["$defs"] as? [String: Any])?[name] as? [String: Any] ?? ["missing": name])
    case "anyOf": return try (limit as? [[String: Any]] ?? []).contains { try fits(value, $0) }
    case "type": return limit as? String == Self.type(of: value)
    case "const": return value as? String == limit as? String && value is String
    case "enum": return (limit as? [String] ?? []).contains { $0 == value as? String }
    case "maxLength": return (value as? String).map { $0.unicodeScalars.count <= limit as? Int ?? 0 } ?? true
    case "pattern":
      guard let text = value as? String else { return true }
      return text.range(of: limit as? String ?? "", options: .regularExpression) != nil
    case "minimum": return (value as? Int).map { $0 >= limit as? Int ?? 0 } ?? true
    case "maximum": return (value as? Int).map { $0 <= limit as? Int ?? 0 } ?? true
    case "required":
      guard let object = value as? [String: Any] else { return true }
      return (limit as? [String] ?? []).allSatisfy { object[$0] != nil }
    case "properties":
      guard let object = value as? [String: Any] else { return true }
      return try (limit as? [String: [String: Any]] ?? [:]).allSatisfy { key, schema in
        try object[key].map { try fits($0, schema) } ?? true
      }
    case "additionalProperties":
      guard let object = value as? [String: Any] else { return true }
      return try object.values.allSatisfy { try fits($0, limit as? [String: Any] ?? [:]) }
    case "maxProperties": return (value as? [String: Any]).map { $0.count <= limit as? Int ?? 0 } ?? true
    case "minItems": return (value as? [Any]).map { $0.count >= limit as? Int ?? 0 } ?? true
    case "maxItems": return (value as? [Any]).map { $0.count <= limit as? Int ?? 0 } ?? true
    case "prefixItems":
      guard let array = value as? [Any] else { return true }
      return try zip(array, limit as? [[String: Any]] ?? []).allSatisfy { try fits($0, $1) }
    case "items":
      guard let array = value as? [Any] else { return true }
      let rest = array.dropFirst((schema["prefixItems"] as? [Any])?.count ?? 0)
      return try rest.allSatisfy { try fits($0, limit as? [String: Any] ?? [:]) }
    case "title": return true
    default: throw UnknownWord(word: word)
    }
  }

  private static func type(of value: Any) -> String {
    switch value {
    case is NSNull: return "null"
    case is String: return "string"
    case is [Any]: return "array"
    case is [String: Any]: return "object"
    case let number as NSNumber:
      // An NSNumber of a truth is one of a `char`.
      if String(cString: number.objCType) == "c" { return "boolean" }
      // Of nineteen digits Foundation makes a decimal number.
      return number.doubleValue == number.doubleValue.rounded() ? "integer" : "number"
    default: return "boolean"
    }
  }
}
