package import DragDrop
package import Wire

/// Boards of other things as bytes: what is written on items, people, fruits, names and photos.
extension ItemContent: Storable {
  package static var blank: ItemContent { ItemContent(text: "") }

  package mutating func code(by c: inout ByteCoder) {
    c.code(&text)
    c.code(&detail)
    c.code(&symbol)
    var known = Color(rawValue: color)
    c.optional(&known, .blank) { $1.code(&$0) }
    color = known?.rawValue ?? ""
    c.code(&face)
    c.code(&image)
    c.code(&fields)
    c.code(&label)
  }
}

extension ItemContent.Field: Storable {
  package static var blank: Self { Self("", "") }

  package mutating func code(by c: inout ByteCoder) {
    c.code(&name)
    c.code(&value)
  }
}

extension Contact: Storable {
  package static var blank: Contact { Contact(givenName: "") }

  package mutating func code(by c: inout ByteCoder) {
    c.code(&id)
    c.code(&givenName)
    c.code(&familyName)
    c.code(&phoneNumber)
    c.code(&email)
  }
}

extension AddressBook: StoredModel {
  package mutating func code(by c: inout ByteCoder) {
    c.code(&contacts, unique: \.id)
    let table = c.fixed(table)
    c.require(table == self.table)
    c.number(&lastNumber)
  }
}

/// By its number: there are no others than those that everybody knows.
extension Fruit: Storable {
  package static var blank: Fruit { all[0] }

  package mutating func code(by c: inout ByteCoder) {
    var number = id
    c.number(&number)
    let known = Fruit.all.first { $0.id == number }
    c.require(known != nil)
    self = known ?? self
  }
}

extension FruitBoard: StoredModel {
  package mutating func code(by c: inout ByteCoder) {
    c.code(&available, unique: \.id)
    c.code(&basket)
  }
}

extension ReorderableList: StoredModel {
  package mutating func code(by c: inout ByteCoder) { c.code(&items, unique: \.self) }
}

extension DraggablePhoto: Storable {
  package static var blank: DraggablePhoto { DraggablePhoto(name: "", contentType: .png, blob: "") }

  package mutating func code(by c: inout ByteCoder) {
    var (id, name, type, blob) = (id, name, contentType.identifier.text, blob)
    c.number(&id)
    c.code(&name)
    c.code(&type)
    c.code(&blob)
    guard c.isReading else { return }
    let contentType = ContentType.known.first { $0.identifier.text == type }
    let photo = contentType.flatMap { DraggablePhoto(File(name: Text(name), bytes: Array(blob.utf8)), $0) }
    c.require(photo != nil)
    self = photo ?? .blank
    self.id = id
    // As it was: the album may have lengthened it.
    self.name = name
  }
}

extension Album: StoredModel {
  package mutating func code(by c: inout ByteCoder) {
    c.code(&photos, unique: \.id)
    c.number(&lastID)
    c.require(photos.allSatisfy { $0.id <= lastID })
  }
}
