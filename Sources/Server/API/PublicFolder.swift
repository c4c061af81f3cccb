import Foundation
package import HTTP

/// Reads the client's files once at start, so that no request ever waits for the disk.
package enum PublicFolder {
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }

  /// All regular files below `path`; hidden ones stay hidden.
  ///
  /// - Throws: `Unreadable` with the mend when there is no such folder or no `index.html` in it.
  package static func read(_ path: String) throws(Unreadable) -> StaticFiles {
    let root = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    let manager = FileManager.default
    var isRootFolder: ObjCBool = false
    guard manager.fileExists(atPath: root.path, isDirectory: &isRootFolder), isRootFolder.boolValue,
      let names = manager.enumerator(atPath: root.path)
    else {
      throw Unreadable(description: "there is no folder \(path); name the client's folder with --public")
    }
    var files = StaticFiles()
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
      files.add(path: "/" + name, bytes: [UInt8](data))
    }
    guard files["/index.html"] != nil else {
      throw Unreadable(description: "\(path) has no index.html; name the client's folder with --public")
    }
    return files
  }
}
