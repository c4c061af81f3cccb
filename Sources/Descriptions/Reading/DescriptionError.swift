/// One thing that is wrong with a description, for its author.
package struct Problem: Hashable, Sendable {
  /// Both count from 1.
  package let line: Int
  package let column: Int
  /// What it is about, such as `collections[1].capacity`; empty for the whole.
  package let path: String
  /// What is wrong.
  package let message: String
  /// What to do about it.
  package let mend: String
}

extension Problem: CustomStringConvertible {
  package var description: String {
    let place = path.isEmpty ? "" : "\(path): "
    return "line \(line), column \(column): \(place)\(message) \(mend)"
  }
}

/// Why a text is not a description: everything that is wrong with it, in the order of the text.
package struct DescriptionError: Error, Hashable, Sendable {
  /// At least one, at most `problemsMax`.
  package let problems: [Problem]
  /// How many more there are.
  package let unlisted: Int

  package static let problemsMax = 20
}
