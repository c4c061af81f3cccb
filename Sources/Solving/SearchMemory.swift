#if os(Linux)
  import CLinux
  import Glibc

  /// Memory from the system, as much address space as a search may need: what is not touched costs nothing.
  struct SearchMemory: ~Copyable {
    /// Bytes; none where the system refuses them.
    let size: Int
    /// Begins on a large page: a search jumps through its memory, and few pages are found sooner than many.
    let base: UnsafeMutableRawPointer
    private let mapped: UnsafeMutableRawPointer
    private let mappedSize: Int

    private static let largePage = 2 << 20

    init(bytes: Int) {
      mappedSize = bytes + Self.largePage
      mapped = mmap(
        nil, mappedSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      guard mapped != MAP_FAILED else {
        size = 0
        base = mapped
        return
      }
      size = bytes
      base = mapped.alignedUp(toMultipleOf: Self.largePage)
      // Where there are no large pages all goes on as before.
      _ = madvise(base, size, MADV_HUGEPAGE)
    }

    deinit { if mapped != MAP_FAILED { munmap(mapped, mappedSize) } }

    /// The system gets back what lies behind the first so many bytes.
    func giveBack(from kept: Int) { _ = madvise(base + kept, size - kept, MADV_DONTNEED) }

    /// Asks for the memory there, which is read or written soon, and waits for nothing.
    @inline(__always)
    static func prefetch(_ there: UnsafeRawPointer) { clinux_prefetch(there) }
  }
#else
  import CWasm

  /// A block of the module's memory, which grows by as much.
  @usableFromInline  // Embedded Swift sees no other deinit from another module
  struct SearchMemory: ~Copyable {
    /// Bytes; none where the browser refuses them.
    let size: Int
    let base: UnsafeMutableRawPointer
    private let block: UInt32

    init(bytes: Int) {
      block = memory_take(UInt32(clamping: bytes))
      let taken = UnsafeMutableRawPointer(bitPattern: UInt(block))
      size = taken == nil ? 0 : bytes
      // Nothing is handed out of no bytes.
      base = taken ?? UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped
    }

    deinit { memory_give_back(block) }

    /// A module can give no memory back.
    func giveBack(from _: Int) {}

    /// A module cannot ask ahead.
    @inline(__always)
    static func prefetch(_: UnsafeRawPointer) {}
  }
#endif
