/// The hash of all that is shown of a table, from which a client knows that it shows the same.
///
/// It is FNV-1a over one line: for each place its name, a colon, its items separated by commas, a semicolon; an item is
/// its handle, and if anything is to be seen of it `=` and that.
///
///     stock:51,50;waste:28=5H;f0:;…
package struct ViewHash: Sendable {
  private var hash = FNV1a()

  package init() {}

  package var value: UInt32 { hash.value }

  /// The next place.
  package mutating func add(_ place: String, _ items: [ItemTold]) {
    hash.add(place.utf8)
    hash.add(UInt8(ascii: ":"))
    for (index, item) in items.enumerated() {
      if index > 0 { hash.add(UInt8(ascii: ",")) }
      if item.handle < 0 { hash.add(UInt8(ascii: "-")) }
      add(item.handle.magnitude)
      guard let seen = item.hashed else { continue }
      hash.add(UInt8(ascii: "="))
      hash.add(seen.utf8)
    }
    hash.add(UInt8(ascii: ";"))
  }

  private mutating func add(_ number: UInt) {
    if number > 9 { add(number / 10) }
    hash.add(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
