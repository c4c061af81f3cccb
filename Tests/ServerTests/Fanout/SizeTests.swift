import HTTP
import Reactor
import Rooms
import Testing
import WebSocket

@testable import Server

/// What many thousands of are kept.
@Suite struct `Sizes in memory` {
  @Test func `A connection takes two cache lines`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let socket = try Socket.connect(host: "127.0.0.1", port: listener.port)
    let connection = Connection(
      token: Token(slot: 0, generation: 1), loop: 0, socket: socket, addressKey: 0, settings: Configuration(),
      now: .now())
    #expect(bytes(of: connection) <= 120, "\(bytes(of: connection))")
  }

  @Test func `A member of a gallery takes half a cache line`() {
    #expect(MemoryLayout<Gallery.Member>.stride == 32)
  }

  private func bytes(of object: AnyObject) -> Int {
    usableSize(Unmanaged.passUnretained(object).toOpaque())
  }
}

@Suite struct `A moment in four bytes` {
  @Test func `tells how long ago it was, however long the machine has been up`() {
    for milliseconds in [0, 5_000, Int64(UInt32.max) << 4 - 8, Int64(UInt32.max) << 4 + 40, 1 << 50] {
      let then = Instant(milliseconds: milliseconds)
      for later in [0, 15, 16, 65_000, 1 << 34] as [Int64] {
        let silence = then + later - Moment(then).instant(before: then + later)
        #expect((later..<later + 16).contains(silence), "\(milliseconds), \(later): \(silence)")
      }
    }
  }
}

@_silgen_name("malloc_usable_size")
private func usableSize(_ object: UnsafeMutableRawPointer) -> Int
