import Foundation

/// The client of this project, as its server reads it.
enum Client {
  static func files() throws -> [String: [UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Public")
      .standardizedFileURL
    var files: [String: [UInt8]] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
      let file = folder.appending(path: name)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      files["/" + name] = [UInt8](try Data(contentsOf: file))
    }
    return files
  }
}
