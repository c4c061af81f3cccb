/// Finds what a module imports and exports. It reads the simple forms and refuses all others: a form that it read
/// wrongly would be a page that does something else.
struct ModuleReader {
  /// Names of the bundle's own, around all modules.
  static let reserved: Set = ["$m", "$late", "$kept", "$urls"]

  private let path: String
  private let bytes: [UInt8]
  private let tokens: [ScriptToken]
  private var at = 0
  private var imports: [Module.Import] = []
  private var exports: [Module.Export] = []
  private var lates: [Module.Late] = []
  private var workers: [Module.Worker] = []
  private var leftOut: [Range<Int>] = []

  static func module(_ path: String, _ bytes: [UInt8]) throws(Unbundled) -> Module {
    var reader = ModuleReader(
      path: path, bytes: bytes, tokens: try ScriptReader.tokens(of: path, bytes))
    return try reader.read()
  }

  private init(path: String, bytes: [UInt8], tokens: [ScriptToken]) {
    self.path = path
    self.bytes = bytes
    self.tokens = tokens
  }

  private mutating func read() throws(Unbundled) -> Module {
    while at < tokens.count {
      let token = tokens[at]
      guard token.kind == .name, !isProperty(at) else {
        at += 1
        continue
      }
      switch text(at) {
      case "import": try readImport()
      case "export" where token.depth == 0: try readExport()
      case "new" where isName(at + 1) && text(at + 1) == "Worker": try readWorker()
      case "var" where !isMark(at + 1, ":"):
        throw wrong("\"var\" would be seen by other modules; write \"let\"")
      case let name where Self.reserved.contains(name):
        throw wrong("\"\(name)\" is a name of the bundle's own")
      default: at += 1
      }
    }
    return Module(
      path: path, bytes: bytes, tokens: tokens, imports: imports, exports: exports, lates: lates,
      workers: workers, leftOut: leftOut)
  }

  // MARK: - Imports

  private mutating func readImport() throws(Unbundled) {
    let start = at
    if isMark(at + 1, "(") {
      guard isString(at + 2), isMark(at + 3, ")") else {
        throw wrong("only import(\"a path\") can be read, with the path written out")
      }
      let late = try target(at + 2)
      lates.append(Module.Late(path: late, tokens: start..<at + 4, line: tokens[start].line))
      at += 4
      return
    }
    guard !isMark(at + 1, ".") else { throw wrong("a bundle has no \"import.meta\" of a module") }
    guard tokens[at].depth == 0 else { throw wrong("this \"import\" cannot be read") }
    at += 1
    var names: [Module.Import.Name] = []
    if isMark(at, "{") {
      names = try readNames().map { name, local, _ in Module.Import.Name(name: name, local: local) }
      try expect("from")
    } else if isMark(at, "*") {
      at += 1
      try expect("as")
      names = [Module.Import.Name(name: nil, local: try name())]
      try expect("from")
    } else if !isString(at) {
      throw wrong("a default import cannot be read; write import { name }")
    }
    guard isString(at) else { throw wrong("a path is missing") }
    imports.append(Module.Import(path: try target(at), names: names, line: tokens[start].line))
    at += 1
    guard !(isName(at) && text(at) == "with") else { throw wrong("an import with attributes cannot be read") }
    endStatement()
    leftOut.append(start..<at)
  }

  /// `{ name as local, … }`; both the same where only one is written.
  private mutating func readNames() throws(Unbundled) -> [(first: String, second: String, line: Int)] {
    at += 1
    var names: [(String, String, Int)] = []
    while !isMark(at, "}") {
      let line = at < tokens.count ? tokens[at].line : 0
      let first = try name()
      var second = first
      if isName(at), text(at) == "as" {
        at += 1
        second = try name()
      }
      names.append((first, second, line))
      if isMark(at, ",") { at += 1 } else if !isMark(at, "}") { throw wrong("a comma is missing") }
    }
    at += 1
    return names
  }

  private func target(_ index: Int) throws(Unbundled) -> String {
    let range = tokens[index].range
    let specifier = String(decoding: bytes[range.lowerBound + 1..<range.upperBound - 1], as: UTF8.self)
    guard let target = Module.resolve(specifier, from: path) else {
      throw wrong("\"\(specifier)\" is no path in this folder; begin it with \"./\", \"../\" or \"/\"")
    }
    return target
  }

  private mutating func readWorker() throws(Unbundled) {
    guard isMark(at + 2, "("), isString(at + 3) else {
      throw wrong("only new Worker(\"/a path\") can be read, with the path written out")
    }
    let path = try target(at + 3)
    guard bytes[tokens[at + 3].range.lowerBound + 1] == UInt8(ascii: "/") else {
      throw wrong("a worker is looked for from the page on, not from here; begin its path with \"/\"")
    }
    workers.append(Module.Worker(path: path, token: at + 3, line: tokens[at].line))
    at += 4
  }

  // MARK: - Exports

  private mutating func readExport() throws(Unbundled) {
    let start = at
    let line = tokens[start].line
    at += 1
    if isMark(at, "{") {
      let names = try readNames()
      guard !(isName(at) && text(at) == "from") else {
        throw wrong("an export from another module cannot be read; import it and export it")
      }
      exports += names.map { Module.Export(local: $0.first, name: $0.second, line: $0.line) }
      endStatement()
      leftOut.append(start..<at)
      return
    }
    guard isName(at) else { throw wrong("this export cannot be read; export each by its name") }
    leftOut.append(start..<start + 1)
    switch text(at) {
    case "const":
      at += 1
      guard isName(at) else {
        throw wrong("an exported \"const\" has one name; take things apart in another")
      }
      exports.append(Module.Export(local: text(at), name: text(at), line: line))
      try requireOneName()
    case "async":
      at += 1
      guard isName(at), text(at) == "function" else { throw wrong("this export cannot be read") }
      try readDeclaration(line)
    case "function", "class": try readDeclaration(line)
    case "default": throw wrong("a default export cannot be read; export it by a name")
    case "let", "var":
      throw wrong("an exported \"\(text(at))\" may change, and others would not see it; write \"const\"")
    default: throw wrong("this export cannot be read")
    }
  }

  /// `function name`, `function* name`, `class name`
  private mutating func readDeclaration(_ line: Int) throws(Unbundled) {
    at += 1
    if isMark(at, "*") { at += 1 }
    let name = try name()
    exports.append(Module.Export(local: name, name: name, line: line))
  }

  /// Looks on to the end of a `const`: a second name would not be exported.
  private func requireOneName() throws(Unbundled) {
    var index = at
    while index < tokens.count, !(tokens[index].depth == 0 && isMark(index, ";")) {
      if tokens[index].depth == 0, isMark(index, ",") {
        throw Unbundled(
          file: path, line: tokens[index].line,
          reason: "an exported \"const\" has one name; write another for the second")
      }
      let begins =
        isName(index) && (text(index) == "export" || text(index) == "import" && !isMark(index + 1, "("))
      if tokens[index].depth == 0, begins {
        throw Unbundled(
          file: path, line: tokens[at].line, reason: "an exported \"const\" ends with a semicolon")
      }
      index += 1
    }
  }

  // MARK: - Words

  private mutating func name() throws(Unbundled) -> String {
    guard isName(at) else { throw wrong("a name is missing") }
    defer { at += 1 }
    return text(at)
  }

  private mutating func expect(_ word: String) throws(Unbundled) {
    guard isName(at), text(at) == word else { throw wrong("\"\(word)\" is missing") }
    at += 1
  }

  private mutating func endStatement() {
    if isMark(at, ";") { at += 1 }
  }

  private func text(_ index: Int) -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }
  private func isName(_ index: Int) -> Bool { index < tokens.count && tokens[index].kind == .name }
  private func isString(_ index: Int) -> Bool { index < tokens.count && tokens[index].kind == .string }

  private func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .mark
      && bytes[tokens[index].range.lowerBound] == UInt8(ascii: mark)
  }

  /// The name stands behind a single dot.
  private func isProperty(_ index: Int) -> Bool { isMark(index - 1, ".") && !isMark(index - 2, ".") }

  private func wrong(_ reason: String) -> Unbundled {
    let line = at < tokens.count ? tokens[at].line : tokens.last?.line ?? 1
    return Unbundled(file: path, line: line, reason: reason)
  }
}
