package import DragDrop

/// A board with its life, whatever its model: items go by handles, places by names. A value, so that an
/// earlier state can be kept.
///
/// Promise: a refused call changes nothing that is shown. Players are numbers, as in the engine.
package protocol LiveBoard: Sendable {
  var kind: String { get }
  var title: String { get }

  // MARK: what is shown

  func regions() -> [ShownRegion]
  /// The headings of regions alone: some follow a drag.
  func titles() -> [(name: String, title: String)]
  /// What a player has selected, in all regions.
  func selection(of player: UInt32) -> [Int]
  /// Whether a handle and a place of that name are here.
  func hasItem(_ handle: Int) -> Bool
  func hasPlace(_ name: String) -> Bool
  /// Everything that a player can lift, and where to.
  func possibilities(for player: UInt32) -> [Lifted.Possibilities]

  // MARK: drags

  /// Lifts an item with all that travels with it.
  mutating func lift(_ handle: Int, player: UInt32, tick: UInt32) throws(BoardRefusal) -> Lifted
  /// Moves a drag; what observers and springs change is kept.
  /// - Returns: How the items look there.
  mutating func hover(
    _ session: UInt32, player: UInt32, at aim: Aim?, tick: UInt32
  ) throws(BoardRefusal) -> DragDropPreviewsFormation
  mutating func drop(_ session: UInt32, player: UInt32, at aim: Aim) throws(BoardRefusal)
  /// Lifts and drops in one.
  /// - Returns: What was carried.
  mutating func move(_ handle: Int, player: UInt32, tick: UInt32, at aim: Aim) throws(BoardRefusal) -> [Int]
  /// What a live drag holds; nothing if there is no such drag.
  func handles(of session: UInt32) -> [Int]
  mutating func cancel(_ session: UInt32, player: UInt32)
  /// Ends the drags of a player.
  mutating func emptyHands(of player: UInt32)
  /// Ends all that a player is at: drags and editing.
  mutating func leave(_ player: UInt32)
  /// Whether any target springs.
  var springs: Bool { get }
  /// Springs what a resting drag has waited for.
  mutating func spring(tick: UInt32)
  /// What sprang since the last call, under whose drag: each is the tap that it stands for.
  mutating func takeSprung() -> [Sprung]

  // MARK: what is no drag

  /// A kind of data by its registered name; one that nobody knows is a kind of its own.
  func contentType(mimeType: String) -> ContentType
  /// Things from outside, each in all the ways in which it is offered.
  mutating func put(_ things: [[Payload]], player: UInt32, at aim: Aim) throws(BoardRefusal)
  mutating func press(_ place: String, player: UInt32) throws(BoardRefusal)
  mutating func tap(_ handle: Int, in place: String, player: UInt32) throws(BoardRefusal)
  mutating func setEditing(_ isOn: Bool, _ place: String, player: UInt32) throws(BoardRefusal)
  /// An item, with all that would travel with it, as data: nothing where the board gives none.
  func exported(_ handle: Int, player: UInt32) throws(BoardRefusal) -> [(handle: Int, ways: [Payload])]

  // MARK: undo

  var undoDepth: Int { get }
  var redoDepth: Int { get }
  mutating func undo() -> Bool
  mutating func redo() -> Bool

  // MARK: doing steps again

  /// As `BoardEngine.beginRepetition(takingBack:)`; what a step lifted is given by handles.
  mutating func beginRepetition(takingBack count: Int) -> Bool
  mutating func repeatStep(lifting handles: [Int])
  mutating func endRepetition()
}

/// A target that opened because a drag rested above it, as if it had been tapped.
package struct Sprung: Hashable, Sendable {
  package let player: UInt32
  package let place: String
  /// nil where a region is the button.
  package let handle: Int?
}

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

/// A region as everybody sees it.
package struct ShownRegion: Hashable, Sendable {
  package struct Button: Hashable, Sendable {
    package var label: String
    package var isEnabled: Bool
  }

  package struct Run: Hashable, Sendable {
    package var place: String
    package var title: String
    /// Its items can be lifted, by somebody at some time.
    package var isSource: Bool
    /// A drop says where among its items they go.
    package var isOrdered: Bool
    package var capacity: Int?
    package var items: [Item]
  }

  package struct Item: Hashable, Sendable {
    package var handle: Int
    /// nil: it lies face down.
    package var content: ItemContent?
  }

  package var name: String
  package var title: String
  package var label: String
  package var layout: Layout
  package var empty: String
  package var formation: DragDropPreviewsFormation
  package var dropFormation: DragDropPreviewsFormation
  package var button: Button?
  package var editMode: EditMode?
  /// Who edits it.
  package var editors: [UInt32]
  package var hasTaps: Bool
  /// Kinds of data that it takes from outside, as MIME types.
  package var takes: [String]
  package var gives: Bool
  package var scrolls: Bool
  package var preview: String
  package var runs: [Run]
}
