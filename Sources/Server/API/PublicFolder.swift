import Bundles
import Foundation
package import HTTP

/// Reads the client's files once at start, so that no request ever waits for the disk, and puts them together, so that
/// a page is a few requests.
package struct PublicFolder {
  package let files: StaticFiles
  /// Why files go out singly, in a sentence; nil where they were put together.
  package let caution: String?

  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameter path: of the folder.
  /// - Throws: `Unreadable` with the mend when there is no such folder or no `index.html` in it.
  package init(_ path: String) throws(Unreadable) {
    let read = try Self.read(path)
    var files = StaticFiles()
    do throws(Unbundled) {
      let release = try Release(of: read)
      caution = nil
      for (path, bytes) in read { files.add(path: path, bytes: release.pages[path] ?? bytes) }
      for (path, bytes) in release.named { files.add(path: path, bytes: bytes, isForEver: true) }
    } catch {
      caution = "\(path) goes out as single files, which takes pages longer to load: \(error)"
      for (path, bytes) in read { files.add(path: path, bytes: bytes) }
    }
    self.files = files
  }

  /// All regular files below `path`; hidden ones stay hidden.
  private static func read(_ path: String) throws(Unreadable) -> [String: [UInt8]] {
    let root = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    let manager = FileManager.default
    var isRootFolder: ObjCBool = false
    guard manager.fileExists(atPath: root.path, isDirectory: &isRootFolder), isRootFolder.boolValue,
      let names = manager.enumerator(atPath: root.path)
    else {
      throw Unreadable(description: "there is no folder \(path); name the client's folder with --public")
    }
    var files: [String: [UInt8]] = [:]
    for case let name as String in names
    where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      let file = root.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      guard manager.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      guard let data = manager.contents(atPath: file.path) else {
        throw Unreadable(description: "\(file.path) cannot be read")
      }
      files["/" + name] = [UInt8](data)
    }
    guard files["/index.html"] != nil else {
      throw Unreadable(description: "\(path) has no index.html; name the client's folder with --public")
    }
    return files
  }
}
