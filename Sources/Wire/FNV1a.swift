/// FNV-1a, 32 bits. It tells apart values that nobody chose to be taken for one another, the same on every machine.
/// It stands beside what is hashed for each event: from another module its loop is not specialised (`baize-bench steps`
/// under callgrind: a fifteenth more for each move).
package struct FNV1a: Sendable {
  package private(set) var value: UInt32 = 0x811C_9DC5

  package init() {}

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 0x0100_0193 }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }
}
