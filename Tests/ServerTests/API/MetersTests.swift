import Testing

@testable import Server

@Suite struct `What is counted` {
  @Test func `is summed over loops, each with its latest figures`() {
    let meters = Meters(loops: 3)
    var counters = Counters()
    counters.accepted = 5
    counters.refuse(.address)
    meters.show(counters, of: 0)
    counters.accepted = 7
    counters.close(.goingAway, .shared)
    meters.show(counters, of: 0)
    meters.show(counters, of: 2)
    let sum = meters.sum
    #expect(sum.accepted == 14)
    #expect(sum.refused == [0, 2])
    #expect(sum.closes(.shared).first { $0.code == 1001 }?.count == 2)
    #expect(sum.closes(.plain).allSatisfy { $0.count == 0 })
  }

  @Test func `Close codes have few series, whatever peers send`() {
    var counters = Counters()
    for code in 3000...4999 as ClosedRange<UInt16> { counters.close(.init(code), .alone) }
    let closes = counters.closes(.alone)
    #expect(closes.count == Counters.codes.count + 1)
    #expect(closes.reduce(0) { $0 + $1.count } == 2000)
    #expect(closes.last?.code == nil && (closes.last?.count ?? 0) > 1900)
    #expect(Set(Counters.codes).count == Counters.codes.count)
  }

  @Test func `is written as Prometheus reads it`() throws {
    var counters = Counters()
    counters.accepted = 9
    counters.gone = 4
    counters.bytesOut = 1 << 40
    counters.conversations = 2
    counters.refuse(.full)
    counters.close(.normal, .plain)
    counters.close(.init(4999), .shared)
    var figures = Figures()
    figures.sum = counters
    figures.addresses = 3
    figures.uploadBytes = 17
    figures.unreadBytes = 18
    figures.version = "1.2.3"
    let text = String(decoding: MetricsText(figures).bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for expected in [
      "# TYPE baize_connections gauge", "baize_connections 5", "baize_addresses 3", "baize_conversations 2",
      "baize_connections_accepted_total 9", #"baize_connections_refused_total{reason="full"} 1"#,
      #"baize_connections_refused_total{reason="address"} 0"#, "baize_sent_bytes_total 1099511627776",
      #"baize_websockets_closed_total{mode="plain",code="1000"} 1"#,
      #"baize_websockets_closed_total{mode="shared",code="other"} 1"#, "baize_upload_bytes 17",
      "baize_unread_bytes 18",
      #"baize_info{version="1.2.3"} 1"#, #"baize_ack_seconds_bucket{le="0.0005"} 0"#,
    ] {
      #expect(lines.contains(Substring(expected)), "\(expected)")
    }
    _ = try PrometheusText(text)
  }
}
