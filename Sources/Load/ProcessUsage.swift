import Glibc

/// What a process takes, as the system tells it under `/proc`.
package struct ProcessUsage: Sendable {
  package let process: Int32

  package init(process: Int32) { self.process = process }

  package struct Memory: Sendable, Equatable {
    package var residentBytes = 0
    /// Of these, what is not a file's.
    package var anonymousBytes = 0
  }

  /// Time on a processor, of all threads there are.
  package func cpuNanoseconds() -> UInt64 {
    var sum: UInt64 = 0
    for thread in Self.names(in: "/proc/\(process)/task") {
      let text = Self.text(of: "/proc/\(process)/task/\(thread)/schedstat")
      sum += text.split(separator: " ").first.flatMap { UInt64($0) } ?? 0
    }
    return sum
  }

  package func memory() -> Memory {
    var memory = Memory()
    for line in Self.text(of: "/proc/\(process)/smaps_rollup").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 2, let kilobytes = Int(words[1]) else { continue }
      if words[0] == "Rss:" { memory.residentBytes = kilobytes * 1024 }
      if words[0] == "Anonymous:" { memory.anonymousBytes = kilobytes * 1024 }
    }
    return memory
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func text(of file: String) -> String {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let got = read(descriptor, &piece, piece.count)
      guard got > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<got]
    }
  }
}
