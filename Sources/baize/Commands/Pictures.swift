import Boards
import Foundation
import Player

/// Two small pictures that a bot has at hand for boards that take some.
enum Pictures {
  /// One pixel each, in base64.
  private static let samples = [
    (
      type: "image/png", fileName: "cat.png",
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ),
    (type: "image/gif", fileName: "dog.gif", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  ]

  /// What the server keeps of them; none where the board has no use for pictures.
  static func kept(for board: String, by client: PlayerClient) throws(PlayerFailure) -> [Picture] {
    let regions = BoardCatalogue.kind(named: board)?.live(seed: 0).regions ?? []
    let takes = Set(regions.flatMap(\.takes))
    var kept: [Picture] = []
    for (type, fileName, text) in samples where takes.contains(type) {
      guard let bytes = Data(base64Encoded: text) else { continue }
      kept.append(Picture(type: type, blob: try client.upload(Array(bytes)), fileName: fileName))
    }
    return kept
  }
}
