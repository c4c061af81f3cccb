import Reactor
import Rooms
import WebSocket

@testable import Server

/// What the rooms of a play say, and how it is told: each line is noted with its meaning.
extension AudiencePlay {
  /// - Parameter inStream: false when the event could not be made in the stream.
  func publish(_ number: Int, inStream: Bool = true) {
    let line = event(rooms[number].log.count + 1, of: number)
    rooms[number].log.append(line)
    defer {
      if roll(0...19) == 0 {
        rooms[number].stream.restart()
        rooms[number].toldFrom = rooms[number].log.count
      }
    }
    guard let gallery = rooms[number].gallery else { return rooms[number].stream.append(line) }
    let hasStream = gallery.members.indices.contains { gallery.members[$0].takes == .shared }
    var frame: SharedFrame?
    if hasStream, inStream {
      frame = rooms[number].stream.frame(line, with: deflater)
    } else {
      rooms[number].stream.append(line)
    }
    let inSync = gallery.members.indices.map { gallery.members[$0] }.filter { $0.told == .shared }
    let fallen = line.withUnsafeBytes {
      gallery.publish($0, version: rooms[number].log.count, shared: frame, deflater: deflater)
    }
    if Set(fallen) != Set(frame == nil ? inSync.map(\.connection) : []) {
      faults.append("\(fallen) fell out of sync")
    }
    falls += fallen.count
    // Players do not wait for a sweep.
    for token in gallery.seated.map({ gallery.members[$0].connection }) {
      let listener = listeners[Int(token.slot)]
      if !listener.isBlocked { flush(listener) }
    }
  }

  /// Lets go of what is too much.
  func trim(_ number: Int) {
    guard let gallery = rooms[number].gallery else { return }
    let before = gallery.logBytes
    gallery.trim { !listeners[Int($0.slot)].isBlocked }
    // The newest frame always stays.
    if gallery.logBytes < before { rooms[number].letGo = gallery.events - 1 }
  }

  func whisper(_ listener: Listener, of number: Int) {
    tell(listener, .word(room: number, version: rooms[number].log.count), of: number)
  }

  func tell(_ listener: Listener, _ personal: Saying.Personal, of number: Int) {
    let text =
      "{\"t\":\"own\",\"to\":\(listener.number),\"n\":\(listener.personals),\"says\":\"\(personal)\"}\n"
    let line = said(text, .personal(to: listener.number, number: listener.personals, personal))
    listener.personals += 1
    if breach == .personalCompressed, isInStream(listener) {
      listener.isWronged = true
      return listener.outbox.append(AloneFrame(text: line, with: deflater).bytes)
    }
    let place = rooms[number].gallery.map { Outbox.Place(gallery: $0, event: $0.events) }
    listener.outbox.append(PlainFrame(text: line), after: place)
  }

  func hover(_ number: Int, by listener: Listener?) {
    guard let gallery = rooms[number].gallery else { return }
    let place = listener.flatMap { $0.membership(in: gallery)?.place }
    rooms[number].hovers.append(place == nil ? nil : listener?.number)
    let count = rooms[number].hovers.count
    let line = said(
      "{\"t\":\"hover\",\"room\":\(number),\"n\":\(count)}\n", .hover(room: number, number: count))
    gallery.setHover(PlainFrame(text: line).bytes, except: place.map(Int.init))
  }

  func crowd(_ number: Int) {
    guard let gallery = rooms[number].gallery else { return }
    rooms[number].crowds += 1
    let count = rooms[number].crowds
    let line = said(
      "{\"t\":\"crowd\",\"room\":\(number),\"n\":\(count)}\n", .crowd(room: number, number: count))
    gallery.setCrowd(PlainFrame(text: line).bytes)
  }

  func talk(_ number: Int) {
    guard let gallery = rooms[number].gallery else { return }
    rooms[number].talks += 1
    let count = rooms[number].talks
    let line = said(
      "{\"t\":\"said\",\"room\":\(number),\"n\":\(count)}\n", .talk(room: number, number: count))
    gallery.appendTalk(PlainFrame(text: line).bytes)
  }

  // MARK: - Lines

  private func said(_ text: String, _ meaning: Saying) -> [UInt8] {
    let line = Array(text.utf8)
    saying[line] = meaning
    return line
  }

  func snapshot(of number: Int) -> [UInt8] {
    let version = rooms[number].log.count
    return said(
      "{\"t\":\"snap\",\"room\":\(number),\"v\":\(version),\"piles\":[[3,4],[51]]}\n",
      .snapshot(room: number, version: version))
  }

  /// Mostly moves; now and then next to nothing, or more than a window or a log holds.
  private func event(_ version: Int, of number: Int) -> [UInt8] {
    let characters = Array("A23456789TJQKSHDC")
    let count =
      switch roll(0...39) {
      case 0: roll(1000...5000)
      case 1...4: 0
      default: roll(2...24)
      }
    let cards = String((0..<count).map { _ in characters[roll(0...16)] })
    return said(
      "{\"t\":\"ev\",\"room\":\(number),\"v\":\(version),\"from\":\"T\(version % 7)\",\"cards\":\"\(cards)\"}\n",
      .event(room: number, version: version))
  }

  /// What a stream should remember of these lines: the last seven, whole ones, within a window.
  func history(of lines: ArraySlice<[UInt8]>) -> [UInt8] {
    var kept: [UInt8] = []
    for line in lines.suffix(7).reversed() {
      guard line.count + kept.count <= 4096 else { break }
      kept = line + kept
    }
    return kept
  }
}
