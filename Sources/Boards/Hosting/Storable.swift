package import DragDrop
import Wire

/// A value as bytes and back. Promise: equal values give equal bytes; bytes that nothing could have been written as
/// give nothing, and never a trap. A caller that asks `ByteReader.isSpent` notices reading on after the end.
package protocol Storable {
  init?(_ reader: inout ByteReader)
  func write(into bytes: inout [UInt8])
}

/// A model that a table can be opened with: it can be kept and gone on from.
package protocol StoredModel: BoardModel, Storable where ItemID: Storable {
  /// Whether a table that began with another model can have come to this one, as far as what the board is declared
  /// for goes.
  func canComeOf(_ start: Self) -> Bool
}

extension StoredModel {
  package func canComeOf(_ start: Self) -> Bool { true }

  public func packed() -> [UInt8]? {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  public func unpacked(_ bytes: [UInt8]) -> Self {
    var reader = ByteReader(bytes)
    guard let model = Self(&reader), reader.isSpent else { preconditionFailure("bytes of such a model") }
    return model
  }
}

// MARK: - What models are made of

extension String: Storable {
  package init?(_ reader: inout ByteReader) { self.init(validating: reader.longList(), as: UTF8.self) }
  package func write(into bytes: inout [UInt8]) { bytes.put(longList: utf8) }
}

/// Identifiers and counts: from 0, within 31 bits.
extension Int: Storable {
  package init?(_ reader: inout ByteReader) { self = reader.number() }
  package func write(into bytes: inout [UInt8]) { bytes.put(number: self) }
}

extension UInt8: Storable {
  package init?(_ reader: inout ByteReader) { self = reader.u8() }
  package func write(into bytes: inout [UInt8]) { bytes.append(self) }
}

/// By its name.
extension ItemContent.Color: Storable {
  package init?(_ reader: inout ByteReader) {
    guard let name = String(&reader) else { return nil }
    self.init(rawValue: name)
  }

  package func write(into bytes: inout [UInt8]) { rawValue.write(into: &bytes) }
}

extension Array: Storable where Element: Storable {
  package init?(_ reader: inout ByteReader) {
    self = []
    for _ in 0..<reader.count() {
      guard let element = Element(&reader) else { return nil }
      append(element)
    }
  }

  package func write(into bytes: inout [UInt8]) {
    bytes.put(number: count)
    for element in self { element.write(into: &bytes) }
  }
}

extension Selections: Storable where ItemID: Storable {
  package init?(_ reader: inout ByteReader) {
    self.init()
    for _ in 0..<reader.count() {
      let player = reader.u32()
      guard let items = [ItemID](&reader), !items.isEmpty, self[player].isEmpty else { return nil }
      self[player] = items
    }
  }

  package func write(into bytes: inout [UInt8]) {
    bytes.put(number: all.count)
    for (player, items) in all {
      bytes.put(player)
      items.write(into: &bytes)
    }
  }
}

/// Whether nothing comes twice.
func areUnique(_ items: some Collection<some Hashable>) -> Bool { Set(items).count == items.count }
