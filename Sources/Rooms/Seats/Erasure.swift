import DragDrop
import Wire

/// Somebody who is to be erased, and who stands in their place at one table.
package struct Erasure: Sendable, Equatable {
  /// What they are called from now on, where something has to stand.
  package static let name = "somebody"

  package let guest: GuestID
  package let replacement: GuestID

  /// - Parameter random: eight bytes from the system's random source.
  package init(of guest: GuestID, random: some Sequence<UInt8>) {
    self.guest = guest
    replacement = GuestID(erased: random)
  }

  /// A record of a table's log as it is without them; nil where it does not name them.
  package func rewritten(_ record: [UInt8]) -> [UInt8]? {
    guard names(record) else { return nil }
    // What this program does not understand has at least no identifier left. Both are of one length.
    guard let read = try? LogRecord.read(record) else { return replaced(record) }
    switch read {
    case .opening(var opening):
      opening.opener = replaced(opening.opener)
      return LogRecord.opening(opening).line()
    case .seats(var seats):
      seats.holders = seats.holders.map { $0.map(replaced) }
      seats.lastGuests = seats.lastGuests.map { $0.map(replaced) }
      return LogRecord.seats(seats).line()
    case .access(var access):
      access.host = replaced(access.host)
      access.bans.removeAll(where: isAbout)
      access.guests.removeAll(where: isAbout)
      access.coHosts.removeAll { $0 == guest.text }
      return LogRecord.access(access).line()
    case .command, .answered, .forgotten, .race: return replaced(record)
    }
  }

  /// The same for a base: its lines say who sits where, and who may come.
  package func rewritten(base: [UInt8]) -> [UInt8]? {
    guard names(base) else { return nil }
    var coder = ByteCoder(reading: base)
    var (lines, rest): ([UInt8], [UInt8]) = ([], [])
    coder.longList(&lines)
    coder.longList(&rest)
    guard coder.isSpent else { return replaced(base) }
    let rewritten = lines.split(separator: UInt8(ascii: "\n")).flatMap { line in
      let line = Array(line) + [UInt8(ascii: "\n")]
      return self.rewritten(line) ?? line
    }
    var writer = ByteCoder()
    writer.write(longList: rewritten)
    writer.write(longList: replaced(rest))
    return writer.bytes
  }

  private func isAbout(_ named: [String]) -> Bool { named.first == guest.text }

  private func replaced(_ id: String) -> String { id == guest.text ? replacement.text : id }

  private func replaced(_ person: Person) -> Person {
    guard person.id == guest.text else { return person }
    return Person(id: replacement.text, name: Self.name, kind: person.kind)
  }

  private func names(_ bytes: [UInt8]) -> Bool { !bytes.ranges(of: Array(guest.text.utf8)).isEmpty }

  private func replaced(_ bytes: [UInt8]) -> [UInt8] {
    bytes.replacing(Array(guest.text.utf8), with: Array(replacement.text.utf8))
  }
}
