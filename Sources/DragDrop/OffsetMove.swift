/// Reordering by offsets, as lists with an edit mode ask for it.
extension Array {
  /// Moves the elements at `offsets`, keeping their order, in front of the element at `target`. All
  /// offsets, the target too, are those *before* the move:
  ///
  ///     var list = ["A", "B", "C", "D"]
  ///     try list.move(fromOffsets: [0, 3], toOffset: 2)  // ["B", "A", "D", "C"]
  ///
  /// - Throws: `offsetOutOfRange` under the strict policy, with nothing changed; a forgiving move
  ///   does nothing then.
  public mutating func move(
    fromOffsets offsets: [Int], toOffset target: Int, policy: ReorderPolicy = .strict
  ) throws(ReorderError) {
    guard target >= 0, target <= count, offsets.allSatisfy({ indices.contains($0) }) else {
      if policy == .strict { throw .offsetOutOfRange }
      return
    }
    var front: [Element] = []
    var moved: [Element] = []
    var back: [Element] = []
    for index in indices {
      if offsets.contains(index) {
        moved.append(self[index])
      } else if index < target {
        front.append(self[index])
      } else {
        back.append(self[index])
      }
    }
    self = front + moved + back
  }
}
