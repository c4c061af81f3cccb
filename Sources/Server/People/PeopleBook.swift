import Rooms
import Store

/// All persons, with their devices and programs. What is durable, and nothing else: it is the fold of all changes.
///
/// Invariant: each key has a person, which has it; a skeleton is one person's.
struct PeopleBook {
  struct Person {
    var handle: Handle?
    let madeAt: Int64
    /// Also of those that were taken back, in the order of their numbers.
    var keys: [GuestID] = []
  }

  struct Key {
    let person: GuestID
    let number: Int
    let name: String
    /// nil for a device.
    let scopes: Scopes?
    let madeAt: Int64
    var isRevoked: Bool
  }

  private(set) var persons: [GuestID: Person] = [:]
  private(set) var keys: [GuestID: Key] = [:]
  private(set) var skeletons: [String: GuestID] = [:]
  private(set) var erased: Set<ErasedHash> = []
  /// Something is left of them yet.
  private(set) var erasing: Set<GuestID> = []

  init() {}

  /// Rows that name nobody are left out.
  init(_ rows: PeopleRows) {
    for row in rows.persons { apply(.person(row)) }
    for row in rows.keys { apply(.key(row)) }
    erased = Set(rows.erased)
    erasing = Set(rows.erasing.compactMap(GuestID.init))
  }

  mutating func apply(_ change: PeopleChange) {
    switch change {
    case .person(let row):
      guard let id = GuestID(row.id) else { return }
      let handle = row.handle.flatMap { try? Handle($0) }
      persons[id] = Person(handle: handle, madeAt: row.madeAt, keys: persons[id]?.keys ?? [])
      if let skeleton = row.skeleton { skeletons[skeleton] = id }
    case .key(let row):
      guard let id = GuestID(row.guest), let person = GuestID(row.person), persons[person] != nil else {
        return
      }
      if keys[id] == nil { persons[person]?.keys.append(id) }
      keys[id] = Key(
        person: person, number: row.number, name: row.name, scopes: row.scopes.map(Scopes.init),
        madeAt: row.madeAt,
        isRevoked: row.isRevoked)
    case .erasing(let text, _):
      guard let id = GuestID(text) else { return }
      if let person = persons.removeValue(forKey: id) {
        for key in person.keys { keys[key] = nil }
        if let handle = person.handle { skeletons[handle.skeleton] = nil }
      }
      keys[id] = nil
      erasing.insert(id)
      erased.insert(ErasedHash(of: text))
    case .erased(let text): if let id = GuestID(text) { erasing.remove(id) }
    case .reserved(let hash, _): erased.insert(hash)
    }
  }

  /// Whom a token names.
  ///
  /// - Parameters:
  ///   - key: the guest whom it names by itself.
  ///   - isProgram: it is one that was given out for a program.
  func found(_ key: GuestID, isProgram: Bool) -> Identity.Found {
    if let known = keys[key] {
      guard !known.isRevoked, let person = persons[known.person], isProgram == (known.scopes != nil) else {
        return .signedOut
      }
      let bot = known.scopes.map {
        Identity.Bot(
          name: known.name, ownership: Ownership(owner: known.person, mayPlay: $0.contains(.play)))
      }
      return .known(
        Identity(
          guest: bot == nil ? known.person : key, key: key, device: UInt16(clamping: known.number),
          handle: person.handle, bot: bot))
    }
    if isProgram { return .signedOut }
    if isErased(key) { return .erased }
    return .known(Identity(guest: key, key: key, device: 0, handle: persons[key]?.handle, bot: nil))
  }

  /// Whether somebody is still who they were when they asked.
  func stands(_ identity: Identity) -> Bool {
    if case .known(let now) = found(identity.key, isProgram: identity.bot != nil) {
      now.guest == identity.guest && now.device == identity.device
    } else {
      false
    }
  }

  func isErased(_ guest: GuestID) -> Bool { !erased.isEmpty && erased.contains(ErasedHash(of: guest.text)) }

  /// Whether nobody has a handle that looks like it, or had one.
  func isFree(_ handle: Handle) -> Bool {
    skeletons[handle.skeleton] == nil && !erased.contains(ErasedHash(of: "@" + handle.skeleton))
  }

  /// Those that open something, in their order.
  func keys(of person: GuestID) -> [(guest: GuestID, key: Key)] {
    (persons[person]?.keys ?? []).compactMap { guest in
      keys[guest].flatMap { $0.isRevoked ? nil : (guest, $0) }
    }
  }

  /// The number of the next key. 0 is the device whose token names the person.
  func nextNumber(of person: GuestID) -> Int {
    max(1, (persons[person]?.keys.compactMap { keys[$0]?.number }.max() ?? 0) + 1)
  }

  func checkInvariants() {
    for (id, key) in keys {
      precondition(persons[key.person]?.keys.contains(id) ?? false, "a key's person has it")
    }
    for (id, person) in persons {
      precondition(person.keys.allSatisfy { keys[$0]?.person == id }, "a person's keys are theirs")
      if let handle = person.handle {
        precondition(skeletons[handle.skeleton] == id, "a handle is one person's")
      }
    }
    precondition(
      persons.keys.allSatisfy { !erasing.contains($0) && !isErased($0) }, "nobody is there who is erased")
    precondition(keys.keys.allSatisfy { !isErased($0) }, "no device is of somebody who is erased")
  }
}
