import JSON
import Rooms
import Wire

/// What somebody wants to change of themselves, with what they say about it in a body of JSON.
enum PersonWish: Sendable {
  /// `{"handle": "ada"}`
  case claim
  /// `{"code": "K7QDM2XWPA", "name": "Phone"}`, with the token that the device made for itself
  case pair
  /// `{"name": "brio", "scopes": ["play", "watch"]}`
  case addBot

  static let bytesMax = 1_024

  /// - Parameter told: called once, at once or on another thread.
  func carryOut(
    _ body: [UInt8], by identity: Identity, from network: Addresses.Key, now: Int64, in shared: Shared,
    told: @escaping @Sendable (APIAnswer) -> Void
  ) {
    guard let fields = try? Said(body) else { return told(.personUnreadable(self)) }
    let outcome: @Sendable (People.Outcome) -> Void = { outcome in
      switch outcome {
      case .success(let person): told(.person(person))
      case .failure(let refusal):
        if refusal == .code { shared.limits.wrongCodes.note(network, now: now) }
        told(.people(refusal))
      }
    }
    switch self {
    case .claim:
      guard let handle = fields.handle else { return told(.personUnreadable(self)) }
      shared.accounts.people.claim(handle, for: identity, told: outcome)
    case .pair:
      guard let code = fields.code else { return told(.personUnreadable(self)) }
      // Whether a code is right is told to nobody whose network has tried too many of late. It is asked here and not
      // when the request begins, or many could begin before the first has tried.
      guard shared.limits.wrongCodes.admits(network, now: now) else {
        return told(.tooOften(waitMilliseconds: WrongTries.waitMilliseconds))
      }
      let name = PersonName.printable(fields.name ?? "", charactersMax: Self.nameCharactersMax)
      shared.accounts.people.pair(code, as: name, for: identity, now: now, told: outcome)
    case .addBot:
      guard let name = fields.name, let words = fields.scopes else { return told(.personUnreadable(self)) }
      guard let scopes = Scopes(names: words) else { return told(.people(.scopes)) }
      shared.accounts.people.addBot(name, scopes, by: identity) { outcome in
        switch outcome {
        case .success(let made): told(.bot(token: made.token, name: made.name))
        case .failure(let refusal): told(.people(refusal))
        }
      }
    }
  }

  /// Shorter than a guest's identifier, so that no device is called by somebody else's.
  private static let nameCharactersMax = 30

  /// What a body of such a request must be.
  var form: String {
    switch self {
    case .claim: "{\"handle\": \"ada\"}"
    case .pair: "{\"code\": \"K7QDM2XWPA\", \"name\": \"Phone\"}"
    case .addBot: "{\"name\": \"brio\", \"scopes\": [\"play\", \"watch\"]}"
    }
  }

  /// The fields of a body; others are passed over, and none may come twice.
  private struct Said {
    var handle: String?
    var code: String?
    var name: String?
    var scopes: [String]?

    private static let textBytesMax = 256
    private static let wordsMax = 8

    init(_ body: [UInt8]) throws(JSONError) {
      var reader = JSONReader(body)
      var keys: Set<String> = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard keys.insert(key).inserted else { throw JSONError(.unexpected, at: reader.offset) }
        switch key {
        case "handle": handle = try reader.readString(bytesMax: Self.textBytesMax)
        case "code": code = try reader.readString(bytesMax: Self.textBytesMax)
        case "name": name = try reader.readString(bytesMax: Self.textBytesMax)
        case "scopes":
          var words: [String] = []
          try reader.beginArray()
          while try reader.nextElement(), words.count < Self.wordsMax {
            words.append(try reader.readString(bytesMax: Self.textBytesMax))
          }
          scopes = words
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    }
  }
}

extension APIAnswer {
  static func personUnreadable(_ wish: PersonWish) -> APIAnswer {
    APIAnswer(.badRequest, error: "json", "The body must be like \(wish.form).")
  }

  /// A program cannot change who somebody is.
  static var programs: APIAnswer {
    APIAnswer(.forbidden, error: "bot", "A program's token cannot do that; use the token of its owner.")
  }

  static var afterUnknown: APIAnswer {
    APIAnswer(.badRequest, error: "after", "The query must be ?after=MORE, with the \"more\" of an export.")
  }

  static func people(_ refusal: People.Refusal) -> APIAnswer {
    switch refusal {
    case .handle(let mistake): APIAnswer(.badRequest, error: "handle", mistake.why)
    case .taken:
      APIAnswer(
        .conflict, error: "taken", "Somebody has that name, or one that looks like it; choose another one.")
    case .claimed: APIAnswer(.conflict, error: "claimed", "You have a handle already; it cannot be changed.")
    case .handleMissing: APIAnswer(.conflict, error: "handle", "Claim a handle first.")
    case .code:
      APIAnswer(
        .notFound, error: "code", "That code is not valid, was used already or is too old; make a new one.")
    case .already:
      APIAnswer(
        .conflict, error: "already",
        "This token has a person already; send one that the device made for itself.")
    case .full: APIAnswer(.conflict, error: "full", "You have as many as one may have; remove one first.")
    case .spent:
      APIAnswer(
        .conflict, error: "spent", "You have added as many devices and programs as one person ever may.")
    case .signedOut: tokenMissing
    case .last:
      APIAnswer(
        .conflict, error: "last",
        "That is the only device left, and nobody could come back to you; delete yourself instead.")
    case .unknown: APIAnswer(.notFound, error: "notFound", "You have nothing of that name or number.")
    case .botName:
      APIAnswer(
        .badRequest, error: "name",
        "A program's name has 3 to 20 characters: small letters, digits, - and _, a letter first.")
    case .scopes:
      APIAnswer(
        .badRequest, error: "scopes", "The scopes are a list of \"play\" and \"watch\", or one of them.")
    case .busy: busy
    case .disk:
      APIAnswer(
        .insufficientStorage, error: "disk", "The server cannot write at the moment; try again later.")
    }
  }
}
