import Rooms
import Synchronization

/// Guests who have won a game since the server started: those of late, over all loops. Who is none of them, and has no
/// handle, is a newcomer.
final class Winners: Sendable {
  private let guests: Mutex<Recent<GuestID, Bool>>

  /// - Parameter rememberedMin: at least so many are remembered.
  init(rememberedMin: Int = 10_000) { guests = Mutex(Recent(generationMax: rememberedMin)) }

  func note(_ guest: GuestID) { guests.withLock { $0.set(true, for: guest) } }

  func contains(_ guest: GuestID) -> Bool { guests.withLock { $0[guest] ?? false } }
}
