import Glibc

/// The members of a gallery, one behind the other in memory of their own: a sweep goes through thousands of them, and
/// changes a few words of each.
/// Invariant: 0 ≤ count ≤ capacity; pointers hold until somebody is added.
struct Roll: ~Copyable {
  private var base: UnsafeMutablePointer<Gallery.Member>
  private(set) var count = 0
  private var capacity = 2

  init() {
    precondition(_isPOD(Gallery.Member.self), "members are moved as bytes, and none is ever deinitialised")
    base = Self.memory(nil, for: capacity)
  }

  deinit { free(base) }

  /// The system moves what is large by its page table: nothing is copied, and no hole is left behind.
  private static func memory(
    _ old: UnsafeMutablePointer<Gallery.Member>?, for capacity: Int
  ) -> UnsafeMutablePointer<Gallery.Member> {
    guard let memory = realloc(old, capacity * MemoryLayout<Gallery.Member>.stride) else {
      preconditionFailure("out of memory")
    }
    return memory.assumingMemoryBound(to: Gallery.Member.self)
  }

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  subscript(place: Int) -> Gallery.Member {
    get { base[checked(place)] }
    nonmutating _modify { yield &base[checked(place)] }
  }

  /// The member where it lies.
  func pointer(at place: Int) -> UnsafeMutablePointer<Gallery.Member> { base + checked(place) }

  private func checked(_ place: Int) -> Int {
    precondition(place >= 0 && place < count, "there is a member at each place")
    return place
  }

  mutating func append(_ member: Gallery.Member) {
    if count == capacity {
      capacity *= 2
      base = Self.memory(base, for: capacity)
    }
    (base + count).initialize(to: member)
    count += 1
  }

  func swapAt(_ a: Int, _ b: Int) {
    let first = self[a]
    self[a] = self[b]
    self[b] = first
  }

  mutating func removeLast() {
    precondition(count > 0, "there is one to remove")
    count -= 1
  }
}
