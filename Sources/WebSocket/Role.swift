/// Which end of the connection we are. The client masks what it sends and the server does not (RFC
/// 6455 §5.1).
package enum Role: Sendable, Equatable {
  case server, client
}
