/// What kind of data something is: a uniform type identifier, its name in the Internet's registry,
/// and the kinds of which it is one. Promise: compared by its identifier alone.
public struct ContentType: Hashable, Sendable {
  /// In reverse domain order, such as `public.plain-text`.
  public let identifier: Text
  /// `nil` if the kind has no registered name.
  public let mimeType: Text?
  /// For files, without the dot.
  public let filenameExtension: Text?
  /// The kinds of which this is one, directly.
  public let supertypes: [ContentType]

  /// - Parameters:
  ///   - identifier: in reverse domain order; two kinds with the same one are equal.
  ///   - mimeType: `nil` if the kind has no registered name.
  ///   - filenameExtension: without the dot.
  ///   - supertypes: the kinds of which this is one, directly.
  public init(
    _ identifier: Text, mimeType: Text? = nil, filenameExtension: Text? = nil,
    conformingTo supertypes: [ContentType] = []
  ) {
    self.identifier = identifier
    self.mimeType = mimeType
    self.filenameExtension = filenameExtension
    self.supertypes = supertypes
  }

  public static func == (a: ContentType, b: ContentType) -> Bool {
    a.identifier == b.identifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }

  /// Whether this is the other kind or one of its kinds, however many steps below.
  public func conforms(to other: ContentType) -> Bool {
    self == other || supertypes.contains { $0.conforms(to: other) }
  }

  // MARK: the kinds that everybody knows

  public static var data: ContentType { ContentType("public.data", mimeType: "application/octet-stream") }

  public static var text: ContentType { ContentType("public.text", conformingTo: [.data]) }

  public static var plainText: ContentType {
    ContentType(
      "public.plain-text", mimeType: "text/plain", filenameExtension: "txt", conformingTo: [.text])
  }

  public static var json: ContentType {
    ContentType(
      "public.json", mimeType: "application/json", filenameExtension: "json", conformingTo: [.text])
  }

  public static var contact: ContentType { ContentType("public.contact") }

  public static var vCard: ContentType {
    ContentType(
      "public.vcard", mimeType: "text/vcard", filenameExtension: "vcf",
      conformingTo: [.text, .contact])
  }

  public static var image: ContentType { ContentType("public.image", conformingTo: [.data]) }

  public static var png: ContentType {
    ContentType("public.png", mimeType: "image/png", filenameExtension: "png", conformingTo: [.image])
  }

  public static var jpeg: ContentType {
    ContentType(
      "public.jpeg", mimeType: "image/jpeg", filenameExtension: "jpeg", conformingTo: [.image])
  }

  public static var gif: ContentType {
    ContentType(
      "com.compuserve.gif", mimeType: "image/gif", filenameExtension: "gif", conformingTo: [.image])
  }

  public static var webP: ContentType {
    ContentType(
      "org.webmproject.webp", mimeType: "image/webp", filenameExtension: "webp",
      conformingTo: [.image])
  }

  /// All of the above.
  package static var known: [ContentType] {
    [.data, .text, .plainText, .json, .contact, .vCard, .image, .png, .jpeg, .gif, .webP]
  }
}
