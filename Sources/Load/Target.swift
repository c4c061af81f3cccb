/// Where the connections of a load go: an IPv4 address and a port, with a prefix for paths.
///
///     try Target("ws://127.0.0.1:8080/lab")  // prefix "/lab"
package struct Target: Equatable, Sendable {
  /// As four bytes.
  package let address: [UInt8]
  package let port: UInt16
  package let prefix: String

  package init(address: [UInt8] = [127, 0, 0, 1], port: UInt16, prefix: String = "") {
    precondition(address.count == 4, "an IPv4 address has four bytes")
    self.address = address
    self.port = port
    self.prefix = prefix
  }

  package init(_ text: String) throws(LoadFailure) {
    guard text.hasPrefix("ws://") else { throw .badAddress(text) }
    let rest = text.dropFirst(5)
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    let parts = rest[..<end].split(separator: ":", omittingEmptySubsequences: false)
    let name = parts[0] == "localhost" ? "127.0.0.1" : parts[0]
    let bytes = name.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
    guard bytes.count == 4, parts.count == 2, let port = UInt16(parts[1]), port > 0 else {
      throw .badAddress(text)
    }
    let path = rest[end...]
    self.init(address: bytes, port: port, prefix: path == "/" ? "" : String(path))
  }

  package var place: String { "\(address.map(String.init).joined(separator: ".")):\(port)" }

  package func with(prefix: String) -> Target { Target(address: address, port: port, prefix: prefix) }
}
