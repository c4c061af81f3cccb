/// One thing that happened at one table, as the log keeps it: opaque bytes in the order of their sequence.
package struct Record: Sendable, Equatable {
  package let room: String
  /// Counts the records of a room, from 1 without a gap; the first one opens it.
  package let sequence: UInt64
  /// The room's version after it.
  package let version: UInt64
  /// How often the room has fallen back to what was durable. A record of an older lineage builds on something
  /// that was lost, so it may never become durable.
  package let lineage: UInt32
  /// Milliseconds since 1970.
  package let at: Int64
  package let author: Author?
  package let bytes: [UInt8]
  /// The network that the opener of a table came from, for quotas; of other records nil.
  package var network: UInt64?
  /// Whose limits hold for the table that it opens; nil: the author's own.
  package var owner: String?
  /// It says who sits where, and its author is one of them. Not kept: a record that was read says no.
  package var seatsAuthor = false

  /// The author of the command. Visit and number tell when the same message comes again.
  package struct Author: Sendable, Equatable {
    package let guest: String
    package let visit: String?
    package let c: Int?

    package init(guest: String, visit: String?, c: Int?) {
      self.guest = guest
      self.visit = visit
      self.c = c
    }
  }

  package init(
    room: String, sequence: UInt64, version: UInt64, lineage: UInt32 = 0, at: Int64 = 0,
    author: Author? = nil, bytes: [UInt8], network: UInt64? = nil
  ) {
    self.room = room
    self.sequence = sequence
    self.version = version
    self.lineage = lineage
    self.at = at
    self.author = author
    self.bytes = bytes
    self.network = network
  }
}

/// A table in its state at one record, without what undo could bring back there. What was recorded later leads on from
/// it.
package struct Base: Sendable, Equatable {
  package let room: String
  package let sequence: UInt64
  package let version: UInt64
  package let bytes: [UInt8]

  package init(room: String, sequence: UInt64, version: UInt64, bytes: [UInt8]) {
    self.room = room
    self.sequence = sequence
    self.version = version
    self.bytes = bytes
  }
}

/// All that it takes to lay a table again.
package struct StoredTable: Sendable, Equatable {
  /// An answer that was given: by whom it was asked for, and what it said.
  package struct Answered: Sendable, Equatable {
    package let guest: String
    package let visit: String
    package let c: Int
    package let version: UInt64
    /// The record's.
    package let bytes: [UInt8]
  }

  package struct AnsweredBefore: Sendable, Equatable {
    package let visit: String
    package let c: Int
  }

  /// The first record.
  package let opening: Record
  package let base: Base?
  /// Those after the base, or after the opening, oldest first.
  package let records: [Record]
  /// The newest of them, oldest first.
  package let answered: [Answered]
  /// Of visits with older ones, the greatest number that was answered before those.
  package let answeredBefore: [AnsweredBefore]
}
