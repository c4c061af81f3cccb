import ArgumentParser
import Server
import Store
import Synchronization

/// What `serve` starts with, and takes on while it runs.
struct ServeSettings {
  var server = Configuration()
  var tables = SQLiteTables.Limits()

  /// The server's, as a number among others.
  var port: Int {
    get { Int(server.port) }
    set { server.port = UInt16(clamping: newValue) }
  }
}

/// A setting that is a number: its bounds, and what it sets.
struct Amount: Sendable {
  typealias Place = any WritableKeyPath<ServeSettings, Int> & Sendable

  static let megabyte = 1024 * 1024

  /// Each is entered where it is declared as an option, which says what it is and sets once.
  fileprivate static let declared = Mutex<[Setting: Amount]>([:])

  let range: ClosedRange<Int>
  let place: Place
  let unit: Int
}

extension Option where Value == Int {
  /// Declares a setting that is a number.
  ///
  /// - Parameters:
  ///   - unit: how much one of it is in its place.
  ///   - usual: what it is where nobody sets it; nil: what its place has.
  init(
    _ setting: Setting, _ place: Amount.Place, _ range: ClosedRange<Int>, of unit: Int = 1, usual: Int? = nil,
    _ help: String, _ valueName: String = "count"
  ) {
    Amount.declared.withLock { $0[setting] = Amount(range: range, place: place, unit: unit) }
    let value =
      Environment.number(setting, in: range) ?? usual ?? ServeSettings()[keyPath: place] / unit
    // A negative number is out of range, and no flag.
    self.init(
      wrappedValue: value, name: .customLong(setting.name), parsing: .unconditional,
      help: ArgumentHelp("\(help) (default: \(value))", valueName: valueName),
      transform: { try Numeral.read($0, of: range) })
  }
}

extension ParsableArguments {
  /// Its numbers, found by the names of its properties, as ArgumentParser finds them: none can be left out.
  private var amounts: [(setting: Setting, amount: Amount, value: Int)] {
    Mirror(reflecting: self).children.compactMap { name, value in
      guard let option = value as? Option<Int>,
        let setting = Setting(rawValue: String((name ?? "").dropFirst())),
        let amount = Amount.declared.withLock({ $0[setting] })
      else { return nil }
      return (setting, amount, option.wrappedValue)
    }
  }

  /// What is wrong with numbers of flags; what comes from elsewhere was checked where it was read.
  var mistakesInAmounts: [String] {
    amounts.filter { !$0.amount.range.contains($0.value) }.map { setting, amount, value in
      "\(setting.flag) must be \(amount.range.lowerBound) to \(amount.range.upperBound), not \(value)"
    }
  }

  func setAmounts(in settings: inout ServeSettings) {
    for (_, amount, value) in amounts { settings[keyPath: amount.place] = value * amount.unit }
  }
}
