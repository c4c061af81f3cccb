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
  /// As `BoardEngine.forgetSteps`.
  mutating func forgetSteps()
  /// What it takes in memory, in bytes, as far as it grows with what is done, without what undo and redo would bring
  /// back; and that.
  var byteCount: Int { get }
  var stepsByteCount: Int { get }

  // MARK: as bytes

  /// All of it but live drags and what undo would bring back: for `AnyBoardKind.live(seed:restoring:undoMax:)`.
  func write(into bytes: inout [UInt8])

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
