import Reactor
import Testing

@testable import Server

@Suite struct `A gallery` {
  private let a = Token(slot: 1, generation: 1)
  private let b = Token(slot: 2, generation: 1)

  @Test func `each member gets what it lacks, in one slice`() {
    let gallery = Gallery(version: 1, logBytesMax: 1000)
    gallery.admit(a, isSeated: false, wantsDrag: true)
    gallery.publish([1, 1], version: 2)
    gallery.admit(b, isSeated: true, wantsDrag: true)
    gallery.publish([2, 2, 2], version: 3)
    #expect(read(gallery, a).bytes == [1, 1, 2, 2, 2])
    #expect(read(gallery, b).bytes == [2, 2, 2])
    #expect(read(gallery, a).lack == .nothing)
    gallery.checkInvariants()
  }

  @Test func `players stand first, and a sweep goes round until everybody was visited since the last frame`()
  {
    let gallery = Gallery(version: 1, logBytesMax: 1000)
    let c = Token(slot: 3, generation: 1)
    gallery.admit(a, isSeated: false, wantsDrag: true)
    gallery.admit(c, isSeated: false, wantsDrag: true)
    gallery.admit(b, isSeated: true, wantsDrag: true)
    #expect(Array(gallery.seated) == [b])
    gallery.publish([1], version: 2)
    let first = [gallery.nextToVisit(), gallery.nextToVisit()]
    // Another frame in the middle: those who come next are those who were not visited yet.
    gallery.publish([2], version: 3)
    let second = [gallery.nextToVisit(), gallery.nextToVisit(), gallery.nextToVisit()]
    #expect(Set(first + [second[0]]) == [a, b, c])
    #expect(Set(second) == [a, b, c])
    #expect(gallery.nextToVisit() == nil)
    #expect(gallery.isSwept)
  }

  @Test func `a personal line comes after the frames that were published before it`() {
    let gallery = Gallery(version: 1, logBytesMax: 1000)
    gallery.admit(a, isSeated: true, wantsDrag: true)
    gallery.publish([1], version: 2)
    let mark = gallery.mark
    gallery.publish([2], version: 3)
    #expect(read(gallery, a, upTo: mark).bytes == [1])
    #expect(read(gallery, a).bytes == [2])
  }

  @Test func `whoever lacks more than the log holds is behind, and reads on from its end`() {
    let gallery = Gallery(version: 1, logBytesMax: 10)
    gallery.admit(a, isSeated: false, wantsDrag: true)
    for version in 2...9 { gallery.publish([7, 7, 7], version: version) }
    #expect(read(gallery, a).lack == .behind)
    gallery.publish([8], version: 10)
    #expect(read(gallery, a).bytes == [8])
    gallery.checkInvariants()
  }

  @Test func `of hovers only the latest counts, not for the hand itself, not for those who did not ask`() {
    let gallery = Gallery(version: 1, logBytesMax: 1000)
    let c = Token(slot: 3, generation: 1)
    gallery.admit(a, isSeated: true, wantsDrag: true)
    gallery.admit(b, isSeated: false, wantsDrag: true)
    gallery.admit(c, isSeated: false, wantsDrag: false)
    gallery.setHover([1], except: a)
    gallery.setHover([2], except: a)
    gallery.setCrowd([9])
    #expect(slots(gallery, a) == [9])
    #expect(slots(gallery, b) == [9, 2])
    #expect(slots(gallery, c) == [9])
    #expect(slots(gallery, b) == [])
  }

  @Test func `a hand that moves still hears what became of the others`() {
    let gallery = Gallery(version: 1, logBytesMax: 1000)
    gallery.admit(a, isSeated: true, wantsDrag: true)
    gallery.admit(b, isSeated: true, wantsDrag: true)
    gallery.setHover([1], except: b)
    gallery.setHover([2], except: a)
    #expect(slots(gallery, a) == [2])
    #expect(slots(gallery, b) == [2])
  }

  @Test func `a dismissed member is gone, also in the middle of a sweep`() {
    let gallery = Gallery(version: 1, logBytesMax: 1000)
    gallery.admit(a, isSeated: true, wantsDrag: true)
    gallery.admit(b, isSeated: false, wantsDrag: true)
    #expect(gallery.nextToVisit() == nil, "nobody lacks anything yet")
    gallery.publish([1], version: 2)
    #expect(gallery.nextToVisit() == a)
    gallery.dismiss(a)
    #expect(gallery.nextToVisit() == b)
    #expect(!gallery.lacks(a) && gallery.lacks(b))
    #expect(gallery.index(of: a) == nil)
    gallery.dismiss(a)
    #expect(gallery.members.count == 1)
  }

  private func read(
    _ gallery: Gallery, _ token: Token, upTo mark: Int? = nil
  ) -> (bytes: [UInt8], lack: Gallery.Lack) {
    guard let place = gallery.index(of: token) else { return ([], .nothing) }
    var bytes: [UInt8] = []
    let lack = gallery.read(place, upTo: mark ?? gallery.mark, into: &bytes)
    return (bytes, lack)
  }

  private func slots(_ gallery: Gallery, _ token: Token) -> [UInt8] {
    guard let place = gallery.index(of: token) else { return [] }
    var bytes: [UInt8] = []
    gallery.readSlots(place, into: &bytes)
    return bytes
  }
}
