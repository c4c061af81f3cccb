/// What is written beside the records of tables, in a commit of its own: it is rare, and somebody waits to hear of it.
package enum StoredChange: Sendable {
  /// All of it, or nothing.
  case people([PeopleChange])
  /// What becomes of reports and bans, in order.
  case moderation([Moderation])
  /// Somebody's traces at one table.
  case erase(TableErasure)
  /// Nothing of what was erased stays in the log beside the file.
  case settle
  /// The same, and nothing in the free space of some pages, which `pages(naming:)` has found; nil: of all.
  case sweep([Int]?)
  /// The file is written anew, without what was deleted before there was secure deletion.
  case compact
}

/// What becomes of the records of a table that somebody who is to be erased was at.
///
/// The rewriting is not the store's: it keeps records without reading them.
package struct TableErasure: Sendable {
  package let room: String
  package let guest: String
  /// Who stands there instead: nobody, under an identifier of the same length.
  package let replacement: String
  /// A record as it is without them; nil where it does not name them.
  package let record: @Sendable ([UInt8]) -> [UInt8]?
  /// The same for a base.
  package let base: @Sendable ([UInt8]) -> [UInt8]?

  package init(
    room: String, guest: String, replacement: String, record: @escaping @Sendable ([UInt8]) -> [UInt8]?,
    base: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) {
    self.room = room
    self.guest = guest
    self.replacement = replacement
    self.record = record
    self.base = base
  }
}
