import Wire

/// A picture that the server keeps, as a bot may put it on a board.
package struct Picture: Equatable, Sendable {
  /// A MIME type.
  package let type: String
  /// The blob's name.
  package let blob: String
  package let fileName: String

  package init(type: String, blob: String, fileName: String) {
    self.type = type
    self.blob = blob
    self.fileName = fileName
  }

  var offer: Offer { Offer(type: type, body: .blob(blob), fileName: fileName) }
}
