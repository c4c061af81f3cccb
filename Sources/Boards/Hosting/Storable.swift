package import DragDrop
package import Wire

/// A value as bytes and back, declared once. Promise: equal values give equal bytes; bytes that nothing could have been
/// written as break the coder, and are never a trap.
package protocol ByteCoded {
  /// Reading fills in all that tells the values of one board apart.
  mutating func code(by c: inout ByteCoder)
}

/// What lists of are read.
package protocol Storable: ByteCoded {
  /// To be filled in.
  static var blank: Self { get }
}

/// A model that a table can be opened with: it can be kept and gone on from. One that a table began with is read to be
/// any other that it can have come to, as far as what the board is declared for goes.
package protocol StoredModel: BoardModel, ByteCoded where ItemID: Storable {}

extension StoredModel {
  public func packed() -> [UInt8]? {
    var (model, coder) = (self, ByteCoder())
    model.code(by: &coder)
    return coder.bytes
  }

  public func unpacked(_ bytes: [UInt8]) -> Self {
    var (model, coder) = (self, ByteCoder(reading: bytes))
    model.code(by: &coder)
    precondition(coder.isSpent, "bytes of such a model")
    return model
  }
}

extension ByteCoder {
  package mutating func code<Value: ByteCoded>(_ value: inout Value) { value.code(by: &self) }

  package mutating func code<Value: Storable>(_ list: inout [Value]) {
    many(&list, .blank) { $0.code(by: &$1) }
  }

  /// - Parameter id: what no two of them have in common.
  mutating func code<Value: Storable, ID: Hashable>(_ list: inout [Value], unique id: (Value) -> ID) {
    code(&list)
    if isReading { require(areUnique(list.map(id))) }
  }
}

// MARK: - What models are made of

extension String: Storable {
  package static var blank: String { "" }

  package mutating func code(by c: inout ByteCoder) {
    if !c.isReading { return c.write(longList: utf8) }
    var bytes: [UInt8] = []
    c.longList(&bytes)
    let text = String(validating: bytes, as: UTF8.self)
    c.require(text != nil)
    self = text ?? ""
  }
}

/// Identifiers and counts: from 0, within 31 bits.
extension Int: Storable {
  package static var blank: Int { 0 }
  package mutating func code(by c: inout ByteCoder) { c.number(&self) }
}

extension UInt8: Storable {
  package static var blank: UInt8 { 0 }
  package mutating func code(by c: inout ByteCoder) { c.fixed(&self) }
}

/// By its name.
extension ItemContent.Color: Storable {
  package static var blank: ItemContent.Color { .blue }

  package mutating func code(by c: inout ByteCoder) {
    var name = rawValue
    c.code(&name)
    let color = Self(rawValue: name)
    c.require(color != nil)
    self = color ?? .blank
  }
}

extension Selections: ByteCoded where ItemID: Storable {
  package mutating func code(by c: inout ByteCoder) {
    var all = all
    c.many(&all, (0, [])) { one, c in
      c.fixed(&one.player)
      c.code(&one.items)
      c.require(!one.items.isEmpty)
    }
    guard c.isReading else { return }
    self = Self()
    for (player, items) in all { self[player] = items }
    c.require(self.all.count == all.count)
  }
}

/// Whether nothing comes twice.
func areUnique(_ items: some Collection<some Hashable>) -> Bool { Set(items).count == items.count }
