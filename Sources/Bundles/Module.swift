/// One ES module: what it takes from others, what it gives, and its words.
struct Module {
  /// `import { name as local } from "path"`; without names `import "path"`.
  struct Import: Equatable {
    /// `name: nil` is everything, as in `import * as local`.
    struct Name: Equatable {
      let name: String?
      let local: String
    }

    let path: String
    let names: [Name]
    let line: Int
  }

  /// `export { local as name }`
  struct Export: Equatable {
    let local: String
    let name: String
    let line: Int
  }

  /// `import("path")`, brought when it is asked for.
  struct Late {
    let path: String
    let tokens: Range<Int>
    let line: Int
  }

  /// `new Worker("/path")`, a script of its own.
  struct Worker {
    let path: String
    /// The path among the words.
    let token: Int
    let line: Int
  }

  let path: String
  let bytes: [UInt8]
  let tokens: [ScriptToken]
  let imports: [Import]
  let exports: [Export]
  let lates: [Late]
  let workers: [Worker]
  /// Words that are not written: imports, `export`.
  let leftOut: [Range<Int>]

  /// The path that a module names another by.
  static func resolve(_ specifier: String, from path: String) -> String? {
    if specifier.hasPrefix("/") { return specifier }
    guard specifier.hasPrefix("./") || specifier.hasPrefix("../") else { return nil }
    var parts = path.split(separator: "/").dropLast()
    for part in specifier.split(separator: "/") {
      switch part {
      case ".": break
      case "..":
        guard parts.popLast() != nil else { return nil }
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
