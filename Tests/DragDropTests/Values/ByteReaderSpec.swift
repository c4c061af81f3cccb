import Testing

@testable import DragDrop

@Suite struct `A reader of bytes` {
  @Test func `reads what was written`() {
    var bytes: [UInt8] = []
    bytes.put(UInt64.max - 1)
    bytes.put(true)
    bytes.put(short: 300)
    var reader = ByteReader(bytes)
    #expect(reader.u64() == UInt64.max - 1)
    #expect(reader.truth() == true)
    #expect(!reader.isSpent)
    #expect(reader.short() == 300)
    #expect(reader.isSpent)
  }

  @Test func `gives zeros after the end, and says so`() {
    var reader = ByteReader([1, 2, 3])
    #expect(reader.u16() == 0x0201)
    #expect(reader.u16() == 0x0003, "what is there counts")
    #expect(reader.u64() == 0 && reader.rest().isEmpty && !reader.truth())
    #expect(!reader.isSpent)
  }
}

@Suite struct `A coder of bytes` {
  private struct Form: Equatable {
    var wide: UInt64 = 0
    var less: Int32 = 0
    var truths = [false, false, false]
    var number = 0
    var short: [UInt8] = []
    var long: [UInt8] = []
    var parts: [UInt16] = []
    var others: [UInt16] = []
    var perhaps: UInt8?

    mutating func code(by c: inout ByteCoder) {
      c.fixed(&wide)
      c.fixed(&less)
      c.truth(&truths[0])
      var (second, third) = (truths[1], truths[2])
      c.truths(&second, &third)
      (truths[1], truths[2]) = (second, third)
      c.number(&number)
      c.list(&short)
      c.longList(&long)
      c.few(&parts, 0) { $1.fixed(&$0) }
      c.many(&others, 0) { $1.fixed(&$0) }
      c.optional(&perhaps, 0) { $1.fixed(&$0) }
    }
  }

  private static let full = Form(
    wide: .max - 1, less: -2, truths: [true, false, true], number: 1 << 30, short: [1, 2], long: [3, 4, 5],
    parts: [6, 700], others: [8, 900, 10], perhaps: 11)

  private func bytes(of form: Form) -> [UInt8] {
    var (form, coder) = (form, ByteCoder())
    form.code(by: &coder)
    return coder.bytes
  }

  @Test(arguments: [Form(), full]) private func `reads what it wrote, over whatever there was`(form: Form) {
    for before in [Form(), Self.full] {
      var (read, coder) = (before, ByteCoder(reading: bytes(of: form)))
      read.code(by: &coder)
      #expect(read == form && coder.isSpent)
    }
  }

  @Test func `is broken by what is cut, and not spent where something is left`() {
    let whole = bytes(of: Self.full)
    for count in 0..<whole.count {
      var (form, coder) = (Form(), ByteCoder(reading: Array(whole.prefix(count))))
      form.code(by: &coder)
      #expect(coder.isBroken && !coder.isSpent)
    }
    var (form, coder) = (Form(), ByteCoder(reading: whole + [0]))
    form.code(by: &coder)
    #expect(!coder.isBroken && !coder.isSpent)
  }

  @Test func `takes no number that is too large, no count of more than is left, and no third truth`() {
    var coder = ByteCoder(reading: [1, 0, 0, 0x40])
    #expect(coder.number(0) == 0 && coder.isBroken)
    coder = ByteCoder(reading: [2, 0, 0, 0, 7, 7])
    #expect(coder.count(0) == 2)
    coder = ByteCoder(reading: [3, 0, 0, 0, 7, 7])
    #expect(coder.count(0) == 0 && coder.byte(0) == 0 && coder.isBroken)
    coder = ByteCoder(reading: [2])
    #expect(coder.truth(false) == false && coder.isBroken)
    coder = ByteCoder(reading: [4])
    var (first, second) = (true, true)
    coder.truths(&first, &second)
    #expect(!first && !second && coder.isBroken)
  }
}
