extension Peer {
  /// Where somebody is, and no closer: an IPv4 address without its last part, an IPv6 address without what a
  /// provider gives out. This machine's own programs are named as they are.
  package var network: String {
    switch self {
    case .unix: "unix"
    case .host(let address) where address.isLoopback: "this machine"
    case .host(let address): address.network
    }
  }
}

extension IPAddress {
  fileprivate var network: String {
    if isV4 { return description.split(separator: ".").dropLast().joined(separator: ".") + ".0/24" }
    return "\(IPAddress(high: high & 0xFFFF_FFFF_FFFF_0000, low: 0))/48"
  }
}
