/// A value that can be put away as bytes, as steps long past are. A type does so always or never.
public protocol Packable: Sendable {
  /// The whole value; `nil` where it is kept as it is. Values that differ little should give bytes that differ in few
  /// places, for only those are kept.
  func packed() -> [UInt8]?
  /// The value that gave those bytes. What all values of one life have in common is taken from this one.
  /// - Parameter bytes: as `packed()` of a value of the same life gave them.
  func unpacked(_ bytes: [UInt8]) -> Self
}

extension Packable {
  /// Values are kept as they are, and never unpacked. A type that packs its values has to implement `unpacked(_:)` as
  /// well: this one traps.
  public func packed() -> [UInt8]? { nil }
  public func unpacked(_ bytes: [UInt8]) -> Self { preconditionFailure("what packs also unpacks") }
}

/// A few values as bytes: the first one whole, each other one as its difference to the one before.
struct PackedRun: Sendable {
  private var bytes: [UInt8] = []
  private(set) var count = 0

  var byteCount: Int { bytes.count }

  /// - Parameter newest: the last value; empty for the first one.
  mutating func append(_ value: [UInt8], after newest: [UInt8]) {
    bytes.put(difference: newest, value)
    count += 1
  }

  /// It does not grow any more: what was reserved for that is given back.
  mutating func fit() { bytes = bytes.map { $0 } }

  /// The values, oldest first.
  var values: [[UInt8]] {
    var (values, reader, last) = ([[UInt8]](), ByteReader(bytes), [UInt8]())
    values.reserveCapacity(count)
    for _ in 0..<count {
      reader.readDifference(from: &last)
      values.append(last)
    }
    return values
  }

  subscript(index: Int) -> [UInt8] {
    var (reader, value) = (ByteReader(bytes), [UInt8]())
    for _ in 0...index { reader.readDifference(from: &value) }
    return value
  }

  /// - Returns: the value that is the last one then; empty when no value is left.
  mutating func removeLast() -> [UInt8] {
    var (reader, value) = (ByteReader(bytes), [UInt8]())
    for _ in 1..<count { reader.readDifference(from: &value) }
    bytes.removeLast(bytes.count - reader.at)
    count -= 1
    return value
  }
}

/// One of a few values that were packed together; memory is given back with the last of them.
package struct PackedBytes: Sendable {
  private let run: PackedRun
  private let index: Int

  init(run: PackedRun, index: Int) { (self.run, self.index) = (run, index) }

  /// - Precondition: the elements pack.
  package static func all<Element: Packable>(of elements: [Element]) -> [PackedBytes] {
    var stack = PackedStack<Element>()
    for element in elements { stack.append(element) }
    return stack.packedElements(0..<elements.count)
  }

  package var bytes: [UInt8] { run[index] }

  /// Its share of what all of them take in memory, in bytes.
  package var byteCount: Int { (run.byteCount + 32) / run.count + MemoryLayout<Self>.stride }
}

// MARK: - Differences

/// A difference is the length of the new bytes, and then: where both are as long, how many changes there are and each
/// behind how many bytes stay; otherwise how many bytes stay in front and at the end, and what is new between them.
extension [UInt8] {
  /// Equal bytes between two changes that are not worth a change of their own.
  private static var gapMax: Int { 2 }

  fileprivate mutating func put(difference old: [UInt8], _ new: [UInt8]) {
    put(short: new.count)
    if old.count == new.count {
      let changes = Self.changes(from: old, to: new)
      put(short: changes.count)
      var done = 0
      for change in changes {
        put(short: change.lowerBound - done)
        put(short: change.count)
        self += new[change]
        done = change.upperBound
      }
    } else {
      let most = Swift.min(old.count, new.count)
      var front = 0
      while front < most, old[front] == new[front] { front += 1 }
      var end = 0
      while end < most - front, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
      put(short: front)
      put(short: end)
      self += new[front..<new.count - end]
    }
  }

  private static func changes(from old: [UInt8], to new: [UInt8]) -> [Range<Int>] {
    var changes: [Range<Int>] = []
    for at in new.indices where old[at] != new[at] {
      if let last = changes.last, at - last.upperBound <= gapMax {
        changes[changes.count - 1] = last.lowerBound..<at + 1
      } else {
        changes.append(at..<at + 1)
      }
    }
    return changes
  }
}

extension ByteReader {
  /// Reads the next difference and applies it.
  /// - Parameter value: the value before; the value after it when this returns.
  fileprivate mutating func readDifference(from value: inout [UInt8]) {
    let count = short()
    if count == value.count {
      var at = 0
      for _ in 0..<short() {
        at += short()
        for _ in 0..<short() {
          value[at] = u8()
          at += 1
        }
      }
    } else {
      let (front, end) = (short(), short())
      value.replaceSubrange(front..<value.count - end, with: read(count - front - end))
    }
  }
}
