/// Bytes that the item makes of itself. Closures answer `nil` where they fail: the next way is tried.
public struct DataRepresentation<Item: Sendable>: TransferRepresentation {
  public let transfer: Transfer<Item>

  /// For sending and for reading.
  public init(
    contentType: ContentType,
    exporting: @escaping @Sendable (Item) -> [UInt8]?,
    importing: @escaping @Sendable ([UInt8]) -> Item?
  ) {
    transfer = Transfer(ways: [
      .init(contentType, export: { exporting($0).map { .init(bytes: $0) } }, load: { importing($0.bytes) })
    ])
  }

  /// For sending only.
  public init(
    exportedContentType: ContentType, exporting: @escaping @Sendable (Item) -> [UInt8]?
  ) {
    transfer = Transfer(ways: [
      .init(exportedContentType, export: { exporting($0).map { .init(bytes: $0) } }, load: nil)
    ])
  }

  /// For reading only.
  public init(
    importedContentType: ContentType, importing: @escaping @Sendable ([UInt8]) -> Item?
  ) {
    transfer = Transfer(ways: [
      .init(importedContentType, export: nil, load: { importing($0.bytes) })
    ])
  }
}

/// Another value stands in for the item, in each of that value's own ways. The two directions need
/// not be inverse to each other.
public struct ProxyRepresentation<Item: Sendable, Proxy: Transferable>: TransferRepresentation {
  public let transfer: Transfer<Item>

  /// For sending and for reading.
  public init(
    exporting: @escaping @Sendable (Item) -> Proxy?, importing: @escaping @Sendable (Proxy) -> Item?
  ) {
    transfer = Self.transfer(exporting, importing)
  }

  /// For sending only.
  public init(exporting: @escaping @Sendable (Item) -> Proxy?) {
    transfer = Self.transfer(exporting, nil)
  }

  /// For reading only.
  public init(importing: @escaping @Sendable (Proxy) -> Item?) {
    transfer = Self.transfer(nil, importing)
  }

  private static func transfer(
    _ exporting: (@Sendable (Item) -> Proxy?)?, _ importing: (@Sendable (Proxy) -> Item?)?
  ) -> Transfer<Item> {
    Transfer(
      ways: Proxy.transferRepresentation.transfer.ways.map { way in
        var export: (@Sendable (Item) -> File?)?
        if let exporting, let send = way.export {
          export = { item in
            exporting(item).flatMap { proxy in way.condition(proxy) ? send(proxy) : nil }
          }
        }
        var load: (@Sendable (File) -> Item?)?
        if let importing, let read = way.load { load = { read($0).flatMap { importing($0) } } }
        var proxied = Transfer<Item>.Way(way.contentType, export: export, load: load)
        proxied.bytesMax = way.bytesMax
        return proxied
      })
  }
}

/// A file with a name. The engine's caller holds its bytes, so nothing disappears while they are
/// read.
public struct FileRepresentation<Item: Sendable>: TransferRepresentation {
  public let transfer: Transfer<Item>

  /// For sending and for reading. The name that the item suggests goes before the file's own.
  public init(
    contentType: ContentType,
    exporting: @escaping @Sendable (Item) -> File?,
    importing: @escaping @Sendable (File) -> Item?
  ) {
    transfer = Transfer(ways: [.init(contentType, export: exporting, load: importing)])
  }
}

/// Bytes under a name.
public struct File: Hashable, Sendable {
  public var name: Text
  public var bytes: [UInt8]

  public init(name: Text = "", bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
