import Testing

@testable import Server

@Suite struct `Shares of a loop's time` {
  @Test func `are kept to by a network that takes little, for ever`() {
    var shares = TimeShares()
    for second in 0..<100 as Range<Int64> {
      for move in 0..<10 as Range<Int64> {
        shares.charge(1, microseconds: 500, now: second * 1000 + move * 100)
        #expect(!shares.isBeyond(1, now: second * 1000 + move * 100))
      }
      shares.renew(now: second * 1000)
    }
  }

  @Test func `are passed by a network that takes much, until it has rested`() {
    var shares = TimeShares()
    shares.charge(1, microseconds: TimeShares.burst, now: 0)
    #expect(!shares.isBeyond(1, now: 0), "so much may be taken at once")
    shares.charge(1, microseconds: 5_000, now: 0)
    #expect(shares.isBeyond(1, now: 0) && !shares.isBeyond(2, now: 0))
    #expect(!shares.isBeyond(1, now: 5_000 * 1000 / shares.share))
    // However much it was, the rest is bounded.
    shares.charge(1, microseconds: 60_000_000, now: 100)
    #expect(!shares.isBeyond(1, now: 100 + TimeShares.burst * 1000 / shares.share))
  }

  @Test func `are smaller the more take any`() {
    var shares = TimeShares()
    let alone = shares.share
    for network in 1...100 as ClosedRange<UInt32> { shares.charge(network, microseconds: 10_000, now: 0) }
    shares.renew(now: 0)
    #expect(shares.share == TimeShares.sharedOut / 100)
    // They have all rested.
    shares.renew(now: 100_000)
    #expect(shares.share == alone)
  }

  @Test func `tell how many networks are beyond theirs`() {
    var shares = TimeShares()
    for network in 1...7 as ClosedRange<UInt32> {
      shares.charge(network, microseconds: TimeShares.burst + (network > 4 ? 1 : 0), now: 0)
    }
    shares.renew(now: 0)
    #expect(shares.countBeyond == 3)
    shares.renew(now: 1_000)
    #expect(shares.countBeyond == 0)
  }

  @Test func `The time of this machine's own programs is not counted`() {
    var shares = TimeShares()
    shares.charge(nil, microseconds: 60_000_000, now: 0)
    #expect(!shares.isBeyond(nil, now: 0))
  }
}
