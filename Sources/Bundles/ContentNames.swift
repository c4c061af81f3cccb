import Bytes
import Hashes

/// Names of files by what is in them: `/img/cards.svg` is also at `/content/3f2a9c0d1b7e4a58/img/cards.svg`. A
/// file under such a name never changes.
struct ContentNames {
  static let folder = "/content/"

  /// What goes out under such names.
  private(set) var named: [String: [UInt8]] = [:]
  /// Those that pages name, with their sheets and scripts.
  private(set) var ofPages: Set<String> = []
  /// What is named now is what a worker needs, which comes when the worker does.
  var areOfWorker = false
  /// The names of files that keep their own, too.
  private var known: [String: String] = [:]
  private let files: [String: [UInt8]]
  /// Sheets as they are sent where a script brings them; those of a page go out as one.
  private var sheets: [String: [UInt8]] = [:]

  init(files: [String: [UInt8]]) { self.files = files }

  /// - Parameter path: as the file is called here.
  mutating func add(_ path: String, _ bytes: [UInt8]) -> String {
    let name = Self.folder + Self.digest(bytes) + path
    named[name] = bytes
    return name
  }

  /// - Parameter path: of a sheet that a script may bring later.
  mutating func add(sheet path: String) throws(Unbundled) {
    var sheet = StyleSheets()
    try sheet.add(path, files[path] ?? [], names: &self)
    sheets[path] = sheet.bytes
  }

  /// The name of a file as it is, or of a sheet by itself; nil where there is none, and for pages and modules, which
  /// are not used as they are.
  mutating func name(of path: String) -> String? {
    guard let name = known[path] ?? newName(of: path) else { return nil }
    known[path] = name
    if !areOfWorker { ofPages.insert(name) }
    return name
  }

  private mutating func newName(of path: String) -> String? {
    guard path.hasPrefix("/"), let bytes = sheets[path] ?? asItIs(path) else { return nil }
    return add(path, bytes)
  }

  private func asItIs(_ path: String) -> [UInt8]? { Self.isUsedAsItIs(path) ? files[path] : nil }

  private static func isUsedAsItIs(_ path: String) -> Bool {
    ![".html", ".js", ".mjs", ".css", ".webmanifest"].contains { path.hasSuffix($0) }
  }

  /// 64 bits of SHA-256: versions of a file are told apart, and nobody but its host puts files here.
  static func digest(_ bytes: [UInt8]) -> String { hex(SHA256.digest(of: bytes).prefix(8)) }
}
