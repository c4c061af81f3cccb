import Foundation
import HTTP

/// What a browser does with the HTTP API, in one line each.
extension TestClient {
  static let token = "g1.0123456789abcdef01"
  static let bearer = "Authorization: Bearer \(token)\r\n"

  /// A request with a body whose length is told truly.
  func request(
    _ method: String = "PUT", _ path: String = "/api/blobs", _ headers: String = TestClient.bearer,
    body: [UInt8]
  ) -> [UInt8] {
    Array(
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(body.count)\r\n\r\n".utf8)
      + body
  }

  /// Sends it and reads the answer.
  func put(
    _ body: [UInt8], _ headers: String = TestClient.bearer, method: String = "PUT",
    path: String = "/api/blobs"
  ) throws -> Answer {
    send(request(method, path, headers, body: body))
    return try response()
  }

  func put(_ text: String, as token: String = TestClient.token) throws -> Answer {
    try put(Array(text.utf8), "Authorization: Bearer \(token)\r\n")
  }
}

extension TestClient.Answer {
  /// The body as somebody else's reader of JSON sees it.
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
  }

  var error: String? { json["error"] as? String }
  var blob: String? { json["blob"] as? String }
}

/// A picture of any size: as many pixels' bytes as wanted, none of them looked at.
func picture(byteCount: Int) -> [UInt8] {
  func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + Array(name.utf8) + bytes + [
      0, 0, 0, 0,
    ]
  }
  let frame: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    + chunk("IHDR", [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0])
  let end = chunk("IEND", [])
  let pixels = byteCount - frame.count - end.count - 12
  precondition(pixels >= 0, "a picture has at least 57 bytes")
  // A prime number of bytes again and again: a part that came to the wrong place shows, and it is made at once.
  let pattern = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
  var data: [UInt8] = []
  while data.count < pixels { data += pattern.prefix(pixels - data.count) }
  return frame + chunk("IDAT", data) + end
}
