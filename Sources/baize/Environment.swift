import Foundation

/// Settings from the environment: BAIZE_PORT and so on. What cannot be read is kept as a mistake, to be told
/// with all others.
enum Environment {
  static func text(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["BAIZE_" + name]
  }

  static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    text(name).flatMap { Number($0) }
  }

  /// One sentence for each number that is none.
  static var mistakes: [String] {
    var mistakes: [String] = []
    if let port = text("PORT"), UInt16(port) == nil {
      mistakes.append("BAIZE_PORT must be a number from 0 to 65535, not \"\(port)\"")
    }
    if let loops = text("LOOPS"), Int(loops) == nil {
      mistakes.append("BAIZE_LOOPS must be a number, not \"\(loops)\"")
    }
    return mistakes
  }
}
