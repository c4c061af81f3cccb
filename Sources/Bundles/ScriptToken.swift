/// A word of a script: where it stands, and what may be left out before it.
struct ScriptToken {
  enum Kind {
    /// Keywords too, and `#private` names.
    case name
    case number
    case string
    /// A part of a template: up to its end, or up to an expression and from behind it.
    case template
    case regex
    /// One byte of an operator or a bracket.
    case mark
  }

  let kind: Kind
  let range: Range<Int>
  let line: Int
  /// How many brackets of any kind are open around it.
  let depth: Int
  /// Something blank, or a comment, stands before it; a line may have ended there, which can end a statement.
  let follows: Gap

  enum Gap { case nothing, space, line }
}
