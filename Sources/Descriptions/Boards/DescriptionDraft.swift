import Boards

/// A description while it is read. What refers to something else stands here with its place, to be looked up when
/// everything is known.
struct DescriptionDraft {
  typealias Located = DescriptionReader.Located

  struct Collection {
    var id: Located<String>?
    var capacity: Located<Int>?
    var drop: Located<BoardDescription.Drop>?
    var accepts: Located<Bool>?
  }

  struct Item {
    var place: Located<String>?
  }

  struct Move {
    var from: [Located<String>] = []
    var to: [Located<String>] = []
    var tags: [Located<String>] = []
    var who: [Located<Int>] = []
  }

  var board = BoardDescription(title: "")
  var name: Located<String>?
  /// In step with those of the board.
  var collections: [Collection] = []
  var items: [Item] = []
  var moves: [Move] = []
}
