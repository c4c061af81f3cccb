/// A region of one board. ``Board/region(named:)`` finds it by its name, ``BoardEngine/region(of:)`` by what it shows.
public struct RegionID: Hashable, Sendable {
  static var countMax: Int { Int(UInt8.max) }

  private let number: UInt8

  package init(_ index: Int) {
    number = UInt8(index)
  }

  /// Where it stands in ``Board/regions``.
  public var index: Int { Int(number) }
}

/// A run of one region, by its place among that region's runs.
public struct RunID: Hashable, Sendable {
  static var countMax: Int { Int(UInt16.max) }

  private let number: UInt16

  /// - Parameter index: from 0, in the order in which the region declares its runs.
  public init(_ index: Int) {
    number = UInt16(index)
  }

  /// The only one of most regions.
  public static var first: RunID { RunID(0) }

  /// Where it stands among the runs of its region.
  public var index: Int { Int(number) }
}
