import Boards
import Descriptions

/// A board that somebody describes. It is refused with problems that lie in the text, or read as something that,
/// written again, is not longer and reads the same.
func checkBoard(_ input: UnsafeRawBufferPointer) throws(Broken) {
  let text = Array(input)
  switch readBoard(text) {
  case .success(let board):
    let again = board.bytes
    try hold(again.count <= text.count, "a board is not written longer than it was read")
    try hold(readBoard(again) == .success(board), "what is written reads the same")
  case .failure(let error):
    try hold(!error.problems.isEmpty, "a refusal says why")
    try hold(error.problems.count <= DescriptionError.problemsMax, "a refusal keeps its limit")
    try hold(error.unlisted >= 0, "what is not listed is counted")
    for problem in error.problems {
      try hold(problem.line >= 1 && problem.column >= 1, "places count from 1")
      try hold(problem.line <= text.count + 1 && problem.column <= text.count + 1, "a place lies in the text")
      try hold(!problem.message.isEmpty && !problem.mend.isEmpty, "each problem comes with its mend")
    }
    let places = error.problems.map { ($0.line, $0.column) }
    try hold(
      zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "problems come in the order of the text")
  }
}

private func readBoard(_ text: [UInt8]) -> Result<BoardDescription, DescriptionError> {
  Result { () throws(DescriptionError) in try BoardDescription.read(text) }
}
