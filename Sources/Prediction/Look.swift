package import DragDrop

/// How a drag and the drop that may follow will look. Promise: it says what the server's board
/// declares; boards of patience declare one look for all their piles.
package struct Look: Equatable {
  /// How many cards travel.
  package let cards: UInt8
  /// While they are over no destination.
  package let drag: DragDropPreviewsFormation
  /// While they are over the pile that was asked for.
  package let drop: DragDropPreviewsFormation

  init(cards: Int) {
    self.cards = UInt8(truncatingIfNeeded: cards)
    drag = .stack
    drop = .stack
  }

  /// 0 0 0 0 0 0 0 0 | cards | drop | drag
  package var packed: UInt32 {
    UInt32(cards) << 16 | UInt32(drop.rawValue) << 8 | UInt32(drag.rawValue)
  }
}
