import WebSocket
import Wire

/// What a line answers, as its first bytes tell: which message, and how. Only for lines that we wrote ourselves, so
/// that nothing has to be carried beside a line through the gate to count it when it leaves.
///
///     {"t":"ok","c":7,…   {"t":"lease","c":7,…   {"t":"data","c":7,…   {"t":"hints","c":7,…
///     {"t":"no","c":7,…"code":"stale",…
struct Reply: Equatable {
  /// nil: it was done.
  let refusal: RefusalCode?
  let c: Int

  init(c: Int, refusal: RefusalCode?) {
    self.c = c
    self.refusal = refusal
  }

  /// nil for what is no answer to a message with a number.
  init?(_ line: UnsafeRawBufferPointer) {
    var rest = Rest(line)
    guard rest.take("{\"t\":\"") else { return nil }
    let isNo = rest.take("no")
    guard
      isNo || rest.take("ok") || rest.take("lease") || rest.take("data") || rest.take("hints")
        || rest.take("lines"),
      rest.take("\",\"c\":"),
      let c = rest.takeNumber()
    else { return nil }
    self.c = c
    guard isNo else {
      refusal = nil
      return
    }
    // Between the two stand a room's name and a version, which hold no quotes of their own.
    guard rest.skip(behind: "\"code\":\""),
      let code = RefusalCode.allCases.first(where: { rest.begins(with: $0.rawValue.utf8) })
    else { return nil }
    refusal = code
  }

  /// The same of a line that is a frame already.
  init?(_ frame: PlainFrame) {
    let reply = frame.bytes.withUnsafeBytes { bytes -> Reply? in
      // RFC 6455 §5.2: a server's frame has two bytes before its text, and two or eight more for a long one.
      guard bytes.count > 2 else { return nil }
      let head = bytes[1] < 126 ? 2 : bytes[1] == 126 ? 4 : 10
      return bytes.count > head ? Reply(UnsafeRawBufferPointer(rebasing: bytes[head...])) : nil
    }
    guard let reply else { return nil }
    self = reply
  }
}

/// What is not read yet.
private struct Rest {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  /// A code stands near the beginning: texts for people come behind it.
  private static let skippedMax = 96

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func take(_ text: StaticString) -> Bool {
    guard isNext(text, at: at) else { return false }
    at += text.utf8CodeUnitCount
    return true
  }

  mutating func takeNumber() -> Int? {
    let start = at
    var number = 0
    while at < bytes.count, at < start + 18, case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
      number = number * 10 + Int(digit)
      at += 1
    }
    return at > start ? number : nil
  }

  mutating func skip(behind text: StaticString) -> Bool {
    for place in at..<min(bytes.count, at + Self.skippedMax) where isNext(text, at: place) {
      at = place + text.utf8CodeUnitCount
      return true
    }
    return false
  }

  func begins(with word: String.UTF8View) -> Bool {
    let end = at + word.count
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
    return zip(at..<end, word).allSatisfy { bytes[$0] == $1 }
  }

  private func isNext(_ text: StaticString, at place: Int) -> Bool {
    guard bytes.count - place >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in text.indices.allSatisfy { bytes[place + $0] == text[$0] } }
  }
}
