import Reactor
import Rooms
import Store
import Wire

/// Things that are put, on the way to their room: texts are read off the loop.
extension Core {
  /// All texts together that are read for one put, in bytes: as much is kept of it in the journal.
  static let blobTextsBytesMax = 64 * 1024

  /// Sends a put to its room, with its texts in it; pictures stay where they are and go by their names.
  func carry(_ put: Put, from connection: ConnectionID) {
    var put = put
    for place in put.blobs {
      guard let id = BlobID(place.name), let facts = loop.shared.blobs.name(id) else {
        return refuse(put, "there is no blob \"\(place.name)\"; upload it first", from: connection)
      }
      put.name(facts.type, at: place)
      guard !facts.type.isImage else { continue }
      guard put.textBytes + facts.byteCount <= Self.blobTextsBytesMax else {
        let why = "texts may have \(Self.blobTextsBytesMax) bytes together; put them one after the other"
        return refuse(put, why, from: connection)
      }
      connections[connection.token]?.conversation?.isPutting = true
      let (waiting, mailbox) = (put, post.mailbox)
      return loop.shared.blobs.load(id, bytesMax: Self.blobTextsBytesMax) { bytes in
        mailbox.send(.front(.blobText(connection, waiting, bytes)))
      }
    }
    if let connection = connections[connection.token] {
      post.send(.command(c: put.c, put.command), to: put.room, from: connection)
    }
    putIsOver(on: connection)
  }

  /// The first text that a put waited for.
  func heard(_ bytes: [UInt8]?, for put: Put, from connection: ConnectionID) {
    var put = put
    let waiting = put.blobs.first { place in
      BlobID(place.name).flatMap { loop.shared.blobs.facts($0) }?.type.isImage == false
    }
    guard let waiting, let bytes, let text = String(validating: bytes, as: UTF8.self) else {
      return refuse(put, "that blob cannot be read now; try again shortly", from: connection)
    }
    put.fill(text, at: waiting)
    carry(put, from: connection)
  }

  private func refuse(_ put: Put, _ why: String, from connection: ConnectionID) {
    let line = ServerMessage.no(Refusal(c: put.c, room: put.room.text, code: .bad, why: why)).line()
    if let connection = connections[connection.token] { fanout.tell(connection, line) }
    putIsOver(on: connection)
  }
}
