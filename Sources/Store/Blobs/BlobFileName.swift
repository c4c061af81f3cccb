/// What the name of a blob's file says: all that is known of the blob but how long it is.
///
///     cdef….png.g_0123…             62 digits, type, owner
///     cdef….png.g_0123….0a1b2c3d    and the network that it came from, in eight digits
struct BlobFileName {
  private static let networkDigits = 8

  let id: BlobID
  private let type: BlobType
  private let owner: String
  private let network: UInt32?

  init(_ id: BlobID, _ entry: BlobLedger.Entry) {
    (self.id, type, owner, network) = (id, entry.type, entry.owner, entry.network)
  }

  /// - Parameter folder: the first two digits of the blob's own name.
  /// - Returns: nil for what has another name than blobs have.
  init?(_ text: String, in folder: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count), let id = BlobID(folder + parts[0]),
      let type = BlobType(rawValue: String(parts[1])), Blobs.isOwner(parts[2])
    else { return nil }
    (self.id, self.type, owner) = (id, type, String(parts[2]))
    guard parts.count == 4 else {
      network = nil
      return
    }
    // Only as we write it, so that no blob has two names.
    guard let number = UInt32(parts[3], radix: 16), Self.text(of: number) == parts[3] else { return nil }
    network = number
  }

  var text: String {
    let name = "\(id.text.dropFirst(2)).\(type.rawValue).\(owner)"
    return network.map { "\(name).\(Self.text(of: $0))" } ?? name
  }

  func entry(byteCount: Int) -> BlobLedger.Entry {
    BlobLedger.Entry(type: type, byteCount: byteCount, owner: owner, network: network)
  }

  private static func text(of network: UInt32) -> String {
    let digits = String(network, radix: 16)
    return String(repeating: "0", count: networkDigits - digits.count) + digits
  }
}
