/// How large a picture says that it is, in pixels: what a browser needs room for that shows all of its parts.
struct PictureSize: Equatable {
  private(set) var width = 0
  private(set) var height = 0

  /// A part of it says so.
  ///
  /// - Returns: false where a part has no pixels at all.
  mutating func cover(_ width: Int?, _ height: Int?) -> Bool {
    guard let width, let height, width > 0, height > 0 else { return false }
    self.width = max(self.width, width)
    self.height = max(self.height, height)
    return true
  }

  func fits(_ limits: Blobs.Limits) -> Bool {
    max(width, height) <= limits.pixelsPerSideMax && width * height <= limits.pixelsMax
  }
}
