import Foundation

/// The machine that this program runs on, or as much of it as it may use.
enum Machine {
  static let cores = ProcessInfo.processInfo.activeProcessorCount

  /// Memory, in megabytes: what a container is limited to, where it is.
  static let memoryMegabytes = Int(clamping: min(ProcessInfo.processInfo.physicalMemory, limit) >> 20)

  /// Of this control group, as far as it is told inside it: in its second version, and in its first.
  private static var limit: UInt64 {
    for path in ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"] {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let bytes = UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines)), bytes > 0
      else { continue }
      return bytes
    }
    return .max
  }
}
