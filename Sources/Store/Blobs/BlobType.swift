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
    guard let (type, _) = Self.sniff(bytes) else { return nil }
    self = type
  }

  /// The same, and for pictures how large they say that they are.
  static func sniff(_ bytes: [UInt8]) -> (type: BlobType, size: PictureSize?)? {
    bytes.withUnsafeBytes { bytes in
      // What begins like a picture is that picture or nothing.
      guard let claim = BlobImage.claim(of: bytes) else { return BlobText.type(of: bytes).map { ($0, nil) } }
      return BlobImage.size(of: bytes, as: claim).map { (claim, $0) }
    }
  }
}
