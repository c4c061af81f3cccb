import JSON

/// Mistakes as they are found. Promise: it never holds more than it may, whatever the text; what comes in front in
/// the text is kept.
struct Complaints: Sendable {
  struct Complaint: Sendable {
    let offset: Int
    let path: String
    let message: String
    let mend: String
  }

  /// What is wrong further on is only counted: finding out what was meant takes long.
  private static let keptMax = 2 * DescriptionError.problemsMax

  private var kept: [Complaint] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  /// No more are kept.
  var isFull: Bool { kept.count == Self.keptMax }
  /// What they are about.
  var paths: [String] { kept.map { $0.path } }

  /// The words are looked for only where they are kept: a text can have many thousand mistakes.
  mutating func add(
    at offset: Int, _ path: @autoclosure () -> String, _ message: @autoclosure () -> String,
    mend: @autoclosure () -> String
  ) {
    count += 1
    guard !isFull else { return }
    kept.append(Complaint(offset: offset, path: path(), message: message(), mend: mend()))
  }

  func error(about text: [UInt8]) -> DescriptionError {
    // The sort keeps equal offsets in the order in which they were found.
    let first = kept.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .prefix(DescriptionError.problemsMax)
    let problems = first.map { _, complaint in
      let position = JSONPosition(of: complaint.offset, in: text)
      return Problem(
        line: position.line, column: position.column, path: complaint.path, message: complaint.message,
        mend: complaint.mend)
    }
    return DescriptionError(problems: problems, unlisted: count - problems.count)
  }
}
