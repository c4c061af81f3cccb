import HTTP
import Reactor
import Store

/// Blobs as they are read: from the reading thread part by part, never from the disk on a loop.
final class BlobAnswers {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let endings: Endings
  private let responder: Responder

  init(
    _ loop: LoopContext, _ post: Post, _ connections: Connections, _ endings: Endings, _ responder: Responder
  ) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.endings = endings
    self.responder = responder
  }

  func show(_ name: Substring, to head: RequestHead, on connection: Connection) {
    guard head.method == .get || head.method == .head else {
      return responder.send(.method(.reading), to: head, on: connection)
    }
    guard !head.hasBody else { return responder.send(.bodyless, to: head, on: connection) }
    guard let id = BlobID(name), let facts = loop.shared.store.blobs.facts(id) else {
      return responder.send(.nothingHere, to: head, on: connection)
    }
    let etag = "\"\(id.text)\""
    // The name is the content, so what it names never changes.
    var headers = [Header("ETag", etag), Header("Cache-Control", "public, max-age=31536000, immutable")]
    if IfNoneMatch(head.headers).matches(etag) {
      var response = Response(.notModified, headers: headers, to: head, date: loop.date)
      response.seal()
      return responder.send(response, on: connection)
    }
    headers.append(
      Header("Content-Type", facts.type.isImage ? facts.type.name : facts.type.name + "; charset=utf-8"))
    if !facts.type.isImage { headers.append(Header("Content-Disposition", "attachment")) }
    var response = Response(.ok, headers: headers, bodyLength: facts.byteCount, to: head, date: loop.date)
    response.seal()
    guard response.sendsBody else { return responder.send(response, on: connection) }
    let stream = BlobStream(id, response: response)
    connection.phase = .streaming(stream, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
    askForPart(of: stream, on: connection)
  }

  /// Called when all that was there has left.
  func askForPart(of stream: BlobStream, on connection: Connection) {
    guard let part = stream.nextPart() else { return }
    let (mailbox, id) = (post.mailbox, connection.id)
    loop.shared.store.blobs.read(stream.id, from: part.offset, count: part.count) {
      mailbox.send(.front(.blobPart(id, $0)))
    }
  }

  func heard(_ part: [UInt8]?, for connection: Connection) {
    guard case .streaming(let stream, _) = connection.phase else { return }
    guard let part else {
      loop.shared.log.error("a part of blob \(stream.id) could not be read")
      // Of an answer that has begun nothing can be taken back: it ends before its length.
      if stream.hasBegun { return endings.close(connection) }
      return responder.expire(.unreadable, on: connection)
    }
    if !stream.hasBegun { connection.outbox.append(stream.response.encodedHead()) }
    stream.took(part.count)
    // Time that the disk took is not the reader's.
    connection.outgoing.sent = Moment(loop.now)
    connection.outbox.append(part)
    if stream.isWhole {
      responder.endAnswer(keepAlive: stream.response.keepAlive, on: connection)
    } else {
      connection.phase = .streaming(stream, deadline: loop.now + loop.settings.answerMillisecondsMax)
      connections.markDirty(connection)
    }
  }
}
