import Wire

@testable import Rooms

/// A client written from the protocol page alone: it holds what it was told and checks every hash.
struct ReferenceClient {
  struct Trouble: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var version = 0
  private(set) var epoch = ""
  private let cardCount: Int
  private var order: [String] = []
  private var piles: [String: [Int]] = [:]
  private var faces: [Int: String] = [:]

  init(cardCount: Int = 52) { self.cardCount = cardCount }

  /// The board in the words of the view hash.
  var text: String {
    order.map { pile in
      let items = (piles[pile] ?? []).map { item in faces[item].map { "\(item)=\($0)" } ?? "\(item)" }
      return "\(pile):\(items.joined(separator: ","));"
    }.joined()
  }

  var hash: String {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  func top(of pile: String) -> Int? { piles[pile]?.last }

  mutating func hear(_ message: ServerMessage) throws(Trouble) {
    switch message {
    case .snapshot(let snapshot): try take(snapshot)
    case .event(let event): try apply(event)
    default: break
    }
  }

  private mutating func take(_ snapshot: Snapshot) throws(Trouble) {
    order = []
    piles = [:]
    faces = [:]
    for run in snapshot.regions.flatMap(\.runs) {
      if !order.contains(run.collection) { order.append(run.collection) }
      piles[run.collection, default: []] += run.items.map(\.handle)
      for item in run.items { faces[item.handle] = item.face }
    }
    (epoch, version) = (snapshot.epoch, snapshot.version)
    try check(snapshot.hash)
  }

  private mutating func apply(_ event: Event) throws(Trouble) {
    if event.to <= version { return }
    guard event.from == version else {
      throw Trouble(description: "an event on \(event.from) came to a client at \(version)")
    }
    for move in event.moves {
      for pile in order { piles[pile]?.removeAll { move.items.contains($0) } }
      guard order.contains(move.collection) else { throw Trouble(description: "no pile \(move.collection)") }
      piles[move.collection, default: []] += move.items
    }
    for item in event.up { faces[item.handle] = item.face }
    for item in event.down { faces[item] = nil }
    version = event.to
    try check(event.hash)
  }

  private func check(_ hash: String) throws(Trouble) {
    guard hash == self.hash else { throw Trouble(description: "hash \(hash) told, but seen is \(text)") }
    let items = piles.values.flatMap { $0 }
    guard Set(items).count == items.count, items.count == cardCount else {
      throw Trouble(description: "a card is lost or doubled: \(text)")
    }
  }
}
