import Wire

/// One line of a client, or of a server. It is refused, or understood as something that, written again, is understood
/// the same; a refusal names a number that a message can have, or none.
func checkMessages(_ input: UnsafeRawBufferPointer) throws(Broken) {
  let line = Array(input)
  switch readClient(line) {
  case .success(let message):
    if let c = message.c { try hold(numbers.contains(c), "a message's number is exact") }
    let again = message.line()
    try checkLine(again)
    try hold(readClient(again) == .success(message), "what a client says is the same, written again")
  case .failure(let bad): try checkRefusal(bad)
  }
  switch readServer(line) {
  case .success(nil): break
  case .success(let message?):
    let again = message.line()
    try checkLine(again)
    try hold(readServer(again) == .success(message), "what a server says is the same, written again")
  case .failure(let bad): try checkRefusal(bad)
  }
}

private let numbers = 1...WireLimits.dealNumberMax

private func readClient(_ line: [UInt8]) -> Result<ClientMessage, BadMessage> {
  Result { () throws(BadMessage) in try ClientMessage.read(line) }
}

private func readServer(_ line: [UInt8]) -> Result<ServerMessage?, BadMessage> {
  Result { () throws(BadMessage) in try ServerMessage.read(line) }
}

private func checkLine(_ line: [UInt8]) throws(Broken) {
  try hold(line.last == 0x0A && !line.dropLast().contains(0x0A), "a message is one line")
}

private func checkRefusal(_ bad: BadMessage) throws(Broken) {
  try hold(!bad.why.isEmpty, "a refusal has words")
  if let c = bad.c { try hold(numbers.contains(c), "a refusal names a message that can be") }
}
