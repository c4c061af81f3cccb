/// What makes a position of cells and columns look far from its end. Found by trying: nothing but the order of a search
/// depends on them.
struct CellsWeights: Hashable {
  /// Each card that is not on its foundation.
  var home = 20
  /// Each card over the next one of a suit, and over the one after that.
  var depth = 10
  var depthOfSecond = 3
  /// Each card over a lower one of its suit.
  var inversion = 10
  /// Each dealt card that does not lie rightly.
  var wrong = 6
  /// Each card in a cell, and by their square.
  var cell = 4
  var cellSquared = 2
  /// Each empty column, which is good.
  var emptyColumn = 10
  /// Each dealt card that has not moved.
  var dealt = 2
  /// Each king that was dealt to the bottom of a column and lies there, which is good.
  var kingAtBottom = 0
  /// Where one, two or three cards can be moved at once.
  var roomForOne = 20
  var roomForTwo = 8
  var roomForThree = 0
  /// Each card over one lower than it.
  var low = 0
  /// Sixteenths for each card over a low one, by how much lower than `buriedRank` that is.
  var buried = 0
  var buriedRank = 0
  /// A move that lays bare what is due, which is good.
  var bonus = 0
}

extension CellsWeights {
  /// Found by random climbing on other deals than those that are counted with: for 250 expansions and for more.
  static let first = CellsWeights(
    home: 14, depth: 7, depthOfSecond: 0, inversion: 7, wrong: 10, cell: 14, cellSquared: 4, emptyColumn: 19,
    dealt: 0,
    kingAtBottom: 32, roomForOne: 24, roomForTwo: 18, roomForThree: 2, low: 17, buried: 15, buriedRank: 4,
    bonus: 3)
  static let quick = CellsWeights(
    home: 19, depth: 11, depthOfSecond: 3, inversion: 9, wrong: 10, cell: 14, cellSquared: 2,
    emptyColumn: 11, dealt: 1,
    kingAtBottom: 32, roomForOne: 31, roomForTwo: 16, roomForThree: 0, low: 1, buried: 6, buriedRank: 4,
    bonus: 7)
  static let patient = CellsWeights(
    home: 22, depth: 14, depthOfSecond: 2, inversion: 1, wrong: 5, cell: 4, cellSquared: 4, emptyColumn: 0,
    dealt: 0,
    kingAtBottom: 17, roomForOne: 39, roomForTwo: 10, roomForThree: 0, low: 5, buried: 11, buriedRank: 4,
    bonus: 10)
  static let thorough = CellsWeights(
    home: 18, depth: 11, depthOfSecond: 3, inversion: 10, wrong: 6, cell: 0, cellSquared: 2, emptyColumn: 3,
    dealt: 2,
    kingAtBottom: 32, roomForOne: 40, roomForTwo: 12, roomForThree: 0, low: 2, buried: 0, buriedRank: 0,
    bonus: 0)
}
