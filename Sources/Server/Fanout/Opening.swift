import Reactor
import Rooms

/// All that was said in a room is durable and told: for the request that opened it, or a player who parts.
struct Opening {
  let token: Token
  let room: RoomID
  let isKept: Bool
}
