package import Wire

/// Whether somebody may come to a table, to watch at least: who may not is told nothing of it.
package struct Admittance: Sendable {
  private let access: Access?
  private let seats: Seats

  init(_ access: Access?, _ seats: Seats) { (self.access, self.seats) = (access, seats) }

  /// - Parameters:
  ///   - guest: nil for who did not say who they are.
  ///   - key: what their key opens; nil without one.
  package func admits(_ guest: GuestID?, key: KeyRole? = nil) -> Bool {
    guard let access else { return true }
    guard let guest else { return access.level != .link || key != nil }
    if access.isBanned(guest) { return false }
    return seats.seat(of: guest) != nil || guest == seats.opener
      || access.admitsToWatch(guest, key: key) == .admitted
  }
}
