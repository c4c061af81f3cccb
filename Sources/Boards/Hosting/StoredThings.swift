package import DragDrop
package import Wire

/// Boards of other things as bytes: what is written on items, people, fruits, names and photos.
extension ItemContent: Storable {
  package init?(_ reader: inout ByteReader) {
    guard let text = String(&reader), let detail = String(&reader), let symbol = String(&reader) else {
      return nil
    }
    self.init(text: text, detail: detail, symbol: symbol)
    if reader.truth() {
      guard let color = Color(&reader) else { return nil }
      self.color = color.rawValue
    }
    guard let face = String(&reader), let image = String(&reader), let fields = [Field](&reader),
      let label = String(&reader)
    else { return nil }
    self.face = face
    self.image = image
    self.fields = fields
    self.label = label
  }

  package func write(into bytes: inout [UInt8]) {
    for part in [text, detail, symbol] { part.write(into: &bytes) }
    bytes.put(!color.isEmpty)
    if !color.isEmpty { color.write(into: &bytes) }
    for part in [face, image] { part.write(into: &bytes) }
    fields.write(into: &bytes)
    label.write(into: &bytes)
  }
}

extension ItemContent.Field: Storable {
  package init?(_ reader: inout ByteReader) {
    guard let name = String(&reader), let value = String(&reader) else { return nil }
    self.init(name, value)
  }

  package func write(into bytes: inout [UInt8]) {
    name.write(into: &bytes)
    value.write(into: &bytes)
  }
}

extension Contact: Storable {
  package init?(_ reader: inout ByteReader) {
    guard let id = String(&reader), let givenName = String(&reader), let familyName = String(&reader),
      let phoneNumber = String(&reader), let email = String(&reader)
    else { return nil }
    self.init(
      id: id, givenName: givenName, familyName: familyName, phoneNumber: phoneNumber, email: email)
  }

  package func write(into bytes: inout [UInt8]) {
    for field in [id, givenName, familyName, phoneNumber, email] { field.write(into: &bytes) }
  }
}

extension AddressBook: StoredModel {
  package init?(_ reader: inout ByteReader) {
    guard let contacts = [Contact](&reader), areUnique(contacts.map { $0.id }) else { return nil }
    self.init(contacts: contacts, table: reader.u64(), lastNumber: reader.number())
  }

  package func write(into bytes: inout [UInt8]) {
    contacts.write(into: &bytes)
    bytes.put(table)
    bytes.put(number: lastNumber)
  }

  package func canComeOf(_ start: AddressBook) -> Bool { table == start.table }
}

/// By its number: there are no others than those that everybody knows.
extension Fruit: Storable {
  package init?(_ reader: inout ByteReader) {
    let id = reader.number()
    guard let known = Fruit.all.first(where: { $0.id == id }) else { return nil }
    self = known
  }

  package func write(into bytes: inout [UInt8]) { bytes.put(number: id) }
}

extension FruitBoard: StoredModel {
  package init?(_ reader: inout ByteReader) {
    guard let available = [Fruit](&reader), let basket = [Fruit](&reader),
      areUnique(available.map { $0.id })
    else { return nil }
    self.init()
    self.available = available
    self.basket = basket
  }

  package func write(into bytes: inout [UInt8]) {
    available.write(into: &bytes)
    basket.write(into: &bytes)
  }
}

extension ReorderableList: StoredModel {
  package init?(_ reader: inout ByteReader) {
    guard let items = [String](&reader), areUnique(items) else { return nil }
    self.init()
    self.items = items
  }

  package func write(into bytes: inout [UInt8]) { items.write(into: &bytes) }
}

extension DraggablePhoto: Storable {
  package init?(_ reader: inout ByteReader) {
    let id = reader.number()
    guard let name = String(&reader), let type = String(&reader), let blob = String(&reader),
      let contentType = ContentType.known.first(where: { $0.identifier.text == type }),
      let photo = DraggablePhoto(File(name: Text(name), bytes: Array(blob.utf8)), contentType)
    else { return nil }
    self = photo
    self.id = id
    // As it was: the album may have lengthened it.
    self.name = name
  }

  package func write(into bytes: inout [UInt8]) {
    bytes.put(number: id)
    name.write(into: &bytes)
    contentType.identifier.text.write(into: &bytes)
    blob.write(into: &bytes)
  }
}

extension Album: StoredModel {
  package init?(_ reader: inout ByteReader) {
    guard let photos = [DraggablePhoto](&reader), areUnique(photos.map { $0.id }) else { return nil }
    self.init(photos: photos, lastID: reader.number())
    guard photos.allSatisfy({ $0.id <= lastID }) else { return nil }
  }

  package func write(into bytes: inout [UInt8]) {
    photos.write(into: &bytes)
    bytes.put(number: lastID)
  }
}
