package import Testing

/// Expects that a process ended with a check that failed in these words: any trap at all would be taken for it else.
/// Builds without assertions write no words.
///
/// - Parameter end: with its standard error; nil where the process did not fail, which was told already.
package func expectFailedCheck(
  _ words: String, of end: ExitTest.Result?, at place: SourceLocation = #_sourceLocation
) {
  guard let end else { return }
  let written = String(decoding: end.standardErrorContent, as: UTF8.self)
  guard !written.contains(": \(words)") else { return }
  Issue.record("no check failed with \"\(words)\", but: \(written)", sourceLocation: place)
}
