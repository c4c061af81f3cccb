import Foundation
import Store

/// The one directory that holds all state. Promise: after `prepare` it is there and may be written; one that was made
/// now may be used by this user only.
enum DataDirectory {
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  /// - Returns: a warning with the mend if other users may use the directory; otherwise nil.
  static func prepare(_ path: String) throws(Unusable) -> String? {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    if manager.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
      throw Unusable(description: "\(path) is a file; name a directory with --data")
    }
    do {
      try manager.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Unusable(description: "the data directory \(path) cannot be made; name another with --data")
    }
    guard manager.isWritableFile(atPath: path) else {
      throw Unusable(description: "the data directory \(path) cannot be written; name another with --data")
    }
    let mode = (try? manager.attributesOfItem(atPath: path)[.posixPermissions]) as? Int ?? 0
    return caution(path, mode)
  }

  private static func caution(_ path: String, _ mode: Int) -> String? {
    let mend = "chmod 700 \(path)"
    if mode & 0o022 != 0 {
      return "other users may write to the data directory \(path), and so replace what is kept; mend: \(mend)"
    }
    // Names of blobs tell who brought them.
    if mode & 0o055 != 0 { return "other users may look into the data directory \(path); mend: \(mend)" }
    return nil
  }

  /// Claims the directory for this process, before anything in it is read.
  ///
  /// - Parameter isTakingOver: the server that holds the directory was asked to go; wait for it.
  static func lock(_ path: String, isTakingOver: Bool) throws(Unusable) -> DataLock {
    do throws(DataLock.Refusal) {
      return try DataLock(directory: path, waiting: isTakingOver ? takeoverMillisecondsMax : 0)
    } catch {
      switch error {
      case .held(let process):
        let who = "\(path) is used by another baize" + (process.map { " (process \($0))" } ?? "")
        throw Unusable(
          description: isTakingOver
            ? "\(who), which did not let go of it within \(takeoverMillisecondsMax / 1000) seconds; "
              + "stop it and start again"
            : "\(who); stop it, name another directory with --data, or take over with --takeover")
      case .impossible(let why):
        throw Unusable(
          description: "the data directory \(path) cannot be locked (\(why)); name another with --data")
      }
    }
  }

  private static let takeoverMillisecondsMax = 10_000
}
