/// What cannot be put together, and where it stands. The files go out singly then.
package struct Unbundled: Error, Equatable, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let reason: String

  package var description: String { "\(file):\(line): \(reason)" }
}
