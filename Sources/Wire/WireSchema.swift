import JSON

/// All messages as JSON Schema (2020-12), made of what reads and writes them.
package enum WireSchema {
  /// On one line.
  package static let document: [UInt8] = {
    var json = JSONWriter()
    json.beginObject()
    json.field("$schema", "https://json-schema.org/draft/2020-12/schema")
    json.field("title", WireProtocol.name)
    // Unknown fields pass, so some messages fit both sides: a server's heartbeat is a client's with more fields.
    json.key("anyOf")
    json.beginArray()
    for side in ["client", "server"] {
      json.beginObject()
      json.field("$ref", "#/$defs/" + side)
      json.endObject()
    }
    json.endArray()
    json.key("$defs")
    json.beginObject()
    json.key("client")
    _ = Object<ClientMessage>().describe(to: &json)
    json.key("server")
    _ = Describer.describe(to: &json) { ServerMessage.made(by: &$0) }
    json.endObject()
    json.endObject()
    json.newline()
    return json.bytes
  }()
}
