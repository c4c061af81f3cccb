/// A part of a board's declaration. Promise: its modifiers leave it as it is and return a changed copy.
protocol Declared {}

extension Declared {
  func with(_ change: (inout Self) -> Void) -> Self {
    var changed = self
    change(&changed)
    return changed
  }
}

extension Board: Declared {}
extension Region: Declared {}
extension ForEach: Declared {}
extension ItemView: Declared {}
