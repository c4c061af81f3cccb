import Rooms

/// Somebody who wants to read the rules of what is played at a table, by a request.
struct RulesReader: Sendable {
  /// In a header, which proxies do not log as they log addresses.
  static let keyHeader = "table-key"

  let connection: ConnectionID
  let network: UInt32?
  /// nil where no token came with the request.
  let guest: GuestID?
  let key: String?
}
