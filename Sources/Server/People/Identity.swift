import Rooms

/// Who has a token.
struct Identity: Sendable {
  /// They act as this guest: a person on each of their devices, a program as itself.
  let guest: GuestID
  /// The guest whom the token itself names.
  let key: GuestID
  /// Which of a person's devices it is; 0 for who has one only.
  let device: UInt16
  /// nil for who has not claimed one.
  let handle: Handle?
  /// nil for people.
  let bot: Bot?

  struct Bot: Sendable {
    let name: String
    let ownership: Ownership
  }

  /// Whose limits hold.
  var payer: GuestID { bot?.ownership.owner ?? guest }

  /// What all call them; nil where they choose it themselves.
  var shown: String? {
    guard let handle else { return nil }
    return bot.map { "\(handle.shown)/\($0.name)" } ?? handle.shown
  }

  /// What a token stands for.
  enum Found: Sendable {
    case known(Identity)
    /// It was taken back, or there never was such a program.
    case signedOut
    /// Nothing is left of whom it named.
    case erased
  }
}

/// Connections that end, since they are no longer who they were.
enum SigningOut: Sendable, Equatable {
  case device(GuestID, UInt16)
  case all(GuestID)

  func concerns(_ visitor: Visitor) -> Bool {
    switch self {
    case .device(let guest, let device): visitor.guest == guest && visitor.device == device
    case .all(let guest): visitor.guest == guest
    }
  }
}
