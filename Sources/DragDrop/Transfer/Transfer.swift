/// All ways to send and to read items of one type, the best first. Promise: an item is read by the
/// first way that is offered and succeeds; what none can read is left out.
public struct Transfer<Item: Sendable>: TransferRepresentation {
  struct Way: Sendable {
    let contentType: ContentType
    let export: (@Sendable (Item) -> File?)?
    let load: (@Sendable (File) -> Item?)?
    var fileName: (@Sendable (Item) -> Text)?
    var condition: @Sendable (Item) -> Bool = { _ in true }
    var bytesMax = 1 << 20

    init(
      _ contentType: ContentType, export: (@Sendable (Item) -> File?)?,
      load: (@Sendable (File) -> Item?)?
    ) {
      self.contentType = contentType
      self.export = export
      self.load = load
    }
  }

  var ways: [Way]

  init(ways: [Way]) {
    self.ways = ways
  }

  /// Ways in the order of preference.
  public init(@TransferRepresentationBuilder<Item> _ representations: () -> Transfer<Item>) {
    self = representations()
  }

  public var transfer: Transfer<Item> { self }

  // MARK: sending

  /// The kinds of data that an item can be sent as now, the best first.
  public func exportedContentTypes(of item: Item) -> [ContentType] {
    var types: [ContentType] = []
    for way in ways where way.export != nil && way.condition(item) && !types.contains(way.contentType) {
      types.append(way.contentType)
    }
    return types
  }

  /// An item as data of that kind or of one of its kinds; `nil` if no way leads there.
  public func exported(_ item: Item, as type: ContentType) -> Payload? {
    for way in ways where way.contentType.conforms(to: type) && way.condition(item) {
      guard let file = way.export?(item) else { continue }
      let name = way.fileName?(item) ?? file.name
      return Payload(
        way.contentType, bytes: file.bytes,
        fileName: name.isEmpty ? nil : name.asFileName(extension: way.contentType.filenameExtension))
    }
    return nil
  }

  /// An item in all ways at once.
  public func exported(_ item: Item) -> [Payload] {
    exportedContentTypes(of: item).compactMap { exported(item, as: $0) }
  }

  // MARK: reading

  /// The kinds of data that can be read, the best first.
  public var importedContentTypes: [ContentType] {
    ways.compactMap { $0.load == nil ? nil : $0.contentType }
  }

  /// Whether data of any of these kinds might be read.
  public func canLoad(_ offered: [ContentType]) -> Bool {
    ways.contains { way in
      way.load != nil && offered.contains { $0.conforms(to: way.contentType) }
    }
  }

  /// One thing, offered in one or several ways.
  /// - Throws: `tooLarge` if only too large data was offered, `unreadable` if no way succeeds.
  public func load(_ offered: [Payload]) throws(TransferError) -> Item {
    var isTooLarge = false
    for way in ways {
      guard let load = way.load else { continue }
      for payload in offered where payload.contentType.conforms(to: way.contentType) {
        guard payload.bytes.count <= way.bytesMax else {
          isTooLarge = true
          continue
        }
        if let item = load(File(name: payload.fileName ?? "", bytes: payload.bytes)) { return item }
      }
    }
    throw isTooLarge ? .tooLarge : .unreadable
  }
}

/// Why data became no item.
public enum TransferError: Error, Hashable, Sendable {
  /// It is larger than `importLimit(bytes:)` allows.
  case tooLarge
  /// No way reads it.
  case unreadable
}

/// Data of one kind.
public struct Payload: Hashable, Sendable {
  public var contentType: ContentType
  public var bytes: [UInt8]
  /// With its extension; `nil` if none was suggested.
  public var fileName: Text?

  public init(_ contentType: ContentType, bytes: [UInt8], fileName: Text? = nil) {
    self.contentType = contentType
    self.bytes = bytes
    self.fileName = fileName
  }
}
