/// The modules of one page as one script, and one more for each part that comes later.
///
///     "use strict";(async()=>{const $m=[],…;
///     {…$m[0]={capital,t}}          each module in a block, so that its names are its own
///     {const{t}=$m[0];…}            and what it imports taken from those before
///     })()
///
/// It is a classic script, because Chromium caches compiled code for those when a service worker serves them, and not
/// for modules. Strict mode and the async function give it what a module has.
/// A later part is a function of the same list, so it takes from modules that run already. A worker that a module
/// begins is a bundle by itself.
struct Bundle {
  /// Where the script of the page is.
  let entry: String
  /// Where the later parts are.
  let later: [String]

  private let graph: ModuleGraph
  private let numbers: [String: Int]

  init(entry path: String, files: [String: [UInt8]], names: inout ContentNames) throws(Unbundled) {
    let graph = try ModuleGraph(entry: path, files: files)
    self.graph = graph
    let workers = try Self.workers(of: graph, files: files, &names)
    let all = graph.first + graph.later.flatMap(\.order)
    numbers = Dictionary(uniqueKeysWithValues: zip(all, 0...))
    let parts = Dictionary(uniqueKeysWithValues: zip(graph.later.map(\.entry), 0...))
    let text = Text(graph: graph, numbers: numbers, parts: parts, workers: workers)

    var later: [String] = []
    for part in graph.later {
      later.append(names.add(part.entry, text.later(part, &names)))
    }
    self.later = later
    entry = names.add(path, text.first(later, &names))
  }

  /// The names of the workers that its modules begin, by their paths.
  private static func workers(
    of graph: ModuleGraph, files: [String: [UInt8]], _ names: inout ContentNames
  ) throws(Unbundled) -> [String: String] {
    var found: [String: String] = [:]
    for path in graph.modules.keys.sorted() {
      for worker in graph.modules[path]?.workers ?? [] where found[worker.path] == nil {
        func wrong(_ reason: String) -> Unbundled { Unbundled(file: path, line: worker.line, reason: reason) }
        guard files[worker.path] != nil else { throw wrong("there is no \(worker.path)") }
        guard !names.areOfWorker else { throw wrong("a worker that begins another cannot be read") }
        names.areOfWorker = true
        found[worker.path] = try Bundle(entry: worker.path, files: files, names: &names).entry
        names.areOfWorker = false
      }
    }
    return found
  }
}

/// What is written.
private struct Text {
  let graph: ModuleGraph
  let numbers: [String: Int]
  let parts: [String: Int]
  let workers: [String: String]

  /// The script of a page. A later part that did not come is asked for anew the next time.
  func first(_ urls: [String], _ names: inout ContentNames) -> [UInt8] {
    var writer = ScriptWriter()
    writer.append("\"use strict\";(async()=>{const $m=[]")
    if !urls.isEmpty {
      writer.append(",$kept=[],$urls=[\(urls.map { "\"\($0)\"" }.joined(separator: ","))],")
      writer.append("$late=(at,n)=>($kept[at]??=import($urls[at]).then((it)=>it.default($m,$late))")
      writer.append(".catch((error)=>{$kept[at]=undefined;throw error})).then(()=>$m[n])")
    }
    writer.append(";\n")
    for path in graph.first { write(path, to: &writer, &names) }
    // For those who look into a running page, and for its tests. A part may have come while a module still waited.
    writer.append("globalThis.bundled={\(entries(graph.first)),...globalThis.bundled};\n})();\n")
    return writer.bytes
  }

  func later(_ part: ModuleGraph.Part, _ names: inout ContentNames) -> [UInt8] {
    var writer = ScriptWriter()
    writer.append("export default async($m,$late)=>{\n")
    for path in part.order { write(path, to: &writer, &names) }
    writer.append("globalThis.bundled={...globalThis.bundled,\(entries(part.order))}};\n")
    return writer.bytes
  }

  private func entries(_ paths: [String]) -> String {
    paths.map { "\"\($0)\":$m[\(number($0))]" }.joined(separator: ",")
  }

  private func number(_ path: String) -> Int {
    guard let number = numbers[path] else { preconditionFailure("\(path) is in no part") }
    return number
  }

  private func write(_ path: String, to writer: inout ScriptWriter, _ names: inout ContentNames) {
    guard let module = graph.modules[path] else { preconditionFailure("\(path) was not read") }
    writer.append("{")
    for wish in module.imports { writer.append(taken(wish)) }
    writer.begin()
    writeWords(of: module, to: &writer, &names)
    writer.append("\n;$m[\(number(path))]={")
    writer.append(
      module.exports.map { $0.local == $0.name ? $0.name : "\($0.name):\($0.local)" }.joined(separator: ","))
    writer.append("}}\n")
  }

  private func taken(_ wish: Module.Import) -> String {
    let source = "$m[\(number(wish.path))]"
    guard let first = wish.names.first else { return "" }
    guard first.name != nil else { return "const \(first.local)=\(source);" }
    let names = wish.names.map { $0.name == $0.local ? $0.local : "\($0.name ?? ""):\($0.local)" }
    return "const{\(names.joined(separator: ","))}=\(source);"
  }

  private func writeWords(of module: Module, to writer: inout ScriptWriter, _ names: inout ContentNames) {
    var leftOut = module.leftOut[...]
    var lates = module.lates[...]
    var begun = module.workers[...]
    var at = 0
    while at < module.tokens.count {
      let token = module.tokens[at]
      if let range = leftOut.first, range.lowerBound == at {
        leftOut.removeFirst()
        at = range.upperBound
      } else if let late = lates.first, late.tokens.lowerBound == at {
        lates.removeFirst()
        writer.append(token, of: module.bytes, instead: Array(brought(late.path).utf8))
        at = late.tokens.upperBound
      } else if let worker = begun.first, worker.token == at {
        begun.removeFirst()
        let name = workers[worker.path] ?? worker.path
        writer.append(token, of: module.bytes, instead: Array("\"\(name)\"".utf8))
        at += 1
      } else {
        writer.append(token, of: module.bytes, names: &names)
        at += 1
      }
    }
  }

  private func brought(_ path: String) -> String {
    guard let part = parts[path] else { return "Promise.resolve().then(()=>$m[\(number(path))])" }
    return "$late(\(part),\(number(path)))"
  }
}
