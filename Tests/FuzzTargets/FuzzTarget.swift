/// One thing that reads what strangers send, and what has to hold for it whatever they send.
///
/// The same functions run in two places: under libFuzzer, which looks for inputs that break them (`make fuzz`), and in
/// `make test`, with the inputs kept in Tests/Fixtures/fuzz/NAME.
package struct FuzzTarget: Sendable {
  /// As its folder is named.
  package let name: String
  /// - Throws: the property that did not hold. A crash is a finding too.
  package let check: @Sendable (UnsafeRawBufferPointer) throws(Broken) -> Void

  package static let all: [FuzzTarget] = [
    FuzzTarget(name: "heads", check: checkHeads),
    FuzzTarget(name: "chunks", check: checkChunks),
    FuzzTarget(name: "offers", check: checkOffers),
    FuzzTarget(name: "frames", check: checkFrames),
    FuzzTarget(name: "inflate", check: checkInflate),
    FuzzTarget(name: "json", check: checkJSON),
    FuzzTarget(name: "messages", check: checkMessages),
    FuzzTarget(name: "records", check: checkRecords),
    FuzzTarget(name: "boards", check: checkBoard),
  ]

  /// Has a defect, so that it can be seen that defects are found; not among `all`.
  package static let control = FuzzTarget(name: "control", check: checkControl)

  package static func named(_ name: String) -> FuzzTarget? {
    ([control] + all).first { $0.name == name }
  }

  package func check(_ bytes: [UInt8]) throws(Broken) {
    // Typed throws do not pass through every closure of the library.
    let result = bytes.withUnsafeBytes { input -> Result<Void, Broken> in
      Result { () throws(Broken) in try check(input) }
    }
    try result.get()
  }
}
