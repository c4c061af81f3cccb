/// The version of all programs, which servers tell too.
package enum Version {
  package static let current = "0.1.0"
}
