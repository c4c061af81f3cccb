/// A property that did not hold, in words.
package struct Broken: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Demands a property.
func hold(_ isSo: Bool, _ property: @autoclosure () -> String) throws(Broken) {
  guard isSo else { throw Broken(property()) }
}
