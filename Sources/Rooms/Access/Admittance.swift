/// Whether a guest may come to a table without a key, to watch at least: who may not is told nothing of it.
package struct Admittance: Sendable {
  private let access: Access?
  private let seats: Seats

  init(_ access: Access?, _ seats: Seats) { (self.access, self.seats) = (access, seats) }

  package func admits(_ guest: GuestID) -> Bool {
    guard let access else { return true }
    if access.isBanned(guest) { return false }
    return seats.seat(of: guest) != nil || guest == seats.opener
      || access.admitsToWatch(guest, key: nil) == .admitted
  }
}
