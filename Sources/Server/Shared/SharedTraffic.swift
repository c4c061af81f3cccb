import Store

/// Who is connected, over all loops, and what they may take of memory together.
struct SharedTraffic: Sendable {
  let addresses: Addresses
  let visits: Visits
  /// Counts what request bodies take of memory.
  let bodies: MemoryBudget
  /// Counts what waits for peers that do not read.
  let unread: MemoryBudget

  init(_ settings: Configuration, connectionsMax: Int, secret: [UInt8]) {
    addresses = Addresses(
      openMax: connectionsMax, perKeyMax: settings.connectionsPerAddressMax, secret: secret)
    visits = Visits(
      visitsMax: settings.visitsMax, restingPerNetworkMax: settings.restingVisitsPerNetworkMax)
    bodies = MemoryBudget(bytesMax: settings.uploadBytesInFlightMax)
    unread = MemoryBudget(bytesMax: settings.unreadBytesInFlightMax)
  }

  func checkInvariants() {
    addresses.checkInvariants()
    bodies.checkInvariants()
    unread.checkInvariants()
    if visits.count <= 1_024 { visits.checkInvariants() }
  }
}
