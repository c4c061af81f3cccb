/// The modules that an entry needs, each behind those that it imports: what comes at once, and what comes later.
/// Invariant: a module is in exactly one part, and a later part needs only its own modules and those of the first.
struct ModuleGraph {
  /// What is brought by `import("entry")`.
  struct Part {
    let entry: String
    let order: [String]
  }

  let modules: [String: Module]
  /// What comes at once.
  let first: [String]
  let later: [Part]

  init(entry: String, files: [String: [UInt8]]) throws(Unbundled) {
    var reach = Reach(files: files)
    try reach.visit(entry, from: nil)
    var first = reach.order
    var waiting = first
    var entries: [String] = []
    // Later parts may bring others.
    while let path = waiting.popLast() {
      for late in reach.modules[path]?.lates ?? [] where !entries.contains(late.path) {
        entries.append(late.path)
        let known = reach.order.count
        try reach.visit(late.path, from: (path, late.line))
        waiting += reach.order[known...]
      }
    }
    // What two later parts need comes at once, with all that it needs: it is there when either comes.
    var needed: [String: Int] = [:]
    let inFirst = Set(first)
    let closures = entries.map { Reach.closure(of: $0, in: reach.modules).subtracting(inFirst) }
    for path in closures.flatMap({ $0 }) { needed[path, default: 0] += 1 }
    let shared = Set(needed.filter { $0.value > 1 }.keys)
    first = reach.order.filter { inFirst.contains($0) || shared.contains($0) }
    // The entry runs when all that comes at once is there.
    first.removeAll { $0 == entry }
    first.append(entry)
    let atOnce = Set(first)
    later = zip(entries, closures).compactMap { entry, closure in
      guard !atOnce.contains(entry) else { return nil }
      return Part(entry: entry, order: reach.order.filter { closure.contains($0) && !atOnce.contains($0) })
    }
    self.first = first
    modules = reach.modules
    try checkNames()
  }

  /// Each imported name is exported there. In a browser the page would not start.
  private func checkNames() throws(Unbundled) {
    for path in modules.keys.sorted() {
      guard let module = modules[path] else { continue }
      for wish in module.imports {
        let given = Set(modules[wish.path]?.exports.map(\.name) ?? [])
        for case let name? in wish.names.map(\.name) where !given.contains(name) {
          throw Unbundled(file: path, line: wish.line, reason: "\(wish.path) exports no \"\(name)\"")
        }
      }
      var exported: Set<String> = []
      for export in module.exports where !exported.insert(export.name).inserted {
        throw Unbundled(file: path, line: export.line, reason: "\"\(export.name)\" is exported twice")
      }
    }
  }
}

/// Modules as they are found from an entry on, in the order in which they run (ECMA-262 §16.2.1.5).
private struct Reach {
  let files: [String: [UInt8]]
  var modules: [String: Module] = [:]
  var order: [String] = []
  /// The way from the entry to where it is looked now.
  private var way: [String] = []

  init(files: [String: [UInt8]]) { self.files = files }

  /// - Parameter from: who names it, and in which line; nil for the entry of a page.
  mutating func visit(_ path: String, from: (path: String, line: Int)?) throws(Unbundled) {
    if let since = way.firstIndex(of: path), let from {
      let circle = (way[since...] + [path]).joined(separator: " → ")
      throw Unbundled(
        file: from.path, line: from.line, reason: "modules import each other in a circle: \(circle)")
    }
    guard modules[path] == nil else { return }
    guard let bytes = files[path] else {
      throw Unbundled(file: from?.path ?? path, line: from?.line ?? 1, reason: "there is no \(path)")
    }
    let module = try ModuleReader.module(path, bytes)
    modules[path] = module
    way.append(path)
    for wish in module.imports { try visit(wish.path, from: (path, wish.line)) }
    way.removeLast()
    order.append(path)
  }

  /// A module and all that it needs to run.
  static func closure(of path: String, in modules: [String: Module]) -> Set<String> {
    var found: Set<String> = []
    var waiting = [path]
    while let next = waiting.popLast() {
      if found.insert(next).inserted { waiting += modules[next]?.imports.map(\.path) ?? [] }
    }
    return found
  }
}
