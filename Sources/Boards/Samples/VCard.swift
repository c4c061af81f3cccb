/// Contacts as vCards (RFC 6350 and its elders): lines end with CRLF, are folded at 75 bytes, and
/// hold UTF-8. Promise: what is written is read again as an equal contact; what is no vCard is `nil`.
package enum VCard {
  private static let lineBytesMax = 75

  // MARK: writing

  package static func data(_ contact: Contact) -> [UInt8] {
    var lines = [
      "BEGIN:VCARD", "VERSION:4.0", "UID:\(escaped(contact.id))", "FN:\(escaped(contact.fullName))",
      "N:\(escaped(contact.familyName));\(escaped(contact.givenName));;;",
    ]
    if !contact.phoneNumber.isEmpty { lines.append("TEL;TYPE=cell:\(escaped(contact.phoneNumber))") }
    if !contact.email.isEmpty { lines.append("EMAIL:\(escaped(contact.email))") }
    lines.append("END:VCARD")
    return lines.flatMap { folded(Array($0.utf8)) }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ",", ";": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case "\r": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Never in the middle of a character, though readers must not rely on that.
  private static func folded(_ line: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    var width = 0
    for (index, byte) in line.enumerated() {
      let isStart = byte & 0xC0 != 0x80
      let rest = line[index...].dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
      if isStart && width + 1 + rest > lineBytesMax {
        folded += [13, 10, 32]
        width = 1
      }
      folded.append(byte)
      width += 1
    }
    return folded + [13, 10]
  }

  // MARK: reading

  package static func contact(_ data: [UInt8]) -> Contact? {
    guard let text = String(validating: unfolded(data), as: UTF8.self) else { return nil }
    let lines = text.unicodeScalars.drop { $0 == "\u{FEFF}" }.split { $0 == "\n" || $0 == "\r" }.map {
      String($0)
    }
    guard lines.first?.uppercased() == "BEGIN:VCARD", lines.last?.uppercased() == "END:VCARD" else {
      return nil
    }
    var id: String?
    var name: [String]?
    var formattedName: String?
    var phoneNumber = ""
    var email = ""
    for line in lines.dropFirst().dropLast() {
      // By scalars: a name may begin with an accent, which would be one character with the colon.
      guard let colon = line.unicodeScalars.firstIndex(of: ":") else { continue }
      let value = String(line.unicodeScalars[colon...].dropFirst())
      // "item1.TEL;TYPE=cell": a group in front of the name, parameters behind it.
      let head = line.unicodeScalars[..<colon].prefix { $0 != ";" }
      switch head.split(separator: ".").last.map({ String($0).uppercased() }) {
      case "UID": id = fields(value).first
      case "N": name = fields(value)
      case "FN": formattedName = fields(value).joined(separator: ";")
      case "TEL" where phoneNumber.isEmpty: phoneNumber = fields(value).joined(separator: ";")
      case "EMAIL" where email.isEmpty: email = fields(value).joined(separator: ";")
      case "BEGIN", "END": return nil
      default: break
      }
    }
    guard name != nil || formattedName != nil else { return nil }
    var contact = Contact(
      givenName: name.map { $0.count > 1 ? $0[1] : "" } ?? "", familyName: name?.first ?? "")
    if contact.fullName.isEmpty { contact.givenName = formattedName ?? "" }
    contact.id = id ?? ""
    contact.phoneNumber = phoneNumber
    contact.email = email
    return contact
  }

  /// A line end with a blank behind it does not end the line. Done on bytes: others fold within characters.
  private static func unfolded(_ data: [UInt8]) -> [UInt8] {
    var unfolded: [UInt8] = []
    var at = 0
    while at < data.count {
      let end = data[at...].starts(with: [13, 10]) ? 2 : data[at] == 10 ? 1 : 0
      if end > 0, at + end < data.count, data[at + end] == 32 || data[at + end] == 9 {
        at += end + 1
      } else {
        unfolded.append(data[at])
        at += 1
      }
    }
    return unfolded
  }

  /// The parts between semicolons that no backslash stands before.
  private static func fields(_ value: String) -> [String] {
    var fields = [""]
    var isEscaped = false
    for scalar in value.unicodeScalars {
      switch (isEscaped, scalar) {
      case (false, "\\"):
        isEscaped = true
        continue
      case (false, ";"): fields.append("")
      case (true, "n"), (true, "N"): fields[fields.count - 1] += "\n"
      default: fields[fields.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return fields
  }
}
