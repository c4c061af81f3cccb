/// A position of cells and columns in one piece of memory, with what is kept up to date about it: 272 bytes in
/// FreeCell.
///
///     hash 16 | value 4 | cells used 1 | empty columns 1 | 2 | lengths 12 | dealt 12 | cells 8 | home 4 | where 52 |
/// columns
///
/// `dealt` counts the cards of a column that lie where they lay when the search began.
struct CellsState {
  static let noCard: UInt8 = 0xFF
  /// Where a card is that is in no column.
  static let inCell: UInt8 = 100
  static let isHome: UInt8 = 101
  static let headSize = 112

  let bytes: UnsafeMutablePointer<UInt8>

  @inline(__always)
  private var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bytes) }

  var hash: UInt128 {
    @inline(__always) get { raw.load(as: UInt128.self) }
    @inline(__always) nonmutating set { raw.storeBytes(of: newValue, as: UInt128.self) }
  }

  /// What of the value is kept up to date.
  var value: Int32 {
    @inline(__always) get { raw.load(fromByteOffset: 16, as: Int32.self) }
    @inline(__always) nonmutating set { raw.storeBytes(of: newValue, toByteOffset: 16, as: Int32.self) }
  }

  var cellsUsed: UInt8 {
    @inline(__always) get { bytes[20] }
    @inline(__always) nonmutating set { bytes[20] = newValue }
  }

  var emptyColumns: UInt8 {
    @inline(__always) get { bytes[21] }
    @inline(__always) nonmutating set { bytes[21] = newValue }
  }

  @inline(__always) var lengths: UnsafeMutablePointer<UInt8> { bytes + 24 }
  @inline(__always) var dealt: UnsafeMutablePointer<UInt8> { bytes + 36 }
  @inline(__always) var cells: UnsafeMutablePointer<UInt8> { bytes + 48 }
  /// By suit, how many cards are home.
  @inline(__always) var home: UnsafeMutablePointer<UInt8> { bytes + 56 }
  /// By card: its column, or where else it is.
  @inline(__always) var places: UnsafeMutablePointer<UInt8> { bytes + 60 }

  /// Is from now on as the other one is.
  ///
  /// - Parameter size: of both, in bytes.
  @inline(__always)
  func become(_ other: CellsState, _ size: Int) { raw.copyMemory(from: other.bytes, byteCount: size) }

  @inline(__always)
  func column(_ index: Int, _ stride: Int) -> UnsafeMutablePointer<UInt8> {
    bytes + Self.headSize + index &* stride
  }

  @inline(__always)
  var isWon: Bool { home[0] &+ home[1] &+ home[2] &+ home[3] == 52 }
}

/// A move of the kernel.
struct CellsMove: BitwiseCopyable {
  /// Columns are told by their numbers, cells from 16 on, and 32 is the foundation of a card's suit.
  static let firstCell = 16
  static let home = 32

  let from: UInt8
  let to: UInt8
  let count: UInt8

  @inline(__always)
  init(_ from: Int, _ to: Int, _ count: Int) {
    self.from = UInt8(truncatingIfNeeded: from)
    self.to = UInt8(truncatingIfNeeded: to)
    self.count = UInt8(truncatingIfNeeded: count)
  }
}
