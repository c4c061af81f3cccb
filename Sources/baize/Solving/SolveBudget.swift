/// The most that the search of one deal may take, as a command line says it.
enum SolveBudget: Sendable, Hashable {
  case positions(UInt64)
  case milliseconds(Int64)

  struct Fault: Error, CustomStringConvertible {
    let description = "it must be a number of positions (5000, 200k, 5M) or a time (500ms, 2s)"
  }

  static let usual = SolveBudget.positions(50_000_000)

  /// What a unit stands for. Longer ones come first: "ms" ends in "s".
  private static let units: [(text: String, factor: UInt64, isTime: Bool)] = [
    ("ms", 1, true), ("s", 1000, true), ("k", 1000, false), ("M", 1_000_000, false), ("", 1, false),
  ]

  init(text: String) throws {
    guard let unit = Self.units.first(where: { text.hasSuffix($0.text) }),
      let count = UInt64(text.dropLast(unit.text.count)),
      case (let amount, false) = count.multipliedReportingOverflow(by: unit.factor), amount < 1 << 50
    else { throw Fault() }
    self = unit.isTime ? .milliseconds(Int64(amount)) : .positions(amount)
  }

  var positions: UInt64 { if case .positions(let count) = self { count } else { .max } }
  var milliseconds: Int64? { if case .milliseconds(let count) = self { count } else { nil } }
}
