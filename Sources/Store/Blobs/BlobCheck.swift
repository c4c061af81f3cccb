import Glibc
import Hashes
import SQLite

/// Looks through the blobs of a data directory, and changes nothing.
///
/// Files that have another name than blobs have are left alone.
struct BlobCheck {
  /// So many of a kind are told one by one.
  private static let toldMax = 20
  private static let partBytes = 256 * 1024

  private(set) var count = 0
  /// How many are not what their names say.
  var wrongCount: Int { wrong.count }
  private let root: String
  private var there: Set<BlobID> = []
  private var wrong: [String] = []

  /// Reads every file among the blobs. Without that folder there are no blobs.
  init(_ root: String) throws(BlobFolder.Fault) {
    self.root = root
    guard access(root, F_OK) == 0 else { return }
    for folder in try CopiedFiles.names(in: root).sorted() where folder.utf8.count == 2 {
      var names: [String] = []
      try BlobFolder.forEachName(in: root + "/" + folder) { names.append($0) }
      for name in names.sorted() { look(at: name, in: folder) }
    }
  }

  private mutating func look(at name: String, in folder: String) {
    let path = "\(root)/\(folder)/\(name)"
    var status = stat()
    guard let id = BlobFileName(name, in: folder)?.id, stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return }
    do throws(BlobFolder.Fault) {
      let found = try Self.content(of: path)
      if found != id { wrong.append("\(path) is not what its name says") }
    } catch {
      // Nobody uses it any more, and the server took it away.
      guard error.code != ENOENT else { return }
      wrong.append("\(path) cannot be read (\(error))")
    }
    count += 1
    there.insert(id)
  }

  /// What the name of a file's bytes is.
  private static func content(of path: String) throws(BlobFolder.Fault) -> BlobID {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BlobFolder.Fault("open") }
    defer { close(file) }
    var hash = SHA256()
    var part = [UInt8](repeating: 0, count: partBytes)
    while true {
      let count = read(file, &part, part.count)
      if count == 0 { return BlobID(digest: hash.digest()) }
      if count < 0 {
        if errno == EINTR { continue }
        throw BlobFolder.Fault("read")
      }
      part.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// Of blobs that tables name, those that are not there.
  func lacking(of named: [BlobID: String]) -> [BlobID: String] { named.filter { !there.contains($0.key) } }

  /// What is wrong, a sentence each.
  ///
  /// - Parameter lacking: blobs that are not there, and a table that names each.
  func problems(lacking: [BlobID: String]) -> [String] {
    let sentences = lacking.map { id, room in "\(room) names the blob \(id), which is not in \(root)" }
    return Self.told(wrong, "blobs are not what their names say, or cannot be read")
      + Self.told(sentences.sorted(), "blobs that tables name are not there")
  }

  private static func told(_ sentences: [String], _ rest: String) -> [String] {
    guard sentences.count > toldMax else { return sentences }
    return sentences.prefix(toldMax) + ["\(sentences.count - toldMax) more \(rest)"]
  }

  // MARK: - What records name

  /// Notes the blobs that a table's records name, as far as they can be read.
  static func note(_ room: String, _ id: Int64, to named: inout [BlobID: String], in db: Database) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT body FROM records WHERE tableID = ? AND instr(body, CAST(? AS BLOB)) > 0",
      arguments: [id, NamedBlobs.mark])
    while let row = try rows.next() {
      for blob in NamedBlobs.names(in: try row.bytes(atIndex: 0)) where named[blob] == nil {
        named[blob] = room
      }
    }
  }
}
