/// What a program of somebody's may do.
struct Scopes: OptionSet, Sendable {
  let rawValue: Int

  static let play = Scopes(rawValue: 1)
  static let watch = Scopes(rawValue: 2)

  private static let names: [(name: String, scope: Scopes)] = [("play", .play), ("watch", .watch)]

  init(rawValue: Int) { self.rawValue = rawValue }

  /// - Returns: nil where a word is none of them, or there is none.
  init?(names: [String]) {
    var scopes: Scopes = []
    for name in names {
      guard let scope = Self.names.first(where: { $0.name == name })?.scope else { return nil }
      scopes.insert(scope)
    }
    guard !scopes.isEmpty else { return nil }
    self = scopes
  }

  var names: [String] { Self.names.filter { contains($0.scope) }.map(\.name) }
}
