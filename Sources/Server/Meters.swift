import Bytes
import Rooms
import Synchronization

/// What all loops have counted, as it is read by Prometheus.
/// Promise: reading costs no loop anything but one lock; figures of other loops are at most a second old.
final class Meters: Sendable {
  private let shown: Mutex<[Counters]>

  init(loops: Int) { shown = Mutex(Array(repeating: Counters(), count: loops)) }

  /// A loop's figures as they are now.
  func show(_ counters: Counters, of loop: Int) {
    shown.withLock { $0[loop] = counters }
  }

  var sum: Counters { shown.withLock { $0.reduce(Counters(), +) } }
}

/// Prometheus' text format, version 0.0.4: a family's help and type, then its samples.
struct MetricsText: Sendable {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind {
    case counter, gauge
  }

  private var out = ByteWriter(capacity: 4096)

  var bytes: [UInt8] { out.bytes }

  /// A family of one sample.
  mutating func add(_ name: StaticString, _ kind: Kind, _ help: StaticString, _ value: Int) {
    begin(name, kind, help)
    sample(name, [], value)
  }

  /// - Parameter help: in one line, without a backslash.
  mutating func begin(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
    out.append("# HELP ")
    out.append(name)
    out.append(" ")
    out.append(help)
    out.append("\n# TYPE ")
    out.append(name)
    out.append(kind == .counter ? " counter\n" : " gauge\n")
  }

  /// - Parameter labels: values without quotes, backslashes and line breaks.
  mutating func sample(_ name: StaticString, _ labels: [(StaticString, String)], _ value: Int) {
    out.append(name)
    for (index, (label, text)) in labels.enumerated() {
      out.append(index == 0 ? "{" : ",")
      out.append(label)
      out.append("=\"")
      out.append(text)
      out.append("\"")
    }
    out.append(labels.isEmpty ? " " : "} ")
    out.append(decimal: Int64(value))
    out.append("\n")
  }
}

extension MetricsText {
  /// Everything that is counted.
  init(_ sum: Counters, addresses: Int, uploadBytes: Int) {
    add("baize_connections", .gauge, "Connections that are open.", sum.accepted - sum.gone)
    add("baize_addresses", .gauge, "Addresses that have connections, as they are counted.", addresses)
    add("baize_connections_accepted_total", .counter, "Connections that were let in.", sum.accepted)
    add(
      "baize_conversations", .gauge, "Connections of which more is remembered than who is there.",
      sum.conversations)
    begin("baize_connections_refused_total", .counter, "Connections that were turned away, by reason.")
    for reason in Counters.Refusal.allCases {
      sample("baize_connections_refused_total", [("reason", "\(reason)")], sum.refused[reason.rawValue])
    }
    add("baize_requests_total", .counter, "Requests that were understood.", sum.requests)
    add("baize_websockets_opened_total", .counter, "Requests that became WebSockets.", sum.upgrades)
    begin(
      "baize_websockets_closed_total", .counter, "Ends of WebSockets, by how they were told and close code.")
    for mode in Counters.modes {
      for (code, count) in sum.closes(mode) {
        let code = code.map { String($0) } ?? "other"
        sample("baize_websockets_closed_total", [("mode", "\(mode)"), ("code", code)], count)
      }
    }
    add("baize_received_bytes_total", .counter, "Bytes that came from connections.", sum.bytesIn)
    add("baize_sent_bytes_total", .counter, "Bytes that went to connections.", sum.bytesOut)
    add("baize_upload_bytes", .gauge, "Memory that bodies of requests take now.", uploadBytes)
  }
}
