import CLinux

/// Memory for what is large: logs, slabs, bodies.
package enum LargeBlocks {
  /// Gives each block of 64 KiB and more pages of its own, which go back to the system with it. Once for a process.
  package static func keepApart() { clinux_map_large_blocks(64 * 1024) }
}
