public import DragDrop
import FoundationEssentials

/// A value that travels as the JSON of its `Codable` conformance. It stands apart from `DragDrop`,
/// which has no Foundation and also runs in browsers. Promise: data that is not such JSON is not
/// read, so that the next way is tried.
public struct CodableRepresentation<Item: Codable & Sendable>: TransferRepresentation {
  public let transfer: Transfer<Item>

  /// - Precondition: the type is not a kind of text. Any text that is dropped from anywhere would be
  ///   taken for JSON then, and fail.
  public init(for item: Item.Type = Item.self, contentType: ContentType) {
    precondition(
      !contentType.isText, "a Codable value cannot travel as text: declare a content type of its own")
    transfer =
      DataRepresentation(contentType: contentType) { item in
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(item)).map { Array($0) }
      } importing: { bytes in
        try? JSONDecoder().decode(Item.self, from: Data(bytes))
      }
      .transfer
  }
}

extension ContentType {
  /// Whether texts of any origin might come under this name.
  fileprivate var isText: Bool {
    self == .text || conforms(to: .plainText) || mimeType?.bytes.starts(with: "text/".utf8) == true
  }
}
