import JSON

extension Reaction {
  static var form: Choice<Reaction> { Choice { "there is no reaction \"\($0)\"" } }
}

extension ReportReason {
  static var form: Choice<ReportReason> {
    Choice { _ in "\"why\" must be \"insult\", \"spam\", \"cheating\" or \"other\"" }
  }
}

/// `[number, seat, id, name, text]`
struct LineRow: Row {
  typealias Value = LineTold

  func coded<C: RowCoder>(_ line: LineTold?, by c: inout C) throws(C.Failure) -> LineTold {
    LineTold(
      number: try c.element(Whole(), line?.number), seat: try c.element(Whole(), line?.seat),
      id: try c.element(Text(), line?.id),
      name: try c.element(Text(upTo: WireLimits.nameBytesMax), line?.name),
      text: try c.element(Text(upTo: WireLimits.sayBytesMax), line?.text))
  }
}

extension ReactionsTold: Coded {
  static func coded<C: Coder>(_ told: Self?, by c: inout C) throws(C.Failure) -> Self {
    var reactions = Self(list: try c.field("list", List(of: OneRow(), 0...256), told?.list))
    let sum = try c.field("sum", Object<Sum>(), told.map(Sum.init))
    for what in Reaction.allCases { reactions[what] = sum.told[what] }
    return reactions
  }

  /// `[seat, what]`
  private struct OneRow: Row {
    typealias Value = One

    func coded<C: RowCoder>(_ one: One?, by c: inout C) throws(C.Failure) -> One {
      One(seat: try c.element(Whole(), one?.seat), what: try c.element(ReactionElement(), one?.what))
    }
  }

  /// `{"clap":12}`: only what was said.
  private struct Sum: Coded {
    var told: ReactionsTold

    static func coded<C: Coder>(_ sum: Self?, by c: inout C) throws(C.Failure) -> Self {
      var told = ReactionsTold()
      for what in Reaction.allCases {
        told[what] = try c.field(what.rawValue, Whole(), sum?.told[what], unless: 0)
      }
      return Self(told: told)
    }
  }
}

/// A reaction among the elements of a row.
private struct ReactionElement: ElementForm {
  func read(from reader: inout JSONReader) throws(JSONError) -> Reaction {
    guard let what = Reaction(rawValue: try Text().read(from: &reader)) else { throw reader.unexpected }
    return what
  }

  func write(_ what: Reaction, to json: inout JSONWriter) { json.value(what.rawValue) }

  func describe(to schema: inout JSONWriter) -> Reaction { Reaction.form.describe(to: &schema) }
}
