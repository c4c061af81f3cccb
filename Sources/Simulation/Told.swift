import Wire

/// A line of the server's, which is read once for all who are told it.
final class Told {
  let line: [UInt8]
  /// nil where it cannot be read.
  lazy var message = try? ServerMessage.read(line)

  init(_ line: [UInt8]) { self.line = line }
}
