/// What a blob may be. A closed list: nothing that a browser would run, whatever it is called.
package enum BlobType: String, Sendable, CaseIterable {
  case png, jpeg, gif, webp, text, vcard

  /// The MIME type, as messages name it.
  package var name: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .text: "text/plain"
    case .vcard: "text/vcard"
    }
  }

  package var isImage: Bool {
    switch self {
    case .png, .jpeg, .gif, .webp: true
    case .text, .vcard: false
    }
  }

  /// What the bytes themselves say that they are; what a sender calls them counts for nothing.
  ///
  /// - Returns: nil for everything that is not of the list: SVG, HTML and XML are text that browsers run.
  package init?(sniffing bytes: [UInt8]) {
    let found: BlobType? = bytes.withUnsafeBytes { bytes in
      // What begins like a picture is that picture or nothing.
      guard let claim = BlobImage.claim(of: bytes) else { return BlobText.type(of: bytes) }
      return BlobImage.isPlausible(bytes, as: claim) ? claim : nil
    }
    guard let found else { return nil }
    self = found
  }
}
