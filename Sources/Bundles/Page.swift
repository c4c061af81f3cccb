/// A page of HTML that is sent with one script and one style sheet instead of many.
struct Page {
  /// As it is sent.
  let bytes: [UInt8]
  /// The files that it asks for at once, and the parts of its script that come later.
  let wants: [String]

  init(_ path: String, files: [String: [UInt8]], names: inout ContentNames) throws(Unbundled) {
    let source = files[path] ?? []
    let tags = try PageReader.tags(of: path, source)
    func value(_ tag: PageReader.Tag, _ attribute: String) -> String? {
      tag.attributes[attribute].map { String(decoding: source[$0], as: UTF8.self) }
    }
    var edits: [(range: Range<Int>, text: String)] = []
    var wants: [String] = []
    var sheets: [(tag: PageReader.Tag, path: String)] = []
    var hasModules = false

    for tag in tags {
      switch (tag.name, value(tag, "src"), value(tag, "href")) {
      case ("link", _, let href?) where value(tag, "rel") == "stylesheet" && files[href] != nil:
        guard tag.attributes["media"] == nil else {
          throw Unbundled(
            file: path, line: tag.line, reason: "write \"@media\" into the sheet instead of here")
        }
        sheets.append((tag, href))
      case ("script", let src?, _) where value(tag, "type") == "module" && files[src] != nil:
        guard !hasModules else {
          throw Unbundled(file: path, line: tag.line, reason: "a page has one module; import the other there")
        }
        hasModules = true
        let bundle = try Bundle(entry: src, files: files, names: &names)
        wants += [bundle.entry] + bundle.later
        edits.append((tag.range, "<script defer src=\"\(bundle.entry)\">"))
      case ("script", let src?, _):
        guard let script = files[src], let range = tag.attributes["src"] else { break }
        let name = names.add(src, try Self.shortened(src, script, &names))
        wants.append(name)
        edits.append((range, name))
      case (_, let src, let href):
        for (attribute, address) in [("src", src), ("href", href)] {
          guard let address, let range = tag.attributes[attribute], let name = names.name(of: address) else {
            continue
          }
          wants.append(name)
          edits.append((range, name))
        }
      }
    }
    if let first = sheets.first {
      var styles = StyleSheets()
      for sheet in sheets { try styles.add(sheet.path, files[sheet.path] ?? [], names: &names) }
      let name = names.add(first.path, styles.bytes)
      wants.append(name)
      edits.append((first.tag.range, "<link rel=\"stylesheet\" href=\"\(name)\">"))
      edits += sheets.dropFirst().map { ($0.tag.range, "") }
    }
    bytes = Self.marked(Self.written(source, edits))
    self.wants = wants
  }

  private static func shortened(
    _ path: String, _ script: [UInt8], _ names: inout ContentNames
  ) throws(Unbundled) -> [UInt8] {
    var writer = ScriptWriter()
    for token in try ScriptReader.tokens(of: path, script) { writer.append(token, of: script, names: &names) }
    return writer.bytes
  }

  /// With the name of all that is in it, since it names all else by content: `<html data-release="3f2a9c0d1b7e4a58">`.
  private static func marked(_ page: [UInt8]) -> [UInt8] {
    guard let tag = page.firstRange(of: Array("<html".utf8)) else { return page }
    let mark = " data-release=\"\(ContentNames.digest(page))\""
    return page[..<tag.upperBound] + Array(mark.utf8) + page[tag.upperBound...]
  }

  /// With the edits made, and without indents.
  private static func written(_ source: [UInt8], _ edits: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var out: [UInt8] = []
    func copy(_ range: Range<Int>) {
      for byte in source[range] {
        let isBlank = byte == 0x20 || byte == UInt8(ascii: "\n")
        if isBlank, out.last == UInt8(ascii: "\n") { continue }
        out.append(byte)
      }
    }
    var at = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      copy(at..<edit.range.lowerBound)
      out += Array(edit.text.utf8)
      at = edit.range.upperBound
    }
    copy(at..<source.count)
    return out
  }
}
