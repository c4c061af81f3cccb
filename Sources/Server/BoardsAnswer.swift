import Boards
import JSON
import Wire

/// What the HTTP API tells of the boards that can be opened by their name.
extension APIAnswer {
  static func boards(_ kinds: [any AnyBoardKind]) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.key("boards")
    json.beginArray()
    for kind in kinds {
      json.beginObject()
      json.field("id", kind.name)
      json.field("name", kind.title)
      // Whoever sits at a board may do what all others there may.
      json.integers("seats", [1, WireLimits.seatsMax])
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }
}
