/// A line that somebody reported, with what was said around it. Guests stand in it by their ids, so that what is kept
/// of one of them can be found.
package struct Report: Sendable, Equatable {
  /// What it is named by; 0 before it is kept.
  package var id: Int64
  package let room: String
  /// Guests: who reports, and who said it.
  package let by: String
  package let about: String
  /// Where who said it came from, as tables count their openers.
  package let network: UInt64?
  package let why: String
  package let line: Int
  /// The last lines as JSON: `[[number, seat, guest, name, text], …]`.
  package let lines: String
  /// Milliseconds since 1970.
  package let at: Int64

  package init(
    id: Int64 = 0, room: String, by: String, about: String, network: UInt64?, why: String, line: Int,
    lines: String, at: Int64
  ) {
    self.id = id
    self.room = room
    self.by = by
    self.about = about
    self.network = network
    self.why = why
    self.line = line
    self.lines = lines
    self.at = at
  }
}

/// Somebody who may not come, and until when.
package struct Ban: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case guest, network
  }

  /// Given by who makes it; of two under one number the later holds.
  package let id: Int64
  package let kind: Kind
  /// A guest, or the number of a network.
  package let key: String
  /// Of a guest what they called themselves; of a network the guest for whose sake it is, and not their name, which
  /// would stay when they are erased. Empty where nobody knows.
  package let name: String
  /// Whom it is about, also where a network is banned; empty where nobody knows.
  package var guest: String { kind == .guest ? key : name }
  /// Milliseconds since 1970.
  package let until: Int64
  package let madeAt: Int64

  package init(id: Int64, kind: Kind, key: String, name: String, until: Int64, madeAt: Int64) {
    self.id = id
    self.kind = kind
    self.key = key
    self.name = name
    self.until = until
    self.madeAt = madeAt
  }
}

/// What is written of reports and bans.
package enum Moderation: Sendable, Equatable {
  case report(Report)
  case close(report: Int64, at: Int64)
  case ban(Ban)
  case lift(ban: Int64)
  /// Forgets what is kept long enough.
  case tidy(now: Int64)

  /// So long a report is kept.
  package static let keptMilliseconds: Int64 = 90 * 86_400_000
  /// So many are kept; beyond that those go that were closed, the oldest first, then the oldest.
  package static let reportsMax = 1_000
}
