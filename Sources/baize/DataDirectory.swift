import Foundation

/// The one directory that holds all state. Promise: after `prepare` it is there and may be written by this
/// user only.
enum DataDirectory {
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  static func prepare(_ path: String) throws(Unusable) {
    let manager = FileManager.default
    do {
      try manager.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Unusable(description: "the data directory \(path) cannot be made; name another with --data")
    }
    guard manager.isWritableFile(atPath: path) else {
      throw Unusable(description: "the data directory \(path) cannot be written; name another with --data")
    }
  }
}
