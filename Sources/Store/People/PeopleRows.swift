import Hashes

/// A guest with a name of their own, or with several devices.
package struct PersonRow: Sendable, Equatable {
  package let id: String
  /// Without its `@`; nil before one is claimed.
  package let handle: String?
  /// What no other handle may come to.
  package let skeleton: String?
  /// In milliseconds since 1970.
  package let madeAt: Int64

  package init(id: String, handle: String?, skeleton: String?, madeAt: Int64) {
    (self.id, self.handle, self.skeleton, self.madeAt) = (id, handle, skeleton, madeAt)
  }
}

/// A device of a person, or a program that plays for them.
package struct KeyRow: Sendable, Equatable {
  /// The guest whom its token names. Of a device nobody is told it, for it acts as the person; a program acts as it.
  package let guest: String
  package let person: String
  /// Counts a person's devices and programs; 0 is the device whose token names the person.
  package let number: Int
  package let name: String
  /// What a program may do, in bits; nil for a device.
  package let scopes: Int?
  package let madeAt: Int64
  package var isRevoked: Bool

  package init(
    guest: String, person: String, number: Int, name: String, scopes: Int? = nil, madeAt: Int64,
    isRevoked: Bool = false
  ) {
    self.guest = guest
    self.person = person
    self.number = number
    self.name = name
    self.scopes = scopes
    self.madeAt = madeAt
    self.isRevoked = isRevoked
  }
}

/// All that is kept of people beside their tables.
package struct PeopleRows: Sendable {
  package var persons: [PersonRow] = []
  package var keys: [KeyRow] = []
  /// Guests of whom something is left that is to go.
  package var erasing: [String] = []
  package var erased: [ErasedHash] = []
  /// What was erased may lie in the log beside the file.
  package var isUnsettled = false

  package init() {}
}

/// What changes of them, in one commit.
package enum PeopleChange: Sendable, Equatable {
  case person(PersonRow)
  case key(KeyRow)
  /// The guest, their name and their devices go at once, and all else of them from now on.
  case erasing(guest: String, at: Int64)
  /// Nothing is left of them.
  case erased(guest: String)
  /// A handle that nobody claims again.
  case reserved(ErasedHash, at: Int64)
}

/// All that is kept of somebody who was erased: enough to know them again, and not enough to say who they were.
package struct ErasedHash: Hashable, Sendable {
  package static let dayMilliseconds: Int64 = 86_400_000
  private static let byteCount = 16

  package let bytes: [UInt8]

  /// - Parameter text: a guest's id, or the skeleton of a handle behind "@".
  package init(of text: String) {
    bytes = Array(SHA256.digest(of: Array("erased \(text)".utf8)).prefix(Self.byteCount))
  }

  package init?(kept bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }
}
