/// The client's files as they are sent: pages whose scripts and sheets are put together, and all that these need under
/// names that say what is in it. Nothing of two releases can be mixed: whatever a page asks for it asks for by content.
package struct Release {
  /// Under names by content; they never change.
  package let named: [String: [UInt8]]
  /// Under their own names, instead of the files that are there.
  package let pages: [String: [UInt8]]

  static let shell = "/index.html"
  static let worker = "/sw.js"

  /// - Parameter files: by their paths, which begin with "/".
  package init(of files: [String: [UInt8]]) throws(Unbundled) {
    var names = ContentNames(files: files)
    var pages: [String: [UInt8]] = [:]
    var kept: [String] = []
    for path in files.keys.sorted() where path.hasSuffix(".css") { try names.add(sheet: path) }
    for path in files.keys.sorted() where path.hasSuffix(".html") {
      let page = try Page(path, files: files, names: &names)
      pages[path] = page.bytes
      if path == Self.shell { kept = page.wants }
    }
    if let worker = files[Self.worker], let shell = pages[Self.shell] {
      // All that a page may show without a connection; words, examples and workers come when they are asked for.
      kept += names.ofPages.filter { $0.hasSuffix(".svg") || $0.hasSuffix(".wasm") }
      pages[Self.worker] = try ServiceWorker.text(
        worker, shell: names.add(Self.shell, shell), files: Set(kept).sorted())
    }
    self.pages = pages
    named = names.named
  }
}

/// The script that keeps the page in the browser, with the names of what it keeps written into it.
private enum ServiceWorker {
  static func text(_ script: [UInt8], shell: String, files: [String]) throws(Unbundled) -> [UInt8] {
    var text = String(decoding: script, as: UTF8.self)
    let list = files.map { "\"\($0)\"" }.joined(separator: ",\n  ")
    for (blank, filled) in [
      ("const SHELL = \"\";", "const SHELL = \"\(shell)\";"),
      ("const FILES = [];", "const FILES = [\n  \(list),\n];"),
    ] {
      guard let place = text.firstRange(of: blank) else {
        throw Unbundled(
          file: Release.worker, line: 1,
          reason: "the line \"\(blank)\" is missing, into which names are written")
      }
      text.replaceSubrange(place, with: filled)
    }
    return Array(text.utf8)
  }
}
