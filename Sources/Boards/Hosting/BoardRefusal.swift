import DragDrop

/// Why something is not done on a board; each case is a word of the protocol.
package enum BoardRefusal: String, Error, Hashable, Sendable, CaseIterable {
  case noSuchItem
  case noSuchPlace
  case noSuchDrag
  /// The drag is somebody else's.
  case notYours
  /// Somebody else drags it.
  case inUse
  case alreadyDragging
  case notDraggable
  case disabled
  case notEditing
  case tooMany
  case notAllowedThere
  case full
  case faceDown
  case oneOnly
  case otherOperation
  case cancelled
  case declined
  case vanished
  /// The item in front of which it was to go is not there.
  case badPlace
  case unreadable
  case tooLarge
  case notAButton
  case nothingToUndo
  case nothingToRedo
  /// A mistake in the board: no item was harmed.
  case brokenBoard
}

extension BoardRefusal {
  init(_ error: DragError) {
    switch error {
    case .unknownItem: self = .noSuchItem
    case .notDraggable: self = .notDraggable
    case .disabled: self = .disabled
    case .itemInUse: self = .inUse
    case .playerBusy: self = .alreadyDragging
    case .tooManyItems: self = .tooMany
    case .unknownSession: self = .noSuchDrag
    case .foreignSession: self = .notYours
    case .unknownRegion: self = .noSuchPlace
    }
  }

  init(_ refusal: DropRefusal) {
    switch refusal {
    case .forbidden(let reason):
      switch Reason(rawValue: reason) {
      case .full: self = .full
      case .faceDown: self = .faceDown
      case .oneOnly: self = .oneOnly
      case .otherOperation: self = .otherOperation
      case .notAllowedThere, nil: self = .notAllowedThere
      }
    case .cancelled: self = .cancelled
    case .disabled: self = .disabled
    case .notEditing: self = .notEditing
    case .actionDeclined: self = .declined
    case .conservationBroken, .itemNotUnique: self = .brokenBoard
    case .itemVanished: self = .vanished
    case .itemInUse: self = .inUse
    case .unknownItem: self = .noSuchItem
    case .unknownRegion: self = .noSuchPlace
    case .badDestination: self = .badPlace
    case .notTransferred(.tooLarge): self = .tooLarge
    case .notTransferred(.unreadable): self = .unreadable
    }
  }
}
