/// Values by key, of which the latest are kept. Those that were set long ago are forgotten a generation at a time, so
/// that setting one costs the same each time.
///
/// Invariant: `latest.count < generationMax` and `before.count <= generationMax`; no key is in both.
package struct Recent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// At least so many of the latest are kept, and less than twice as many.
  package let generationMax: Int
  private var latest: [Key: Value] = [:]
  private var before: [Key: Value] = [:]

  package init(generationMax: Int) {
    precondition(generationMax > 0, "something is kept")
    self.generationMax = generationMax
  }

  package var count: Int { latest.count + before.count }

  package subscript(key: Key) -> Value? { latest[key] ?? before[key] }

  package mutating func set(_ value: Value, for key: Key) {
    before[key] = nil
    latest[key] = value
    if latest.count == generationMax { (before, latest) = (latest, [:]) }
  }

  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    latest.removeValue(forKey: key) ?? before.removeValue(forKey: key)
  }
}
