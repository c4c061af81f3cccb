/// One accepted command of one room, as the journal keeps it: opaque bytes under a revision.
package struct Record: Sendable, Equatable {
  package let room: String
  /// The room's version after the command.
  package let revision: UInt64
  /// How often the room has fallen back to what was durable. A record of an older lineage builds on something
  /// that was lost, so it may never become durable.
  package let lineage: UInt32
  package let bytes: [UInt8]

  package init(room: String, revision: UInt64, lineage: UInt32, bytes: [UInt8]) {
    self.room = room
    self.revision = revision
    self.lineage = lineage
    self.bytes = bytes
  }
}
