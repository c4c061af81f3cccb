import Patience

/// Where a table and its position are not the same.
package struct Disagreement: Error, CustomStringConvertible {
  package enum Subject: Sendable { case cards, downs, pass, won, moves }

  package let subject: Subject
  package let description: String

  init(about subject: Subject, note: String, table: Table) {
    self.subject = subject
    description = "\(table.ruleset.id.text): \(subject), \(note), at\n\(table.pictureWithHiddenCards)"
  }
}
