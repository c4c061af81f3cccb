import Bytes
import Hashes
import Reactor
import Rooms
import Store
import Synchronization

/// Who people are, over all loops: what token is whose, and how that changes. Touched at hello and by requests, never
/// per move; so a lock is good enough.
///
/// Promise: a change is seen by others when it is durable, and not before; of two that exclude each other one is made.
final class People: Sendable {
  /// Why something is not done.
  enum Refusal: Error, Equatable {
    case handle(Handle.Mistake)
    case taken, claimed, handleMissing
    case code, already, full, last, unknown
    /// They have had as many keys as anybody ever may.
    case spent
    /// Their token opens nothing any more.
    case signedOut
    case botName, scopes
    /// Something of theirs is being changed.
    case busy
    /// The disk did not take it.
    case disk
  }

  typealias Outcome = Result<PersonTold, Refusal>

  static let devicesMax = 16
  static let botsMax = 16
  /// All that a person ever had.
  static let keysMax = 1_000

  private struct State {
    var book: PeopleBook
    var codes = PairingCodes()
    /// What is being changed: persons, keys and skeletons.
    var inFlight: Set<String> = []
  }

  private let state: Mutex<State>
  private let journal: Journal
  /// Somebody is to be erased.
  let eraseLater: @Sendable () -> Void
  /// Connections that are no longer who they were are to end.
  private let signOut: @Sendable (SigningOut) -> Void

  init(
    _ rows: PeopleRows, journal: Journal, signOut: @escaping @Sendable (SigningOut) -> Void,
    eraseLater: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(book: PeopleBook(rows)))
    self.journal = journal
    self.signOut = signOut
    self.eraseLater = eraseLater
  }

  // MARK: - Who is who

  func find(_ token: String) -> Identity.Found {
    let key = GuestToken.guest(of: token)
    return state.withLock { $0.book.found(key, isProgram: GuestToken.isProgram(token)) }
  }

  /// nil for who is not, or not any more.
  func identity(of token: String) -> Identity? {
    if case .known(let identity) = find(token) { identity } else { nil }
  }

  /// Whether somebody is still who they were when they asked.
  func stands(_ identity: Identity) -> Bool { state.withLock { $0.book.stands(identity) } }

  func isErased(_ guest: GuestID) -> Bool { state.withLock { $0.book.isErased(guest) } }

  /// All who are to be erased, and of whom something is left. It is a copy: another thread changes the book's set in
  /// place.
  var erasing: Set<GuestID> { state.withLock { Set(Array($0.book.erasing)) } }

  /// All guests that somebody is, or was: as themselves, as each device was before it was theirs, and their programs,
  /// also where these were taken back. The order stays, and those who are new come last.
  func guests(of identity: Identity) -> [GuestID] {
    if identity.bot != nil { return [identity.guest] }
    let keys = state.withLock { state in state.book.persons[identity.guest]?.keys ?? [] }
    return [identity.guest] + keys.filter { $0 != identity.guest }
  }

  /// Of a program or a device its person; of anybody else the guest itself.
  func owner(of guest: GuestID) -> GuestID { state.withLock { $0.book.keys[guest]?.person ?? guest } }

  func handle(of guest: GuestID) -> Handle? { state.withLock { $0.book.persons[guest]?.handle } }

  func told(_ identity: Identity) -> PersonTold { state.withLock { PersonTold(identity, $0.book) } }

  /// Debug builds look after it; a book of many is not gone through each time.
  func checkInvariants() {
    state.withLock { state in
      state.codes.checkInvariants()
      if state.book.keys.count <= 1_024 { state.book.checkInvariants() }
    }
  }

  // MARK: - Changes

  /// - Parameter told: called once, at once or on the journal's thread; the same below.
  func claim(_ text: String, for identity: Identity, told: @escaping @Sendable (Outcome) -> Void) {
    change(identity, told) { book throws(Refusal) in
      guard book.persons[identity.guest]?.handle == nil else { throw .claimed }
      let handle: Handle
      do throws(Handle.Mistake) { handle = try Handle(text) } catch { throw .handle(error) }
      guard book.isFree(handle) else { throw .taken }
      return Change(
        [.person(Self.row(of: identity.guest, in: book, handle: handle))], reserving: [handle.skeleton],
        ifReserved: .taken)
    }
  }

  /// A code with which another device becomes one of theirs.
  ///
  /// - Returns: nil for who is changing at the moment, or is not who they were; also where too many codes hold.
  func makeCode(for identity: Identity, now: Int64) -> String? {
    guard identity.bot == nil else { return nil }
    let random = systemRandomBytes(PairingCodes.randomBytes)
    return state.withLock { state in
      guard state.book.stands(identity), !state.inFlight.contains(identity.guest.text) else { return nil }
      return state.codes.make(for: identity.guest, random: random, now: now)
    }
  }

  /// A device becomes one of the person's whose code it has. A code is void once it has made one, and not before.
  func pair(
    _ code: String, as name: String, for identity: Identity, now: Int64,
    told: @escaping @Sendable (Outcome) -> Void
  ) {
    let found: Result<GuestID, Refusal> = state.withLock { state in
      guard identity.bot == nil, identity.guest == identity.key, state.book.persons[identity.key] == nil
      else {
        return .failure(.already)
      }
      guard let person = state.codes.person(of: code, now: now), !state.book.isErased(person) else {
        return .failure(.code)
      }
      guard person != identity.guest else { return .failure(.already) }
      return .success(person)
    }
    let person: GuestID
    do throws(Refusal) { person = try found.get() } catch { return told(.failure(error)) }
    let paired = Identity(guest: person, key: identity.key, device: 0, handle: nil, bot: nil)
    change(identity, of: paired, spending: (code, now), told) { book throws(Refusal) in
      try Self.checkRoom(Self.devices(of: person, in: book).count, of: Self.devicesMax, person, book)
      let row = KeyRow(
        guest: identity.key.text, person: person.text, number: book.nextNumber(of: person), name: name,
        madeAt: Instant.wallMilliseconds())
      return Change(
        Self.asPerson(person, in: book) + [.key(row)], reserving: [identity.key.text], ifReserved: .busy,
        ending: [.all(identity.key)])
    }
  }

  /// - Parameter number: nil: all but the one that asks.
  func signOut(_ number: Int?, by identity: Identity, told: @escaping @Sendable (Outcome) -> Void) {
    change(identity, told) { book throws(Refusal) in
      let devices = Self.devices(of: identity.guest, in: book)
      let revoked = devices.filter { device in
        number.map { $0 == device.number } ?? (device.guest != identity.key)
      }
      guard number == nil || !revoked.isEmpty else { throw .unknown }
      guard revoked.count < devices.count else { throw .last }
      let changes = revoked.map { device in
        PeopleChange.key(
          KeyRow(
            guest: device.guest.text, person: identity.guest.text, number: device.number, name: "",
            madeAt: device.madeAt, isRevoked: true))
      }
      let ending = revoked.map { SigningOut.device(identity.guest, UInt16(clamping: $0.number)) }
      return Change(revoked.isEmpty ? [] : Self.asPerson(identity.guest, in: book) + changes, ending: ending)
    }
  }

  /// - Parameter told: also the token, which is told once.
  func addBot(
    _ name: String, _ scopes: Scopes, by identity: Identity,
    told: @escaping @Sendable (Result<(token: String, name: String), Refusal>) -> Void
  ) {
    let token = GuestToken.program(random: systemRandomBytes(16))
    let key = GuestToken.guest(of: token)
    let made: @Sendable (Outcome) -> Void = { outcome in
      switch outcome {
      case .success(let person): told(.success((token, "@\(person.handle?.text ?? "")/\(name)")))
      case .failure(let refusal): told(.failure(refusal))
      }
    }
    change(identity, made) { book throws(Refusal) in
      guard identity.bot == nil, book.persons[identity.guest]?.handle != nil else { throw .handleMissing }
      guard let handle = try? Handle(name), handle.text == name else { throw .botName }
      let bots = book.keys(of: identity.guest).filter { $0.key.scopes != nil }
      guard !bots.contains(where: { $0.key.name == name }) else { throw .taken }
      try Self.checkRoom(bots.count, of: Self.botsMax, identity.guest, book)
      return Change([
        .key(
          KeyRow(
            guest: key.text, person: identity.guest.text, number: book.nextNumber(of: identity.guest),
            name: name,
            scopes: scopes.rawValue, madeAt: Instant.wallMilliseconds()))
      ])
    }
  }

  func removeBot(_ name: String, by identity: Identity, told: @escaping @Sendable (Outcome) -> Void) {
    change(identity, told) { book throws(Refusal) in
      guard identity.bot == nil,
        let (guest, key) = book.keys(of: identity.guest).first(where: {
          $0.key.scopes != nil && $0.key.name == name
        })
      else { throw .unknown }
      let row = KeyRow(
        guest: guest.text, person: identity.guest.text, number: key.number, name: name,
        scopes: key.scopes?.rawValue, madeAt: key.madeAt, isRevoked: true)
      return Change([.key(row)], ending: [.all(guest)])
    }
  }

  /// Nobody is they any more, from the moment that it is durable; what they left is taken away behind it.
  func erase(_ identity: Identity, told: @escaping @Sendable (Outcome) -> Void) {
    let erased: @Sendable (Outcome) -> Void = { [eraseLater] outcome in
      eraseLater()
      told(outcome)
    }
    change(identity, erased) { book throws(Refusal) in
      let at = Instant.wallMilliseconds()
      let person = book.persons[identity.guest]
      // A device may have been a guest of its own before.
      let others = (person?.keys ?? []).filter { $0 != identity.guest }
      var changes = others.map { PeopleChange.erasing(guest: $0.text, at: at) }
      let ending = ([identity.guest] + others).map { SigningOut.all($0) }
      if let handle = person?.handle {
        changes.append(.reserved(ErasedHash(of: "@" + handle.skeleton), at: at))
      }
      changes.append(.erasing(guest: identity.guest.text, at: at))
      return Change(changes, ending: ending)
    }
  }

  /// Nothing is left of them.
  func noteErased(_ guests: Set<GuestID>, told: @escaping @Sendable (_ holds: Bool) -> Void) {
    let changes = guests.map { PeopleChange.erased(guest: $0.text) }
    journal.change(.people(changes)) { [self] holds in
      if holds { state.withLock { state in for change in changes { state.book.apply(change) } } }
      told(holds)
    }
  }

  /// What a change comes to.
  private struct Change {
    let changes: [PeopleChange]
    let reserving: [String]
    let ifReserved: Refusal
    let ending: [SigningOut]

    init(
      _ changes: [PeopleChange], reserving: [String] = [], ifReserved: Refusal = .busy,
      ending: [SigningOut] = []
    ) {
      (self.changes, self.reserving, self.ifReserved, self.ending) = (changes, reserving, ifReserved, ending)
    }
  }

  /// - Parameters:
  ///   - asker: whose token must still be what it was.
  ///   - changed: who changes; nil: the asker.
  ///   - code: a pairing code of who changes. It must still hold, and is void when the change is durable.
  ///   - make: what is to change, by the book as it is now.
  private func change(
    _ asker: Identity, of changed: Identity? = nil, spending code: (text: String, now: Int64)? = nil,
    _ told: @escaping @Sendable (Outcome) -> Void, _ make: (PeopleBook) throws(Refusal) -> Change
  ) {
    let identity = changed ?? asker
    let person = identity.guest.text
    let made: Result<Change, Refusal> = state.withLock { state in
      // They may have been erased, or signed out, since they asked.
      guard state.book.stands(asker) else { return .failure(.signedOut) }
      guard !state.inFlight.contains(person) else { return .failure(.busy) }
      // Another device may have used it since it was looked up.
      if let code, state.codes.person(of: code.text, now: code.now) != identity.guest {
        return .failure(.code)
      }
      do throws(Refusal) {
        let change = try make(state.book)
        guard state.inFlight.isDisjoint(with: change.reserving) else { throw change.ifReserved }
        state.inFlight.formUnion(change.reserving + [person])
        return .success(change)
      } catch {
        return .failure(error)
      }
    }
    switch made {
    case .failure(let refusal): told(.failure(refusal))
    case .success(let change):
      journal.change(.people(change.changes)) { [self] holds in
        let outcome: Outcome = state.withLock { state in
          state.inFlight.subtract(change.reserving + [person])
          guard holds else { return .failure(.disk) }
          for change in change.changes { state.book.apply(change) }
          // Codes that were made of somebody who is erased open nothing.
          if code != nil || state.book.isErased(identity.guest) { state.codes.revoke(identity.guest) }
          return .success(PersonTold(identity, state.book))
        }
        if holds { for ending in change.ending { signOut(ending) } }
        told(outcome)
      }
    }
  }

  // MARK: - Rows

  private static func checkRoom(
    _ count: Int, of most: Int, _ person: GuestID, _ book: PeopleBook
  ) throws(Refusal) {
    if count >= most { throw .full }
    if book.persons[person]?.keys.count ?? 0 >= keysMax { throw .spent }
  }

  private static func row(of guest: GuestID, in book: PeopleBook, handle: Handle?) -> PersonRow {
    PersonRow(
      id: guest.text, handle: handle?.text, skeleton: handle?.skeleton,
      madeAt: book.persons[guest]?.madeAt ?? Instant.wallMilliseconds())
  }

  /// A guest who was in no row so far is in one from now on.
  private static func asPerson(_ guest: GuestID, in book: PeopleBook) -> [PeopleChange] {
    book.persons[guest] == nil ? [.person(row(of: guest, in: book, handle: nil))] : []
  }

  /// Where somebody is at home. The first, whose token names them, is in no row until it is signed out.
  static func devices(
    of person: GuestID, in book: PeopleBook
  ) -> [(guest: GuestID, number: Int, name: String, madeAt: Int64)] {
    let keys = book.keys(of: person).filter { $0.key.scopes == nil }.map {
      (guest: $0.guest, number: $0.key.number, name: $0.key.name, madeAt: $0.key.madeAt)
    }
    if book.keys[person] != nil { return keys }
    return [(person, 0, "", book.persons[person]?.madeAt ?? 0)] + keys
  }
}
