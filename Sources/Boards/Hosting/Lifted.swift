package import DragDrop

/// A drag that has begun.
package struct Lifted: Hashable, Sendable {
  /// An item and where it may be dropped.
  package struct Possibilities: Hashable, Sendable {
    package internal(set) var handle: Int
    package let places: [String]
    /// Items that take the drop themselves.
    package let onto: [Int]

    package init(handle: Int, places: [String], onto: [Int]) {
      self.handle = handle
      self.places = places
      self.onto = onto
    }
  }

  package let session: UInt32
  package let handles: [Int]
  /// Which of them is under the pointer.
  package let index: Int
  package let formation: DragDropPreviewsFormation
  package let possibilities: Possibilities

  package init(
    session: UInt32, handles: [Int], index: Int, formation: DragDropPreviewsFormation,
    possibilities: Possibilities
  ) {
    self.session = session
    self.handles = handles
    self.index = index
    self.formation = formation
    self.possibilities = possibilities
  }
}
