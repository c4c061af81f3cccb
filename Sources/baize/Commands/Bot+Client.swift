import Foundation
import Player

extension Bot {
  /// A connection to the server, under the name that the bot has there.
  func client(
    to address: ServerAddress, wantsDests: Bool = true, wantsDrag: Bool = false
  ) throws(PlayerFailure) -> PlayerClient {
    try PlayerClient(
      address, name: name, token: keyFile.flatMap(Self.key), wantsDests: wantsDests, wantsDrag: wantsDrag,
      inflates: !noCompression)
  }

  /// The key that a file holds; nil where it holds none.
  static func key(in path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 4_097),
      data.count <= 4_096
    else { return nil }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.hasPrefix("b1.") && !text.contains(where: \.isWhitespace) ? text : nil
  }
}
