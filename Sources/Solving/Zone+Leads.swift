import Patience

extension Zone {
  /// Whether cards of this zone may go to another one.
  func leads(to other: Zone) -> Bool { to.contains(Roles(other.role)) && other.from.contains(Roles(role)) }
}
