import Hashes

/// The chain value of a record, kept beside its body: the beginning of a hash over it and over all records of its table
/// before it. It shows which record was changed, lost, doubled or moved.
struct Chain: Sendable, Equatable {
  static let byteCount = 8

  let bytes: [UInt8]

  /// Before the first record of a table.
  init(of room: String) { bytes = Array(room.utf8) }

  /// As it was kept.
  init(kept bytes: [UInt8]) { self.bytes = bytes }

  /// With one record more.
  func with(_ record: Record) -> Chain {
    var hash = SHA256()
    hash.update(bytes)
    for number in [record.sequence, record.version, UInt64(bitPattern: record.at)] { hash.update(number) }
    hash.update(record.author?.guest)
    hash.update(record.author?.visit)
    hash.update(record.author?.c.map { String($0) })
    hash.update(record.bytes)
    return Chain(kept: Array(hash.digest().prefix(Self.byteCount)))
  }

  /// Over a base, and over the records that led to it.
  static func checksum(of base: Base, after chain: Chain) -> [UInt8] {
    var hash = SHA256()
    hash.update(chain.bytes)
    for number in [base.sequence, base.version] { hash.update(number) }
    hash.update(Array(base.room.utf8))
    hash.update(base.bytes)
    return Array(hash.digest().prefix(byteCount))
  }
}

extension SHA256 {
  fileprivate mutating func update(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { update($0) }
  }

  /// With its length in front, so that no two lists of texts look the same.
  fileprivate mutating func update(_ text: String?) {
    guard let text else { return update(UInt64.max) }
    update(UInt64(text.utf8.count))
    update(Array(text.utf8))
  }
}
