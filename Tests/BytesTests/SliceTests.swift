import TestDice
import Testing

@Suite struct `Slices of the tests` {
  // Tests/Tools/tests/test_slices.py has the same names.
  @Test(arguments: [("", 0), ("123456789", 6), ("RoomsTests/GameProperties.swift", 7), ("a könig", 3)])
  func `are those of the tools`(name: String, slice: Int) {
    #expect(Slice.number(of: name) == slice)
  }
}
