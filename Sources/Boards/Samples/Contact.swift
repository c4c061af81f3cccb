package import DragDrop

/// A person of the contact sample. Contacts travel as their own type, as vCards, and as text.
package struct Contact: Identifiable, Hashable, Sendable {
  /// Empty until an address book gives one.
  package var id: String
  package var givenName: String
  package var familyName: String
  package var phoneNumber: String
  package var email: String

  package init(
    id: String = "", givenName: String, familyName: String = "", phoneNumber: String = "", email: String = ""
  ) {
    self.id = id
    self.givenName = givenName
    self.familyName = familyName
    self.phoneNumber = phoneNumber
    self.email = email
  }

  package var fullName: String {
    familyName.isEmpty ? givenName : givenName.isEmpty ? familyName : "\(givenName) \(familyName)"
  }

  /// Fit to be shown; nil if no name is left.
  var tidied: Contact? {
    var tidied = self
    tidied.id = id.utf8.count <= 100 ? id : ""
    tidied.givenName = givenName.tidied(scalarsMax: 80)
    tidied.familyName = familyName.tidied(scalarsMax: 80)
    tidied.phoneNumber = phoneNumber.tidied(scalarsMax: 40)
    tidied.email = email.tidied(scalarsMax: 120)
    return tidied.fullName.isEmpty ? nil : tidied
  }
}

extension ContentType {
  package static var baizeContact: ContentType {
    ContentType(
      "app.baize.contact", mimeType: "application/vnd.baize.contact", conformingTo: [.data, .contact])
  }
}

extension Contact: Transferable {
  package static var transferRepresentation: some TransferRepresentation<Contact> {
    // Allows a contact to be transferred with a content type of its own.
    DataRepresentation(contentType: .baizeContact) { contact in
      contact.encoded
    } importing: { data in
      Contact(encoded: data)
    }
    .importLimit(bytes: 4096)
    // Allows importing and exporting it as a vCard.
    DataRepresentation(contentType: .vCard) { contact in
      VCard.data(contact)
    } importing: { data in
      VCard.contact(data)
    }
    .suggestedFileName { Text($0.fullName) }
    // The phone number stands in for the whole contact.
    ProxyRepresentation { contact in
      contact.phoneNumber.isEmpty ? nil : Text(contact.phoneNumber)
    } importing: { value in
      Contact(givenName: value.text).tidied
    }
    .importLimit(bytes: 4096)
  }

  /// Fields with a separator that no tidy name holds.
  package var encoded: [UInt8] {
    let fields = [id, givenName, familyName, phoneNumber, email].map { field in
      field.utf8.filter { $0 != Self.separator }
    }
    return Array(fields.joined(separator: [Self.separator]))
  }

  init?(encoded: [UInt8]) {
    let fields = encoded.split(separator: Self.separator, omittingEmptySubsequences: false)
      .compactMap { String(validating: $0, as: UTF8.self) }
    guard fields.count == 5 else { return nil }
    self.init(
      id: fields[0], givenName: fields[1], familyName: fields[2], phoneNumber: fields[3], email: fields[4])
  }

  private static let separator: UInt8 = 0x1F
}
