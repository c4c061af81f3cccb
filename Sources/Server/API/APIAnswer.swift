import Descriptions
import HTTP
import JSON
import Reactor
import Rooms
import Store
import Wire

/// What the HTTP API answers: a status and JSON. Errors say in one word what is wrong and in a sentence how to mend
/// it.
struct APIAnswer: Sendable {
  let status: HTTP.Status
  let body: [UInt8]
  private(set) var headers: [Header] = []
  private var isShared = false

  init(_ status: HTTP.Status, _ json: JSONWriter) {
    self.status = status
    body = json.bytes
  }

  init(_ status: HTTP.Status, error: StaticString, _ message: String, _ headers: [Header] = []) {
    var json = JSONWriter()
    json.beginObject()
    json.field("error", error)
    json.field("message", message)
    json.endObject()
    json.newline()
    self.init(status, json)
    self.headers = headers
  }

  func response(to head: RequestHead?, date: String) -> Response {
    let fixed = [Header("Content-Type", "application/json"), Header("Cache-Control", "no-store")]
    var response = Response(status, headers: fixed + headers, body: body, to: head, date: date)
    if isShared { response.shareBody() }
    return response
  }

  /// This answer, marked as one whose body all responses share.
  func shared() -> APIAnswer {
    var answer = self
    answer.isShared = true
    return answer
  }

  // MARK: - What is wrong with a request

  /// A request that was not understood, in the words of the parser.
  static func refusal(_ status: HTTP.Status, _ reason: String) -> APIAnswer {
    let error: StaticString =
      switch status {
      case .lengthRequired: "length"
      case .contentTooLarge: "tooLarge"
      case .expectationFailed: "expectation"
      default: "request"
      }
    return APIAnswer(status, error: error, reason)
  }

  static var nothingHere: APIAnswer {
    APIAnswer(.notFound, error: "notFound", "There is nothing at this address.")
  }

  static func method(_ allowed: MethodsAllowed) -> APIAnswer {
    APIAnswer(.methodNotAllowed, error: "method", allowed.sentence, [allowed.header])
  }

  /// - Parameter why: a sentence of the wire, where the game is known and not offered in that way.
  static func noGame(_ id: String, why: String?) -> APIAnswer {
    let unknown = "There is no game \"\(id)\"; GET /api/games lists all"
    return APIAnswer(.notFound, error: "notFound", "\(why ?? unknown).")
  }

  static var foreignOrigin: APIAnswer {
    APIAnswer(.forbidden, error: "origin", "Pages of that origin may not send anything here.")
  }

  static var tokenMissing: APIAnswer {
    APIAnswer(
      .unauthorized, error: "token",
      "Send the token of your welcome: Authorization: Bearer g1.… One that was signed out opens nothing.",
      [Header("WWW-Authenticate", "Bearer")])
  }

  static var scope: APIAnswer {
    APIAnswer(
      .forbidden, error: "scope", "This program may only watch; its owner can make a key for one that plays.")
  }

  static func banned(until end: Int64) -> APIAnswer {
    APIAnswer(
      .forbidden, error: "banned",
      "The operator of this server has banned you until \(isoTime(wallMilliseconds: end)).")
  }

  static var operatorTokenMissing: APIAnswer {
    APIAnswer(
      .unauthorized, error: "token", "The operator's token is needed.",
      [Header("WWW-Authenticate", "Basic realm=\"Baize operator\", charset=\"UTF-8\"")])
  }

  /// Without a question for a password, which a browser would answer by itself.
  static var operatorTokenAgain: APIAnswer {
    APIAnswer(
      .forbidden, error: "token", "Send the operator's token once more, in a header: Operator-Token: TOKEN.")
  }

  static func change(_ mistake: OperatorChange.Mistake) -> APIAnswer {
    APIAnswer(.badRequest, error: "change", mistake.rawValue)
  }

  static var noSuchReport: APIAnswer {
    APIAnswer(.notFound, error: "notFound", "There is no open report of that number.")
  }

  static var noSuchBan: APIAnswer {
    APIAnswer(.notFound, error: "notFound", "There is no ban of that number.")
  }

  static var noSuchGuest: APIAnswer {
    APIAnswer(
      .notFound, error: "notFound", "That guest was erased; ban their network by somebody else of it.")
  }

  static var bansFull: APIAnswer {
    APIAnswer(
      .tooManyRequests, error: "full",
      "There may be \(Bans.countMax) bans; lift some that are no longer needed.")
  }

  /// It is done, and will be forgotten when the server stops.
  static var changeNotKept: APIAnswer {
    APIAnswer(
      .insufficientStorage, error: "disk",
      "It is done, and could not be written: it ends when the server stops. Try again later.")
  }

  static var lengthMissing: APIAnswer {
    APIAnswer(.lengthRequired, error: "length", "Send the body with a Content-Length, or in chunks.")
  }

  static var bodyless: APIAnswer {
    APIAnswer(.contentTooLarge, error: "tooLarge", "A GET or HEAD request here must not have a body.")
  }

  static var empty: APIAnswer { APIAnswer(.badRequest, error: "empty", "The body is empty.") }

  static func tooLarge(bytesMax: Int) -> APIAnswer {
    APIAnswer(
      .contentTooLarge, error: "tooLarge", "The body may have \(bytesMax) bytes; send something smaller.")
  }

  static func tooOften(waitMilliseconds: Int) -> APIAnswer {
    let seconds = (waitMilliseconds + 999) / 1000
    return APIAnswer(
      .tooManyRequests, error: "rate", "Too many requests of this kind; try again in \(seconds) s.",
      [Header("Retry-After", String(seconds))])
  }

  static var busy: APIAnswer {
    APIAnswer(
      .unavailable, error: "busy", "Too much is going on; try again shortly.", [Header("Retry-After", "2")])
  }

  static var stopping: APIAnswer {
    APIAnswer(
      .unavailable, error: "stopping", "The server is stopping; try again shortly.",
      [Header("Retry-After", "5")])
  }

  static var beforeUnknown: APIAnswer {
    APIAnswer(.badRequest, error: "before", "The query must be ?before=MORE, with the \"more\" of a list.")
  }

  static var gameQueryUnknown: APIAnswer {
    APIAnswer(
      .badRequest, error: "seats",
      "The query may have seats=N, with N from 1 to \(WireLimits.seatsMax), and access=public, link or knock, "
        + "or be ?check.")
  }

  static var boardQueryUnknown: APIAnswer {
    APIAnswer(.badRequest, error: "access", "The query may be ?access=public, link or knock.")
  }

  /// No table was opened, for the reason for which `open` would be refused.
  /// - Parameter why: a sentence of the wire, without its capital and its end.
  static func notOpened(_ code: RefusalCode, why: String?) -> APIAnswer {
    let sentence = why.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." } ?? ""
    return switch code {
    case .bad: APIAnswer(.badRequest, error: "bad", sentence)
    // What is too many does not pass by itself, so nobody is told when to come back.
    case .full: APIAnswer(.tooManyRequests, error: "full", sentence)
    default: busy
    }
  }

  /// JSON Schema of all messages.
  static let schema: APIAnswer = {
    var json = JSONWriter()
    json.value(json: WireSchema.document)
    return APIAnswer(.ok, json).shared()
  }()

  // MARK: - What went wrong on the way

  /// - Parameter missing: nil when it had no length.
  static func cutShort(missing: Int?) -> APIAnswer {
    let place = missing.map { "\($0) bytes before its Content-Length" } ?? "before its last chunk"
    return APIAnswer(.badRequest, error: "short", "The body ended \(place).")
  }

  static func chunks(_ fault: ChunkedBody.Fault, bytesMax: Int) -> APIAnswer {
    fault == .tooLarge ? tooLarge(bytesMax: bytesMax) : refusal(fault.status, fault.reason)
  }

  static var tooSlow: APIAnswer {
    APIAnswer(.requestTimeout, error: "slow", "The body came too slowly; try again.")
  }

  static var unreadable: APIAnswer {
    APIAnswer(
      .unavailable, error: "disk", "This cannot be read at the moment; try again shortly.",
      [Header("Retry-After", "2")])
  }

  // MARK: - What came of it

  /// The description is one of a game; nothing was opened.
  static func checked(_ description: GameDescription) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("game", description.id.text)
    json.field("title", description.name.text)
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }

  static func upload(_ outcome: Blobs.Outcome) -> APIAnswer {
    switch outcome {
    case .kept(let id, let facts, let isNew):
      var json = JSONWriter()
      json.beginObject()
      json.field("blob", id.text)
      json.field("type", facts.type.name)
      json.field("bytes", facts.byteCount)
      json.endObject()
      json.newline()
      return APIAnswer(isNew ? .created : .ok, json)
    case .refused(let refusal): return refused(refusal)
    }
  }

  private static func refused(_ refusal: Blobs.Refusal) -> APIAnswer {
    switch refusal {
    case .tooLarge(let bytesMax): return tooLarge(bytesMax: bytesMax)
    case .unknownType:
      return APIAnswer(
        .unsupportedMediaType, error: "type",
        "Only PNG, JPEG, GIF and WebP pictures, plain text and vCards are kept here.")
    case .tooManyPixels(let pixelsMax, let sideMax):
      return APIAnswer(
        .contentTooLarge, error: "pixels",
        "A picture may have \(pixelsMax) pixels, and \(sideMax) on a side; make it smaller.")
    case .ownerBytes(let bytesMax):
      return APIAnswer(
        .tooManyRequests, error: "quota", "One guest may keep \(bytesMax) bytes, and you have used them up.")
    case .ownerCount(let countMax):
      return APIAnswer(
        .tooManyRequests, error: "quota", "One guest may keep \(countMax) files, and you have that many.")
    case .networkBytes(let bytesMax):
      return APIAnswer(
        .tooManyRequests, error: "quota",
        "From one network \(bytesMax) bytes are kept, and yours has used them up.")
    case .networkCount(let countMax):
      return APIAnswer(
        .tooManyRequests, error: "quota",
        "From one network \(countMax) files are kept, and yours has that many.")
    case .full:
      return APIAnswer(
        .tooManyRequests, error: "quota", "This server has no room for more files; ask its operator.")
    case .busy: return busy
    case .disk:
      return APIAnswer(
        .insufficientStorage, error: "disk", "The server cannot write at the moment; try again later.")
    }
  }

  /// What was described is no board, or no game.
  static func description(_ fault: DescriptionError) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("error", "description")
    json.field("message", "Correct the problems listed and send it again.")
    json.key("problems")
    json.beginArray()
    for problem in fault.problems {
      json.beginObject()
      json.field("line", problem.line)
      json.field("column", problem.column)
      json.field("at", problem.path)
      json.field("message", problem.message)
      json.field("mend", problem.mend)
      json.endObject()
    }
    json.endArray()
    if fault.unlisted > 0 { json.field("more", fault.unlisted) }
    json.endObject()
    json.newline()
    return APIAnswer(.badRequest, json)
  }

  /// A table was opened from what was sent.
  static func opened(_ room: RoomID, _ keys: TableKeys) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("room", room.text)
    json.field("path", "/t/" + room.text)
    json.key("keys")
    json.beginObject()
    if let key = keys.play { json.field("play", key) }
    if let key = keys.watch { json.field("watch", key) }
    if let key = keys.host { json.field("host", key) }
    json.endObject()
    json.endObject()
    json.newline()
    return APIAnswer(.created, json)
  }
}
