import HTTP
import JSON
import Reactor
import Rooms
import Store
import Wire

/// What somebody asks and changes of themselves, for who has their token: `/api/me` and all below it but the list of
/// tables.
///
/// What a request needs a body for is judged in `Uploads` and carried out by `PersonWish`.
final class PersonAnswers {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let responder: Responder
  private let uploads: Uploads

  init(
    _ loop: LoopContext, _ post: Post, _ connections: Connections, _ responder: Responder, _ uploads: Uploads
  ) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.responder = responder
    self.uploads = uploads
  }

  /// What may be done at an address, by what stands behind `/api/me`; nil where nothing is.
  static func methods(at path: Substring) -> MethodsAllowed? {
    switch path {
    case "": MethodsAllowed(.get, .head, .patch, .delete)
    case "/codes", "/bots": MethodsAllowed(.post)
    case "/keys": MethodsAllowed(.post, .delete)
    case "/export", "/tables": .reading
    case let path where path.hasPrefix("/keys/") || path.hasPrefix("/bots/"): MethodsAllowed(.delete)
    default: nil
    }
  }

  /// - Parameter path: behind `/api/me`.
  func answer(_ path: Substring, to head: RequestHead, on connection: Connection) {
    func refuse(_ answer: APIAnswer) { responder.send(answer, to: head, on: connection) }
    guard let allowed = Self.methods(at: path) else { return refuse(.nothingHere) }
    guard allowed.contains(head.method) else { return refuse(.method(allowed)) }
    switch (path, head.method) {
    case ("", .patch): return uploads.receive(head, as: .person(.claim), on: connection)
    case ("/keys", .post): return uploads.receive(head, as: .person(.pair), on: connection)
    case ("/bots", .post): return uploads.receive(head, as: .person(.addBot), on: connection)
    default: break
    }
    guard !head.hasBody else { return refuse(.bodyless) }
    guard let identity = loop.shared.accounts.people.identity(in: head.headers) else {
      return refuse(.tokenMissing)
    }
    guard identity.bot == nil || head.method == .get else { return refuse(.programs) }
    // Somebody who is erased costs a look at all tables.
    let rates = path.isEmpty && head.method == .delete ? loop.shared.limits.claims : loop.shared.limits.lists
    if let wait = rates.take(identity.payer, of: connection.network, now: loop.now.milliseconds) {
      return refuse(.tooOften(waitMilliseconds: wait))
    }
    switch (path, head.method) {
    case ("", .delete):
      let erasing: @Sendable (PersonTold) -> APIAnswer = { _ in .erasing }
      change(head, on: connection, answeredBy: erasing) { people, told in people.erase(identity, told: told) }
    case ("", _): refuse(.person(loop.shared.accounts.people.told(identity)))
    case ("/codes", _):
      let now = loop.now.milliseconds
      let until = Instant.wallMilliseconds() + PairingCodes.millisecondsMax
      refuse(
        loop.shared.accounts.people.makeCode(for: identity, now: now).map { .code($0, until: until) } ?? .busy
      )
    case ("/export", _):
      guard let place = ExportPlace(query: head.target.query) else { return refuse(.afterUnknown) }
      begin(awaiting: head, on: connection)
      PersonExport.begin(of: identity, place, for: connection.id, loop.shared)
    case ("/keys", _):
      change(head, on: connection) { people, told in people.signOut(nil, by: identity, told: told) }
    case (let path, _) where path.hasPrefix("/keys/"):
      let text = path.dropFirst("/keys/".count)
      guard let number = Int(text), text == "\(number)" else { return refuse(.people(.unknown)) }
      change(head, on: connection) { people, told in people.signOut(number, by: identity, told: told) }
    case (let path, _):
      let name = String(path.dropFirst("/bots/".count))
      change(head, on: connection) { people, told in people.removeBot(name, by: identity, told: told) }
    }
  }

  private func begin(awaiting head: RequestHead, on connection: Connection) {
    connection.phase = .awaiting(head, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
  }

  /// Begins a change whose answer comes when it is durable: `.apiAnswer(connection, …)`.
  private func change(
    _ head: RequestHead, on connection: Connection,
    answeredBy answer: @escaping @Sendable (PersonTold) -> APIAnswer = { .person($0) },
    _ change: (People, @escaping @Sendable (People.Outcome) -> Void) -> Void
  ) {
    begin(awaiting: head, on: connection)
    let (mailbox, id) = (post.mailbox, connection.id)
    change(loop.shared.accounts.people) { outcome in
      switch outcome {
      case .success(let person): mailbox.send(.front(.apiAnswer(id, answer(person))))
      case .failure(let refusal): mailbox.send(.front(.apiAnswer(id, .people(refusal))))
      }
    }
  }
}

extension People {
  /// Who asks; nil where no token came, or one that opens nothing.
  func identity(in headers: Headers) -> Identity? { GuestToken.bearer(in: headers).flatMap(identity) }
}

extension APIAnswer {
  static func person(_ person: PersonTold) -> APIAnswer {
    var json = JSONWriter()
    person.write(into: &json)
    json.newline()
    return APIAnswer(.ok, json)
  }

  /// - Parameter until: milliseconds since 1970.
  static func code(_ code: String, until: Int64) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("code", code)
    json.field("expires", Int(until))
    json.endObject()
    json.newline()
    return APIAnswer(.ok, json)
  }

  static func bot(token: String, name: String) -> APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("token", token)
    json.field("name", name)
    json.endObject()
    json.newline()
    return APIAnswer(.created, json)
  }

  static var erasing: APIAnswer {
    var json = JSONWriter()
    json.beginObject()
    json.field("erased", "within a minute")
    json.endObject()
    json.newline()
    return APIAnswer(.accepted, json)
  }
}
