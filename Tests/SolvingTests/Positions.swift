import Patience
import Positions

/// A table that has no position in these rules.
struct HasNoPosition: Error {}

/// `#require` takes no value that cannot be copied.
func position(of table: Table, _ rules: CompiledRules) throws -> Position {
  guard let position = Position(table, of: rules) else { throw HasNoPosition() }
  return position
}
