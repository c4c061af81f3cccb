package import DragDrop

/// What somebody points at.
package struct Aim: Hashable, Sendable {
  /// A collection or a region; empty: off all of them.
  package var place: String
  /// The item in front of which; nil for the end.
  package var before: Int?
  /// The item that takes the drop itself.
  package var onto: Int?
  /// Where in the place, 0…1 in both directions.
  package var location: Point
  package var preferred: DropOperation?

  package init(
    _ place: String, before: Int? = nil, onto: Int? = nil, at location: Point = .zero,
    preferring preferred: DropOperation? = nil
  ) {
    self.place = place
    self.before = before
    self.onto = onto
    self.location = location
    self.preferred = preferred
  }
}
