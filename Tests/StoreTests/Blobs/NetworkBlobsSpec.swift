import Foundation
import Testing

@testable import Store

@Suite struct `Blobs of one network` {
  let directory = TestDirectory()

  @Test func `fill its share to the byte, all guests together, and no other network's`() throws {
    let desk = try RunningBlobs(in: directory) { $0.bytesPerNetworkMax = 10 }
    for (guest, text) in ["0123", "4567"].enumerated() {
      #expect(isKept(desk.keep(text, owner: "g_\(guest)", network: 7)))
    }
    #expect(desk.keep("abc", owner: "g_2", network: 7) == .refused(.networkBytes(10)))
    #expect(isKept(desk.keep("ab", owner: "g_2", network: 7)))
    #expect(desk.keep("c", owner: "g_3", network: 7) == .refused(.networkBytes(10)))
    #expect(desk.blobs.used(fromNetwork: 7) == (10, 3))
    // The same guest elsewhere, and this machine's own programs, are not held to it.
    #expect(isKept(desk.keep("c", owner: "g_3", network: 8)))
    #expect(isKept(desk.keep("more than ten bytes", owner: "g_3")))
    // A blob that is kept already costs nothing, also for another guest.
    #expect(isKept(desk.keep("more than ten bytes", owner: "g_4", network: 7)))
    #expect(desk.blobs.used(fromNetwork: 7) == (10, 3))
    desk.blobs.checkInvariants()
  }

  @Test func `are no more than a network may have`() throws {
    let desk = try RunningBlobs(in: directory) { $0.countPerNetworkMax = 2 }
    for text in ["a", "b"] { #expect(isKept(desk.keep(text, owner: "g_\(text)", network: 7))) }
    #expect(desk.keep("c", owner: "g_c", network: 7) == .refused(.networkCount(2)))
    #expect(isKept(desk.keep("c", owner: "g_c", network: 8)))
  }

  @Test func `cannot fill the server with guests that are made up`() throws {
    let desk = try RunningBlobs(in: directory) {
      ($0.bytesPerOwnerMax, $0.bytesPerNetworkMax, $0.bytesMax) = (100, 200, 4_000)
    }
    for guest in 0..<41 {
      _ = desk.keep(
        [UInt8](repeating: 0x61, count: 98) + Array("\(guest + 10)".utf8), owner: "g_\(guest)", network: 7)
    }
    #expect(desk.blobs.used == (200, 2))
    #expect(isKept(desk.keep("somebody else's", owner: "g_else", network: 8)))
  }

  @Test func `count over a restart, and files of before belong to none`() throws {
    #expect(isKept(try RunningBlobs(in: directory).keep("0123456", owner: "g_1", network: 0x0A_1B2C)))
    #expect(isKept(try RunningBlobs(in: directory).keep("89", owner: "g_1")))
    #expect(directory.files.count { $0.hasSuffix(".text.g_1.000a1b2c") } == 1)
    #expect(directory.files.count { $0.hasSuffix(".text.g_1") } == 1, "as it was before")
    let desk = try RunningBlobs(in: directory) { $0.bytesPerNetworkMax = 10 }
    #expect(desk.blobs.used == (9, 2))
    #expect(desk.blobs.used(by: "g_1") == (9, 2))
    #expect(desk.blobs.used(fromNetwork: 0x0A_1B2C) == (7, 1))
    #expect(desk.keep("abcd", owner: "g_2", network: 0x0A_1B2C) == .refused(.networkBytes(10)))
    #expect(isKept(desk.keep("abc", owner: "g_2", network: 0x0A_1B2C)))
    desk.blobs.checkInvariants()
  }

  @Test func `A blob that leaves makes room`() throws {
    let desk = try RunningBlobs(in: directory) { $0.countPerNetworkMax = 1 }
    guard case .kept(let id, _, _) = desk.keep("a", network: 7) else {
      Issue.record("the first is kept")
      return
    }
    #expect(desk.delete([id], since: .max) == Deleted(count: 1, fault: nil))
    #expect(directory.files.isEmpty)
    #expect(isKept(desk.keep("b", network: 7)))
    desk.blobs.checkInvariants()
  }

  @Test(arguments: ["", "7", "0000000G", "0A1B2C3D", "0000000001", "-0000001", "+0000001", "00000007.1"])
  func `are in no file with another name`(ending: String) throws {
    let digits = String(repeating: "0", count: 62)
    #expect(BlobFileName("\(digits).png.g_1.00000007", in: "00")?.text == "\(digits).png.g_1.00000007")
    #expect(BlobFileName("\(digits).png.g_1.\(ending)", in: "00") == nil)
  }

  private func isKept(_ outcome: Blobs.Outcome) -> Bool {
    if case .kept = outcome { true } else { false }
  }
}
