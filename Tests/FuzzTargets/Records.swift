import Wire

/// One line of a log, which a disk or a person may have changed. It is refused with words, or understood as something
/// that, written again, is understood the same.
func checkRecords(_ input: UnsafeRawBufferPointer) throws(Broken) {
  switch readRecord(Array(input)) {
  case .success(let record):
    let again = record.line()
    try hold(again.last == 0x0A && !again.dropLast().contains(0x0A), "a record is one line")
    try hold(readRecord(again) == .success(record), "a record is the same, written again")
  case .failure(let bad): try hold(!bad.why.isEmpty, "a refusal has words")
  }
}

private func readRecord(_ line: [UInt8]) -> Result<LogRecord, BadMessage> {
  Result { () throws(BadMessage) in try LogRecord.read(line) }
}
