/// Why not. A closed list: each case has a name for the wire, text for people is made at the edge.
public enum Refusal: UInt8, Error, Hashable, Sendable, CaseIterable {
  // Raw values travel through DropConfiguration as reason codes; 0 there means "no reason given".

  // The cards do not fit.
  case notNextRank = 1
  case sameColour
  case otherColour
  case wrongSuit
  case needsKing
  case needsAce
  case needsBase
  case oneCardOnly
  case full

  // The cards cannot be had.
  case faceDown
  case notTop
  case notARun
  case tooMany
  case staysThere
  case nothingThere
  case inUse

  // The place will not do.
  case samePile
  case noSuchPile
  case notAllowedThere
  case noFoundationTakesIt

  // Not now.
  case noPassesLeft
  case notYetOpen
  case cannotFinish
  case nothingToUndo
  case nothingToRedo
  case gameOver

  // Not you, or not this drag.
  case notYours
  case alreadyDragging
  case noSuchDrag
  case vanished
  case declined

  // The cards do not fit, or cannot be had: further words.
  case closed
  case sameSuit
  case noPair
  case covered
  case needsCompleteRun
  case outOfReach
  case columnEmpty

  public var wireName: StaticString {
    switch self {
    case .notNextRank: "notNextRank"
    case .sameColour: "sameColour"
    case .otherColour: "otherColour"
    case .wrongSuit: "wrongSuit"
    case .needsKing: "needsKing"
    case .needsAce: "needsAce"
    case .needsBase: "needsBase"
    case .oneCardOnly: "oneCardOnly"
    case .full: "full"
    case .faceDown: "faceDown"
    case .notTop: "notTop"
    case .notARun: "notARun"
    case .tooMany: "tooMany"
    case .staysThere: "staysThere"
    case .nothingThere: "nothingThere"
    case .inUse: "inUse"
    case .samePile: "samePile"
    case .noSuchPile: "noSuchPile"
    case .notAllowedThere: "notAllowedThere"
    case .noFoundationTakesIt: "noFoundationTakesIt"
    case .noPassesLeft: "noPassesLeft"
    case .notYetOpen: "notYetOpen"
    case .cannotFinish: "cannotFinish"
    case .nothingToUndo: "nothingToUndo"
    case .nothingToRedo: "nothingToRedo"
    case .gameOver: "gameOver"
    case .notYours: "notYours"
    case .alreadyDragging: "alreadyDragging"
    case .noSuchDrag: "noSuchDrag"
    case .vanished: "vanished"
    case .declined: "declined"
    case .closed: "closed"
    case .sameSuit: "sameSuit"
    case .noPair: "noPair"
    case .covered: "covered"
    case .needsCompleteRun: "needsCompleteRun"
    case .outOfReach: "outOfReach"
    case .columnEmpty: "columnEmpty"
    }
  }
}
