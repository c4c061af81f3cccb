/// What a screen reader says, with places for what is known only then: "{title}, {count} of {capacity}".
package struct DescribedLabel: Hashable, Sendable {
  /// What can be filled in.
  package enum Blank: String, Hashable, Sendable, CaseIterable {
    // Of an item.
    case text, detail, symbol, collection
    // Of a collection.
    case title, count, capacity
  }

  private enum Part: Hashable, Sendable {
    case words(String)
    case blank(Blank)
  }

  /// Why a text is no label.
  package enum Mistake: Error, Hashable, Sendable {
    /// A brace without its other half.
    case openBrace
    /// There is nothing of that name to be filled in here.
    case unknownBlank(String)
  }

  private let parts: [Part]

  /// - Parameter blanks: those that it may have.
  package init(_ text: String, with blanks: [Blank]) throws(Mistake) {
    var parts: [Part] = []
    var rest = Substring(text)
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else { throw .openBrace }
      let name = String(rest[rest.index(after: brace)..<end])
      guard !name.contains("{") else { throw .openBrace }
      guard let blank = blanks.first(where: { $0.rawValue == name }) else { throw .unknownBlank(name) }
      if brace > rest.startIndex { parts.append(.words(String(rest[..<brace]))) }
      parts.append(.blank(blank))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.words(String(rest))) }
    self.parts = parts
  }

  private init(_ parts: [Part]) {
    self.parts = parts
  }

  package static let itemBlanks: [Blank] = [.text, .detail, .symbol, .collection]
  package static let collectionBlanks: [Blank] = [.title, .count]
  package static let limitedBlanks: [Blank] = [.title, .count, .capacity]

  package static let usualItem = Self([.blank(.text)])
  package static let usualCollection = Self([.blank(.title), .words(", "), .blank(.count)])
  package static let usualLimited = Self([
    .blank(.title), .words(", "), .blank(.count), .words(" of "), .blank(.capacity),
  ])

  package func filled(_ value: (Blank) -> String) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .blank(let blank): value(blank)
      }
    }.joined()
  }

  /// As it was written.
  package var text: String { filled { "{\($0.rawValue)}" } }
}
