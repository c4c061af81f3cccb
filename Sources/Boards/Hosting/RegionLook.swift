package import DragDrop

/// How a client lays out a region of a board: what SwiftUI says with the container around a `ForEach`.
package enum Layout: String, Hashable, Sendable, CaseIterable {
  /// Side by side.
  case row
  /// One below the other.
  case list
  /// A list whose items show their fields in columns where there is room.
  case table
  /// Wrapping, in two dimensions.
  case grid
  /// Playing cards: a fan for each run, side by side.
  case piles
  /// A list for each run, side by side.
  case columns
  /// An area to drop things on, which shows what it holds.
  case area
  /// No items; the title is the text.
  case text
  /// Items as buttons, one of which is selected.
  case choice
}

/// What a region looks like, beside what it does.
package struct RegionLook<Model: BoardModel>: Sendable {
  package var layout: Layout
  /// A heading that everybody sees; empty for none. It may change with the model.
  package var title: @Sendable (Model) -> String
  /// What is written where there is nothing.
  package var empty: String
  /// Headings of the runs, in order; runs without one have none.
  package var runTitles: [String]
  /// How many items each run takes at most, in order.
  package var capacities: [Int?]
  /// Runs, by index, in which order does not matter, whatever may be said about where in them to drop.
  package var unordered: Set<Int> = []
  /// It scrolls by itself while something is dragged near its edge.
  package var scrolls: Bool

  package init(
    _ layout: Layout, title: @escaping @Sendable (Model) -> String, empty: String = "",
    runTitles: [String] = [], capacities: [Int?] = [], scrolls: Bool = false
  ) {
    self.layout = layout
    self.title = title
    self.empty = empty
    self.runTitles = runTitles
    self.capacities = capacities
    self.scrolls = scrolls
  }

  package init(
    _ layout: Layout, title: String = "", empty: String = "", runTitles: [String] = [],
    capacities: [Int?] = [], scrolls: Bool = false
  ) {
    self.init(
      layout, title: { _ in title }, empty: empty, runTitles: runTitles, capacities: capacities,
      scrolls: scrolls)
  }
}
